import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Settings by which the service finds a stand-in. */
export type Settings = Readonly<Record<string, string>>

/** Starts a stand-in, once for a test run; `said` is added to every sentence that it answers. */
export type StandIn = (said?: string) => Promise<Settings>

/** A question as the provider gets it. */
export interface ProviderRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A JSON value is answered with 200; nothing with 404; a `Response` as it is. */
export type Answering = (asked: ProviderRequest) => unknown

export interface StandInSpec {
  /** Settings that are to hold the address of the stand-in. */
  readonly at: string | readonly string[]
  /** Others besides, such as a key. */
  readonly settings?: Settings
  readonly answer: Answering
}

/**
 * A provider, played by a small server that speaks its documented shape. A file beside this one is
 * named after the capability that it stands in for, and exports its stand-in by default.
 */
export const standIn =
  ({ at, settings, answer }: StandInSpec): StandIn =>
  async (said) => {
    const url = await startServer(async (request, response) => {
      const told = asResponse(await answer(await askedIn(request)))
      const reply = said === undefined ? told : await saying(said, told)
      response.writeHead(reply.status, Object.fromEntries(reply.headers))
      response.end(Buffer.from(await reply.arrayBuffer()))
    })
    return { ...Object.fromEntries([at].flat().map((name) => [name, url])), ...settings }
  }

async function askedIn(request: IncomingMessage): Promise<ProviderRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
  return {
    method: request.method ?? 'GET',
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: request.headers,
    body: await text(request),
  }
}

/** Names and sentences have a space or begin with a capital; dates, codes and addresses do not. */
const isProse = (text: string): boolean => /\p{L}{2} \p{L}|^\p{Lu}\p{Ll}{2}/u.test(text)

async function saying(said: string, told: Response): Promise<Response> {
  const { status, headers } = told
  const text = await told.text()
  try {
    const value: unknown = JSON.parse(text, (_name, inner: unknown) =>
      typeof inner === 'string' && isProse(inner) ? `${inner} ${said}` : inner,
    )
    return new Response(JSON.stringify(value), { status, headers })
  } catch {
    return new Response(text, { status, headers })
  }
}

function asResponse(reply: unknown): Response {
  if (reply instanceof Response) return reply
  return reply === undefined
    ? new Response('{"error":"not found"}', { status: 404 })
    : Response.json(reply)
}

type Exchange = Parameters<RequestListener>

/** A server on loopback that keeps nothing alive. */
async function startServer(listener: (...exchange: Exchange) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('connection', 'close')
    Promise.resolve(listener(request, response)).catch((thrown: unknown) =>
      response.writeHead(500).end(String(thrown)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** How providers fail, and what the caller is told. */
export const TROUBLES = {
  refused: 'upstream_unreachable',
  cut: 'upstream_failed',
  html: 'upstream_failed',
  limited: 'upstream_failed',
  shape: 'upstream_failed',
  broken: 'upstream_failed',
} as const

export type Trouble = keyof typeof TROUBLES

const TROUBLED: Readonly<Record<Exclude<Trouble, 'refused'>, RequestListener>> = {
  cut(_request, response) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"results":[', () => response.destroy())
  },
  html(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Hello</h1>')
  },
  limited(_request, response) {
    response.writeHead(429, { 'retry-after': '7' }).end('slow down')
  },
  shape(_request, response) {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"unexpected":true}')
  },
  broken(_request, response) {
    response.writeHead(500).end('oops')
  },
}

/** The address of a provider that fails in one way whatever it is asked. */
export async function troubled(trouble: Trouble): Promise<string> {
  // Port 1 is the one on which nothing listens.
  return trouble === 'refused' ? 'http://127.0.0.1:1' : startServer(TROUBLED[trouble])
}

/** The address of a provider that never answers. */
export const silent = async (): Promise<string> => startServer(() => {})
