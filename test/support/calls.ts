import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

/** What a caller heard. */
export interface CallAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON; an empty object where it is none. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is when it is text, as JSON when it is anything else. */
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** One call over a real socket. Nothing tidies the path on its way, as `fetch` would. */
export async function call(
  service: { readonly url: string },
  path: string,
  { method, headers = {}, body, signal }: Call = {},
): Promise<CallAnswer> {
  const { hostname, port } = new URL(service.url)
  const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const outgoing = request({
    hostname,
    port,
    path,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'content-type': 'application/json', ...headers },
    agent: false,
    ...(signal ? { signal } : {}),
  })
  outgoing.end(sent)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const bytes = await buffer(incoming)
  const heard = bytes.toString('utf8')
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    bytes,
    text: heard,
    body: jsonOf(heard),
  }
}

/** Sends bytes that need not be HTTP, and answers whatever comes back until the server hangs up. */
export async function speak(service: { readonly url: string }, bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  return text(socket)
}

function jsonOf(heard: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(heard) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

/** As many calls at once as asked for. */
export const atOnce = <T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)))
