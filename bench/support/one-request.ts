import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

/**
 * A process that asks for each address it is sent, and tells how many milliseconds the answer took.
 * The bytes are not looked at: a client's own work is none of the house's.
 */
const agent = new Agent({ keepAlive: true })

process.on('message', async (url: string) => {
  const startedAt = performance.now()
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  process.send?.(performance.now() - startedAt)
})
