import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

export interface Listening {
  readonly port: number
  /** Takes no new calls, lets those in flight finish, and cuts what is left after `withinMs`. */
  close(withinMs: number): Promise<void>
}

const HEADERS_MS = 15_000
const REQUEST_MS = 60_000

/** Opens the door of an app. */
export async function listen(
  fetch: (request: Request, env: never) => Response | Promise<Response>,
  place: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const listener = getRequestListener(fetch as never, { errorHandler: notHttp })
  const server = createServer({ requireHostHeader: false }, (...call) => void listener(...call))
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = REQUEST_MS
  server.on('clientError', (_thrown, socket) => {
    if (socket.writable) socket.end(NOT_HTTP)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place.port, place.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: (withinMs) =>
      new Promise((resolve) => {
        const late = setTimeout(() => server.closeAllConnections(), withinMs)
        server.close(() => {
          clearTimeout(late)
          resolve()
        })
      }),
  }
}

const BODY = JSON.stringify({
  error: 'The request is not valid HTTP/1.1, or its headers are too large.',
})
/** For what the parser lets through, such as a host or a path that no address can hold. */
const notHttp = (): Response =>
  new Response(BODY, { status: 400, headers: { 'content-type': 'application/json' } })

/** For what the parser gives up on. */
const NOT_HTTP = [
  'HTTP/1.1 400 Bad Request',
  'content-type: application/json',
  'connection: close',
  `content-length: ${Buffer.byteLength(BODY)}`,
  '',
  BODY,
].join('\r\n')
