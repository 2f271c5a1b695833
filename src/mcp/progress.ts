import type { ServerContext } from '@modelcontextprotocol/server'

/** Clients give up after a minute in which they hear nothing. */
const EVERY_MS = 10_000

/** Tells a client that asked for progress that the work goes on, until it is done. */
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
    // Whoever does not hear it has gone, which the signal of the call says.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
  const timer = setInterval(tell, EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
