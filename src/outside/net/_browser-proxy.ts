import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { Fault } from '../../base/core/fault.ts'
import {
  CONNECT_MS,
  connectFault,
  guardedLookup,
  HEADER_BYTES_MAX,
  portFrom,
} from './_egress-guard.ts'
import type { EgressGuard } from './_egress-guard.ts'
import { assertPublicUrl, bare, type Allow } from './public-url.ts'

/** What one visit may do on the network, and what it did. */
export interface Pass {
  readonly password: string
  /** Why a host could not be reached. */
  faultOf(host: string): Fault | undefined
  /** True once the visit has moved more bytes than it may. Nothing moves after that. */
  readonly isSpent: boolean
  end(): void
}

/** The only way out of the browser: it checks every address that a page connects to. */
export interface BrowserProxy {
  readonly address: string
  /** With 0 bytes, the proxy knows no such visit, and carries nothing. */
  issue(bytesMax: number, onSpent: () => void): Pass
  close(): Promise<void>
}

export const PROXY_USER = 'visit'
const CONNECTIONS_MAX = 1_000

/** A visit as the proxy sees it. */
interface Visit extends Pass {
  /** False when the visit may open no further connection. */
  admit(...streams: readonly Duplex[]): boolean
  /** Counts every byte of a stream. */
  meter(stream: NodeJS.ReadableStream): void
  note(host: string, thrown: unknown): void
}

