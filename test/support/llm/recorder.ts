import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

export interface Recorder {
  readonly url: string
  /** As the provider got it last. */
  lastBody(): string
  stop(): Promise<void>
}

/** Hands requests on to a provider, and keeps the last body. */
export async function startRecorder(to: string): Promise<Recorder> {
  let last = ''
  async function handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    last = await text(request)
    const answer = await fetch(`${to}${request.url}`, {
      method: request.method ?? 'POST',
      headers: { 'content-type': 'application/json' },
      body: last,
    })
    const type = answer.headers.get('content-type') ?? 'application/json'
    response.writeHead(answer.status, { 'content-type': type })
    if (answer.body) Readable.fromWeb(answer.body as never).pipe(response)
    else response.end()
  }
  const server = createServer((request, response) => void handOn(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lastBody: () => last,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
