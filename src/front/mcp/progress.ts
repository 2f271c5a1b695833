import type { ServerContext } from '@modelcontextprotocol/server'

/** Clients give up after a minute without a message. */
const EVERY_MS = 10_000

/** Sends progress to a client that asked for it, until the work is done. */
export async function whileWaiting<T>(
  work: () => Promise<T>,
  { mcpReq }: ServerContext,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return work()
  let progress = 0
  const tell = () => {
    progress += 1
    const message = `Working for ${(progress * EVERY_MS) / 1000} s.`
    const params = { progressToken, progress, message }
    // If it cannot be sent, the client has gone, and the signal of the call aborts.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
  const timer = setInterval(tell, EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