export async function startBrowserProxy(guard: EgressGuard, allow: Allow): Promise<BrowserProxy> {
  const visits = new Map<string, Visit>()
  const visitOf = ({ headers }: IncomingMessage) => visits.get(headers['proxy-authorization'] ?? '')
  const route = { guard, allow }

  const server = createServer({ maxHeaderSize: HEADER_BYTES_MAX }, (request, response) => {
    const visit = visitOf(request)
    if (visit) relay(request, response, { ...route, visit })
    else response.writeHead(407, CHALLENGE).end()
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', ignore)
    const visit = visitOf(request)
    if (visit) tunnel(request, { socket, head }, { ...route, visit })
    else socket.end(`HTTP/1.1 407 No pass\r\n${CHALLENGE_LINES}\r\n\r\n`)
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen({ port: 0, host: '127.0.0.1', exclusive: true }).unref()
  await once(server, 'listening')

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issue(bytesMax, onSpent) {
      const password = randomBytes(24).toString('hex')
      const key = `Basic ${Buffer.from(`${PROXY_USER}:${password}`).toString('base64')}`
      const visit = createVisit({ password, bytesMax, onSpent }, () => visits.delete(key))
      if (bytesMax > 0) visits.set(key, visit)
      return visit
    },
    async close() {
      for (const visit of visits.values()) visit.end()
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Terms {
  readonly password: string
  readonly bytesMax: number
  onSpent(): void
}

const ignore = (): void => {}

const CHALLENGE = { 'proxy-authenticate': 'Basic realm="farebox"', 'content-length': '0' }
const CHALLENGE_LINES = Object.entries(CHALLENGE)
  .map(([name, value]) => `${name}: ${value}`)
  .join('\r\n')

function createVisit({ password, bytesMax, onSpent }: Terms, forget: () => void): Visit {
  const streams = new Set<Duplex>()
  const faults = new Map<string, Fault>()
  let bytes = 0
  let connections = 0
  let hasEnded = false
  const end = () => {
    hasEnded = true
    forget()
    for (const stream of streams) stream.destroy()
    streams.clear()
  }
  return {
    password,
    faultOf: (host) => faults.get(host),
    get isSpent() {
      return bytes > bytesMax
    },
    end,
    admit(...opened) {
      connections += 1
      if (hasEnded || connections > CONNECTIONS_MAX) return false
      for (const stream of opened) {
        // Browsers use a connection to the proxy again for further requests.
        if (streams.has(stream)) continue
        streams.add(stream)
        stream.once('close', () => streams.delete(stream))
      }
      return true
    },
    meter: (stream) =>
      void stream.on('data', (chunk: Buffer) => {
        const isWithin = bytes <= bytesMax
        bytes += chunk.length
        if (!isWithin || bytes <= bytesMax) return
        end()
        onSpent()
      }),
    note(host, thrown) {
      if (!hasEnded) faults.set(host, connectFault(thrown as Error, host))
    },
  }
}

interface Route {
  readonly guard: EgressGuard
  readonly allow: Allow
  readonly visit: Visit
}

/**
 * One plain HTTP request, which a browser sends to a proxy with the whole URL in its first line.
 */
function relay(request: IncomingMessage, response: ServerResponse, route: Route): void {
  const { guard, allow, visit } = route
  const giveUp = (host: string, thrown: unknown) => {
    visit.note(host, thrown)
    response.destroy()
  }
  const named = URL.parse(request.url ?? '')
  const host = named?.hostname ?? 'the page'
  try {
    const url = assertPublicUrl(request.url ?? '', allow)
    const { hostname } = url
    if (!visit.admit(request.socket)) return void response.destroy()
    const onward = httpRequest({
      host: bare(hostname),
      port: guard.portOf?.(bare(hostname), portFrom(url)) ?? portFrom(url),
      path: url.pathname + url.search,
      method: request.method,
      headers: [...passedOn(request.rawHeaders), 'Connection', 'close'],
      lookup: guardedLookup(guard),
      agent: false,
      maxHeaderSize: HEADER_BYTES_MAX,
    })
    onward.once('socket', (socket) => {
      if (!visit.admit(socket)) onward.destroy()
      const timer = setTimeout(() => onward.destroy(tooSlow()), CONNECT_MS)
      socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    })
    onward.once('response', (answer) => {
      answer.on('error', (thrown) => giveUp(host, thrown))
      visit.meter(answer)
      try {
        response.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders))
        answer.pipe(response)
      } catch (thrown) {
        giveUp(host, thrown)
        onward.destroy()
      }
    })
    onward.on('error', (thrown) => giveUp(host, thrown))
    response.on('close', () => onward.destroy()).on('error', ignore)
    visit.meter(request)
    request.on('error', ignore).pipe(onward)
  } catch (thrown) {
    giveUp(host, thrown)
  }
}

interface Client {
  readonly socket: Duplex
  /** Bytes that the browser sent before the tunnel was open. */
  readonly head: Buffer
}

/** Everything else, such as TLS and WebSockets: bytes in both directions. */
function tunnel(request: IncomingMessage, { socket, head }: Client, route: Route): void {
  const { guard, allow, visit } = route
  const named = URL.parse(`https://${request.url ?? ''}`)
  const host = named?.hostname ?? 'the page'
  const giveUp = (thrown: unknown) => {
    visit.note(host, thrown)
    socket.destroy()
  }
  try {
    const url = assertPublicUrl(`https://${request.url ?? ''}`, allow)
    const name = bare(url.hostname)
    const port = guard.portOf?.(name, portFrom(url)) ?? portFrom(url)
    const onward = connect({ host: name, port, lookup: guardedLookup(guard) })
    const timer = setTimeout(() => onward.destroy(tooSlow()), CONNECT_MS)
    onward.on('error', giveUp).on('close', () => {
      clearTimeout(timer)
      socket.destroy()
    })
    socket.on('close', () => onward.destroy())
    if (!visit.admit(socket, onward)) return void onward.destroy()
    onward.once('connect', () => {
      clearTimeout(timer)
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.write(head)
      visit.meter(onward)
      visit.meter(socket)
      socket.pipe(onward).pipe(socket)
    })
  } catch (thrown) {
    giveUp(thrown)
  }
}

const tooSlow = () => Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })

/** Headers that concern one connection only. */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

function passedOn(rawHeaders: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    if (!HOP_BY_HOP.test(rawHeaders[at]!)) kept.push(rawHeaders[at]!, rawHeaders[at + 1]!)
  return kept
}
