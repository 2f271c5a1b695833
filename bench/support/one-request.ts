import { Agent, get } from 'node:http'

/**
 * A process that asks for each address it is sent, and tells how many milliseconds the answer took.
 * The bytes are not looked at: a client's own work is none of the service's.
 */
const agent = new Agent({ keepAlive: true })

process.on('message', (url: string) => {
  const startedAt = performance.now()
  get(url, { agent }, (answer) =>
    answer.resume().once('end', () => process.send?.(performance.now() - startedAt)),
  )
})
