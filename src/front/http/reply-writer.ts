import { STATUS_CODES, validateHeaderName, type ServerResponse } from 'node:http'
import type { CallReply } from '../../base/core/call.ts'
import { CHALLENGE, challengesOf, headersOf, type Always } from './head.ts'
import { stream } from './stream.ts'

/** Node's private fields for the header text that `writeHead` writes. */
interface Outgoing extends ServerResponse {
  _header: string | null
  /** Length of the whole body, which is then not sent in chunks. */
  _contentLength: number | null
}

/** Writes an answer, and ends it. */
export type Writer = (reply: CallReply, requestId: string, outgoing: ServerResponse) => void

/** The text of the headers that similar answers share, split at the parts that differ. */
interface Frame {
  readonly first: string
  readonly rest: readonly { readonly gap: Gap; readonly text: string }[]
}

/** A variable part: the id, the challenges, or a header of the reply, by its index. */
type Gap = 'id' | 'challenges' | number

export const KEEP_ALIVE_MS = 5_000
const STAYING = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`

/** On both sides of a gap. No header may hold it. */
const EDGE = '\u0000'

/** Headers that Node itself interprets. */
const READ_BY_NODE = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
])
/** Characters that are the same byte in every encoding and end no line. */
const PLAIN = /^[\t\x20-\x7e]*$/
/** Some header names come from other parties, so the cache is bounded. */
const FRAMES_MAX = 500

/**
 * Writes answers to their connection. Node builds the text of the headers from an object and checks
 * each character; for answers that are alike this is done once.
 */
export function createWriter(
  always: Always,
  onBreak: (requestId: string, thrown: unknown) => void,
): Writer {
  const ofAlike = new WeakMap<object, Frame>()
  const ofNames = new Map<string, Frame>()
  let second = 0
  let dated = ''

  function datedNow(): string {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) dated = `Date: ${new Date(now * 1000).toUTCString()}\r\n${STAYING}`
    second = now
    return dated
  }

  function frameOf(reply: CallReply): Frame | null {
    if (reply.alike) {
      const known = ofAlike.get(reply.alike) ?? framed(reply, always, isChallenge)
      if (known) ofAlike.set(reply.alike, known)
      return known
    }
    let names = `${reply.status}`
    for (const [name] of reply.headers) names += `\n${name}`
    const known = ofNames.get(names)
    if (known) return known
    const made = framed(reply, always, () => true)
    if (ofNames.size >= FRAMES_MAX) ofNames.clear()
    if (made) ofNames.set(names, made)
    return made
  }

  /** Null if Node must write it. */
  function headOf(reply: CallReply, requestId: string, length: number): string | null {
    const frame = frameOf(reply)
    if (!frame) return null
    const isOurs = reply.alike !== undefined
    let head = frame.first
    for (const { gap, text } of frame.rest) {
      const value = gap === 'id' ? requestId : valueOf(reply, gap)
      // Its name stands in the frame already.
      if (gap === 'challenges' && value === '') return null
      if (!isOurs && !PLAIN.test(value)) return null
      head += value + text
    }
    return `${head}${datedNow()}Content-Length: ${length}\r\n\r\n`
  }

  return (reply, requestId, outgoing) => {
    const { status, body } = reply
    if (body.kind === 'json' && stays(outgoing)) {
      const { text } = body
      const bytes = Buffer.byteLength(text)
      const head = headOf(reply, requestId, bytes)
      if (head !== null) {
        Object.assign(outgoing as Outgoing, { statusCode: status, _header: head })
        // One character per byte: then no encoding is needed.
        return void outgoing.end(text, bytes === text.length ? 'latin1' : 'utf8')
      }
    }
    const headers = headersOf(reply, requestId, always)
    if (body.kind === 'events') {
      outgoing.writeHead(status, headers)
      return stream(body.chunks, outgoing, (thrown) => onBreak(requestId, thrown))
    }
    const sent = body.kind === 'json' ? body.text : body.bytes
    Object.assign(outgoing as Outgoing, { _contentLength: Buffer.byteLength(sent) })
    outgoing.writeHead(status, headers).end(sent)
  }
}

/** Whether it is HTTP/1.1 on a connection that stays open after the answer. */
const stays = ({ shouldKeepAlive, useChunkedEncodingByDefault }: ServerResponse): boolean =>
  shouldKeepAlive && useChunkedEncodingByDefault

const isChallenge = (name: string): boolean => name === CHALLENGE

const valueOf = (reply: CallReply, gap: 'challenges' | number): string =>
  gap === 'challenges' ? challengesOf(reply) : (reply.headers[gap]?.[1] ?? '')

/**
 * The headers of a reply as text, split where its id and variable values go. Null if Node must
 * write them.
 */
function framed(reply: CallReply, always: Always, isGap: (name: string) => boolean): Frame | null {
  const { status, headers, body } = reply
  const words = STATUS_CODES[status]
  if (words === undefined || status < 200 || status === 204 || status === 304) return null
  if (challengesOf(reply) === '' && headers.some(([name]) => isChallenge(name))) return null
  const gaps = new Map<string, Gap>()
  for (const [at, [name]] of headers.entries())
    if (isGap(name)) gaps.set(name, name === CHALLENGE ? 'challenges' : at)
  const cut = headers
    .filter(([name], at) => name !== CHALLENGE || headers.findIndex(([n]) => n === name) === at)
    .map(
      ([name, value]) =>
        [name, gaps.has(name) ? `${EDGE}${gaps.get(name)}${EDGE}` : value] as const,
    )
  let text = `HTTP/1.1 ${status} ${words}\r\n`
  const all = headersOf({ status, headers: cut, body }, `${EDGE}id${EDGE}`, always)
  for (const [name, value] of Object.entries(all)) {
    validateHeaderName(name)
    const isKnown = PLAIN.test(value.replaceAll(EDGE, ''))
    if (!isKnown || READ_BY_NODE.has(name.toLowerCase())) return null
    text += `${name}: ${value}\r\n`
  }
  const [first = '', ...parts] = text.split(EDGE)
  const rest: Frame['rest'][number][] = []
  for (let part = 0; part < parts.length; part += 2)
    rest.push({ gap: gapOf(parts[part] ?? ''), text: parts[part + 1] ?? '' })
  return { first, rest }
}

const gapOf = (said: string): Gap => (said === 'id' || said === 'challenges' ? said : Number(said))
