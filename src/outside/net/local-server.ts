import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Fault } from '../../base/core/fault.ts'

export interface LocalRequest {
  readonly path: string
  /** The JSON of the body; undefined without one. */
  readonly body: unknown
  /** Aborted when the client hangs up. */
  readonly signal: AbortSignal
}

export type LocalReply =
  | { readonly value: unknown }
  /** Server-sent events, each chunk in wire form. */
  | { readonly events: AsyncIterable<string> }

export interface LocalServerOptions {
  /** 0 takes any free one. */
  readonly port: number
  /** Bearer token; any other is refused. */
  readonly key: string
  readonly bytesMax: number
  /** Faults that it throws become the answer. */
  answer(request: LocalRequest): Promise<LocalReply>
}

export interface LocalServer {
  readonly port: number
  stop(): Promise<void>
}

/** A server for other processes of this instance: loopback only, and with a key. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const server = createServer((request, response) => {
    // A client that has disconnected gets no error.
    void handle(request, response, options).catch(() => response.destroy())
  })
  server.listen({ port: options.port, host: '127.0.0.1', exclusive: true })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { key, bytesMax, answer }: LocalServerOptions,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    if (request.headers.authorization !== `Bearer ${key}`)
      throw new Fault('unauthorized', 'The key is missing or wrong.')
    const body = await bodyOf(request, bytesMax)
    const reply = await answer({ path: request.url ?? '/', body, signal: gone.signal })
    if ('events' in reply) await stream(response, reply.events)
    else json(response, 200, reply.value)
  } catch (thrown) {
    if (gone.signal.aborted || response.headersSent) return void response.destroy()
    const fault = thrown instanceof Fault ? thrown : new Fault('internal', 'Something is wrong.')
    const { retryAfterSeconds } = fault.detail
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': retryAfterSeconds }
    json(response, fault.status, { error: { message: fault.message } }, headers)
  }
}

async function bodyOf(request: IncomingMessage, bytesMax: number): Promise<unknown> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.byteLength
    if (bytes > bytesMax)
      throw new Fault('body_too_large', `The body is larger than ${bytesMax} bytes.`)
    parts.push(part)
  }
  if (bytes === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    throw new Fault('bad_input', 'body: is not valid JSON.')
  }
}

/** The first event decides whether there is a stream: what is thrown before it has a status. */
async function stream(response: ServerResponse, events: AsyncIterable<string>): Promise<void> {
  for await (const chunk of events) {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed(response)])
  }
  response.end()
}

const closed = async (response: ServerResponse): Promise<void> => {
  if (!response.destroyed) await once(response, 'close')
}

const json = (response: ServerResponse, status: number, value: unknown, headers = {}): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(value))
