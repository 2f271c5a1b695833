import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import {
  connectFault,
  guardedLookup,
  HEADER_BYTES_MAX,
  notReachable,
  portFrom,
  type EgressGuard,
} from './_egress-guard.ts'
import { decodeBody } from './_body.ts'
import type { Deadline } from './_deadline.ts'
import type { Hop } from './_redirect.ts'
import { bare } from './public-url.ts'

/** How long each part of an exchange took, in milliseconds; null for a part that did not happen. */
export interface Timing {
  readonly dns: number | null
  readonly connect: number
  readonly tls: number | null
  readonly firstByte: number
  readonly total: number
}

export interface Exchanged {
  readonly status: number
  readonly httpVersion: string
  readonly headers: Headers
  readonly timingMs: Timing
  /** The body without its compression, cut at `bytesMax`. */
  readonly bytes: Buffer
  readonly whole: boolean
}

interface Means {
  readonly guard: EgressGuard
  readonly deadline: Deadline
  readonly bytesMax: number
}

type Phase = 'start' | 'lookup' | 'connect' | 'secure' | 'answer'
type Moments = Partial<Record<Phase, number>>

/** How much the decoders read ahead. */
const READ_AHEAD_BYTES = 1024 * 1024

/** One request over its own connection, with the time of each part. A redirect is an answer. */
export async function exchange(hop: Hop, { guard, deadline, bytesMax }: Means): Promise<Exchanged> {
  const { host } = hop.url
  const moments: Moments = { start: performance.now() }
  try {
    deadline.signal.throwIfAborted()
    const response = await deadline.race(answered(hop, guard, { deadline, moments }))
    const { bytes, whole } = await taken(response, hop, bytesMax)
    return {
      status: response.statusCode ?? 0,
      httpVersion: response.httpVersion,
      headers: headersOf(response),
      timingMs: timingOf(moments),
      bytes,
      whole,
    }
  } catch (thrown) {
    const isUnconnected = thrown instanceof Error && moments.connect === undefined
    if (isUnconnected && !deadline.signal.aborted) throw connectFault(thrown, host)
    throw deadline.faultOf(thrown, host)
  }
}

interface Watch {
  readonly deadline: Deadline
  readonly moments: Moments
}

function answered(
  { url, method, headers, body }: Hop,
  guard: EgressGuard,
  { deadline, moments }: Watch,
) {
  const host = bare(url.hostname)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  if (isIP(host) !== 0 && !guard.mayReach(host)) throw notReachable(url.hostname)
  const isTls = url.protocol === 'https:'
  const port = portFrom(url)
  const request = (isTls ? tlsRequest : plainRequest)({
    host,
    port: guard.portOf?.(host, port) ?? port,
    path: url.pathname + url.search,
    method,
    headers: { host: url.host, ...Object.fromEntries(headers) },
    lookup: timed(guardedLookup(guard), moments),
    agent: false,
    signal: deadline.signal,
    maxHeaderSize: HEADER_BYTES_MAX,
    ...(isTls && { servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] }),
    ...(isTls && guard.ca && { ca: guard.ca }),
  })
  watch(request, moments)
  request.once('response', resolve).on('error', reject)
  request.end(body ?? undefined)
  return promise
}

/** A look-up may end before the socket exists, so it is timed here. */
const timed =
  (lookup: LookupFunction, moments: Moments): LookupFunction =>
  (host, options, done) =>
    lookup(host, options, (...found) => {
      moments.lookup ??= performance.now()
      done(...found)
    })

function watch(request: ClientRequest, moments: Moments): void {
  const mark = (phase: Phase) => () => void (moments[phase] ??= performance.now())
  request.once('socket', (socket) => {
    socket.once('connect', mark('connect')).once('secureConnect', mark('secure'))
  })
  request.once('response', mark('answer'))
}

/** Reads the body to its end or to the limit, and does not wait for the rest. */
async function taken(response: IncomingMessage, { method, url }: Hop, bytesMax: number) {
  const { statusCode = 0, headers } = response
  const isEmpty = method === 'HEAD' || statusCode === 204 || statusCode === 304
  const encoding = isEmpty ? '' : (headers['content-encoding'] ?? '')
  const parts: Uint8Array[] = []
  let bytes = 0
  if (bytesMax === 0) response.on('error', () => {}).destroy()
  else {
    const bounds = { host: url.host, bytesMax: bytesMax + READ_AHEAD_BYTES }
    for await (const part of decodeBody(response, encoding, bounds)) {
      parts.push(part)
      bytes += part.length
      if (bytes > bytesMax) break
    }
  }
  return { bytes: Buffer.concat(parts).subarray(0, bytesMax), whole: bytes <= bytesMax }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}

const span = (from: number, to: number): number => Math.round((to - from) * 10) / 10

function timingOf({ start = 0, lookup, connect = start, secure, answer = start }: Moments): Timing {
  return {
    dns: lookup === undefined ? null : span(start, lookup),
    connect: span(lookup ?? start, connect),
    tls: secure === undefined ? null : span(connect, secure),
    firstByte: span(secure ?? connect, answer),
    total: span(start, performance.now()),
  }
}
