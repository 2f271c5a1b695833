import type { CallReply, HeaderPair, ReplyBody } from '../../base/core/call.ts'
import { json } from '../../base/core/call.ts'
import { Fault, type FaultCode } from '../../base/core/fault.ts'
import type { Usd } from '../../base/core/money.ts'
import type { Receipt } from '../../base/core/payment.ts'
import { lateSignal } from '../../base/core/time-limits.ts'
import { isSpecialOutput } from '../../base/core/tool-output.ts'
import { clipped } from '../../base/lib/bytes.ts'

/** Larger than any answer, because a repeat must find what was paid. Only streams are not kept. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024

/** The limit where nobody pays, because anybody could fill the disk. */
const UNPAID_KEPT_BYTES_MAX = 256 * 1024

export const keptBytesMax = (amount: Usd): number =>
  amount === 0 ? UNPAID_KEPT_BYTES_MAX : KEPT_BYTES_MAX

const READ_LENGTH_MAX = 8 * 1024 * 1024

/** The answer of a tool as the body of a reply. */
export function bodyOf(output: unknown, ignored: readonly string[]): ReplyBody {
  if (isSpecialOutput(output)) {
    switch (output.payload) {
      case 'binary':
        return { kind: 'binary', contentType: output.contentType, bytes: output.bytes }
      case 'json':
        return { kind: 'json', text: JSON.stringify(output.value), headers: output.headers }
      case 'serialized':
        return { kind: 'json', text: withIgnored(output.text, ignored) }
      case 'events':
        return {
          kind: 'events',
          chunks: output.chunks,
          ...(output.cost && { cost: output.cost }),
          ...(output.headers && { headers: output.headers }),
        }
    }
  }
  const isRecord = typeof output === 'object' && output !== null && !Array.isArray(output)
  return json(isRecord && ignored.length > 0 ? { ...output, ignoredParams: ignored } : output)
}

/** A reply that names the fields of its request that are not used, if it is an object. */
export function namingIgnored(reply: CallReply, ignored: readonly string[]): CallReply {
  const { body } = reply
  if (ignored.length === 0 || body.kind !== 'json') return reply
  return { ...reply, body: { ...body, text: withIgnored(body.text, ignored) } }
}

/** Adds `ignoredParams` to the text of an object, which may be too long to be parsed here. */
function withIgnored(text: string, ignored: readonly string[]): string {
  if (ignored.length === 0 || !text.startsWith('{')) return text
  const before = text === '{}' ? '{' : `${text.slice(0, -1)},`
  return `${before}"ignoredParams":${JSON.stringify(ignored)}}`
}

export function replyFault(fault: Fault, headers: readonly HeaderPair[] = []): CallReply {
  const { retryAfterSeconds, body, headers: own = [], receipt } = fault.detail
  const retry: HeaderPair[] = retryAfterSeconds ? [['retry-after', String(retryAfterSeconds)]] : []
  if (FINAL.has(fault.code)) retry.push(['x-should-retry', 'false'])
  return {
    status: fault.status,
    headers: [...headers, ...own, ...retry],
    body: json({ error: fault.message, ...body }),
    ...(receipt && { receipt }),
  }
}

/**
 * Clients of language models ask again after a 409 and each 5xx unless they are told not to. These
 * stay as they are, however often they are asked.
 */
const FINAL: ReadonlySet<FaultCode> = new Set([
  'not_kept',
  'rung_too_small',
  'no_spending_wallet',
  'not_dispatchable',
  'not_configured',
])

/** A reply as text to store; null when it cannot be replayed. */
export function serializeReply(
  { status, headers, body, receipt }: CallReply,
  bytesMax = KEPT_BYTES_MAX,
): string | null {
  if (body.kind === 'events') return null
  const kept =
    body.kind === 'json'
      ? JSON.stringify([status, headers, 'json', body.text, receiptOf(receipt)])
      : JSON.stringify([
          status,
          headers,
          body.contentType,
          Buffer.from(body.bytes).toString('base64'),
          receiptOf(receipt),
        ])
  return kept.length <= bytesMax ? kept : null
}

const receiptOf = (receipt: Receipt | undefined): Receipt | null =>
  receipt ? { protocol: receipt.protocol, value: receipt.value } : null

/**
 * Reads a stream without a listener to its end, to replay it later; null when it breaks, grows too
 * large or takes too long.
 */
export async function readOut(
  chunks: AsyncIterable<string>,
  withinMs: number,
): Promise<ReplyBody | null> {
  const reader = chunks[Symbol.asyncIterator]()
  const late = lateSignal(withinMs)
  const { promise: ended, resolve } = Promise.withResolvers<'late'>()
  late.addEventListener('abort', () => resolve('late'), { once: true })
  let text = ''
  try {
    while (text.length < READ_LENGTH_MAX) {
      const next = await Promise.race([reader.next(), ended])
      if (next === 'late') break
      if (next.done) return streamed(text)
      text += next.value
    }
  } catch {
    return null
  }
  void reader.return?.().catch(() => {})
  return null
}

const streamed = (text: string): ReplyBody => ({
  kind: 'binary',
  contentType: 'text/event-stream',
  bytes: Buffer.from(text, 'utf8'),
})

export function parseReply(kept: string): CallReply {
  const [status, headers, kind, text, receipt] = JSON.parse(kept) as Stored
  const body: ReplyBody =
    kind === 'json'
      ? { kind, text }
      : { kind: 'binary', contentType: kind, bytes: Buffer.from(text, 'base64') }
  return { status, headers, body, ...(receipt && { receipt }) }
}

/** Replies stored by older versions have no receipt. */
type Stored = [
  status: number,
  headers: HeaderPair[],
  kind: string,
  text: string,
  receipt?: Receipt | null,
]

/** Of a path that an answer repeats. */
const PATH_CHARACTERS = 200
export const shownPath = (path: string): string => clipped(path, PATH_CHARACTERS)

export function methodNotAllowed(path: string, method: string, takes: readonly string[]): Fault {
  const allow = takes.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]))
  return new Fault(
    'method_not_allowed',
    `${shownPath(path)} takes ${allow.join(' or ')}, not ${method}.`,
    {
      headers: [['allow', allow.join(', ')]],
      body: { allow },
    },
  )
}
