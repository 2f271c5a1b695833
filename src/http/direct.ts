import {
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
  type ServerResponse,
} from 'node:http'
import type { CallReply } from '../core/call.ts'
import { CHALLENGE, headersOf, type Always } from './head.ts'
import { stream } from './stream.ts'

/** Where Node keeps the head of an answer, as its own `writeHead` has written it. */
interface Outgoing extends ServerResponse {
  _header: string | null
  /** Of the whole body, which is then not sent in chunks. */
  _contentLength: number | null
}

/** Writes an answer, and ends it. */
export type Writer = (reply: CallReply, requestId: string, outgoing: ServerResponse) => void

/** The text of a head around what no two answers share. */
interface Frame {
  readonly beforeId: string
  readonly afterId: string
  readonly afterChallenges: string
}

export const KEEP_ALIVE_MS = 5_000
const STAYING = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`

/** Stands where the id of a request will stand. */
const MARK = '-'

/**
 * Writes answers to their connection. Node makes the text of a head from an object, and looks at
 * each letter of it; of answers that are alike this is done once.
 */
export function createWriter(
  always: Always,
  onBreak: (requestId: string, thrown: unknown) => void,
): Writer {
  const frames = new WeakMap<object, Frame>()
  let second = 0
  let dated = ''

  function datedNow(): string {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) dated = `Date: ${new Date(now * 1000).toUTCString()}\r\n${STAYING}`
    second = now
    return dated
  }

  function frameOf(reply: CallReply, alike: object): Frame {
    const frame = frames.get(alike) ?? framed(reply, always)
    frames.set(alike, frame)
    return frame
  }

  function headOf(reply: CallReply, alike: object, requestId: string, length: number): string {
    const { beforeId, afterId, afterChallenges } = frameOf(reply, alike)
    const head = beforeId + requestId + afterId + challengesOf(reply) + afterChallenges
    return `${head}${datedNow()}Content-Length: ${length}\r\n\r\n`
  }

  return (reply, requestId, outgoing) => {
    const { status, body, alike } = reply
    if (alike && body.kind === 'json' && stays(outgoing)) {
      const { text } = body
      const bytes = Buffer.byteLength(text)
      const head = headOf(reply, alike, requestId, bytes)
      Object.assign(outgoing as Outgoing, { statusCode: status, _header: head })
      // A letter for each byte: then nothing is left to be encoded.
      return void outgoing.end(text, bytes === text.length ? 'latin1' : 'utf8')
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

/** Of HTTP/1.1, on a connection that stays open after the answer. */
const stays = ({ shouldKeepAlive, useChunkedEncodingByDefault }: ServerResponse): boolean =>
  shouldKeepAlive && useChunkedEncodingByDefault

/** The challenges of one 402, as HTTP joins them. */
function challengesOf({ headers }: CallReply): string {
  let all = ''
  for (const [name, value] of headers)
    if (name === CHALLENGE) all += all === '' ? value : `, ${value}`
  return all
}

/** The head of a reply, cut where its id and its challenges stand. */
function framed(reply: CallReply, always: Always): Frame {
  const parts: string[] = []
  let text = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n`
  for (const [name, value] of Object.entries(headersOf(reply, MARK, always))) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    const isOwn = name === CHALLENGE || name === 'x-request-id'
    if (isOwn) parts.push(`${text}${name}: `)
    text = isOwn ? '\r\n' : `${text}${name}: ${value}\r\n`
  }
  const [beforeId, afterId = '', afterChallenges = ''] = [...parts, text]
  return { beforeId, afterId, afterChallenges }
}
