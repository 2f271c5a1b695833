import type { EventLoopUtilization } from 'node:perf_hooks'
import { Fault } from '../../base/core/fault.ts'
import type { ProviderEvent } from './attempt.ts'
import { isPastTotal } from '../../base/core/time-limits.ts'
import { isAnswer, isContent, type Piece, type Usage } from './conversation.ts'
import { failed } from './attempt.ts'
import { MB } from '../../base/lib/fields.ts'
import type { Unfinished } from './tariff.ts'
import { dataFrame, eventFrame, record, type AnswerHead, type Wire } from './wires/wire.ts'

export interface RelayOptions {
  /** The wire of the caller, and that of the provider. */
  readonly own: Wire
  readonly wire: Wire
  readonly head: AnswerHead
  /** Changes the pieces of the answer; a changed stream is always re-encoded. */
  readonly rewrite?: ((pieces: readonly Piece[]) => readonly Piece[]) | undefined
  readonly keepAliveMs: number
  /**
   * If the reader leaves a chunk unread for longer, the provider may have broken off because of it.
   */
  readonly readerMsMax: number
  /** Aborted when the reader leaves: what it has read is sold. */
  readonly signal: AbortSignal
  /** Aborted when this instance must stop: the reader is told, and what was sent is sold. */
  readonly stopping?: AbortSignal | undefined
}

export interface Relayed {
  /** The first chunk holds content; it throws until then, and ends with an error frame after it. */
  readonly chunks: AsyncIterable<string>
  readonly end: Promise<RelayEnd>
}

export interface RelayEnd extends Unfinished {
  /**
   * Whether its reader pays: the answer was given whole, its reader left or held it up, or it
   * lasted as long as it may, or this instance has cut it. False where the provider broke off.
   */
  readonly isSold: boolean
  /** This instance has cut it. */
  readonly isCut: boolean
  /** Whether the provider has ended it, or has reported all its tokens. */
  readonly isOver: boolean
  /** What ended it before that. */
  readonly cause: unknown
}

/** A stream of a provider in the wire of the caller. */
export function relay(
  source: AsyncIterable<readonly ProviderEvent[]>,
  options: RelayOptions,
): Relayed {
  const { promise: end, resolve } = Promise.withResolvers<RelayEnd>()
  return { chunks: relayed(source, options, resolve), end }
}

/** A provider that says nothing for longer may be at work on what it does not show. */
const PAUSE_MS = 1_000

/**
 * Adds up how long a provider keeps silent. Only the time in which this thread had nothing to do
 * counts: where it reads late because it is busy, the buyer does not pay for it.
 */
function createSilence() {
  let since: EventLoopUtilization | null = null
  let ms = 0
  return {
    begins(): void {
      since ??= performance.eventLoopUtilization()
    },
    ends(): number {
      if (since !== null) ms += Math.max(0, performance.eventLoopUtilization(since).idle - PAUSE_MS)
      since = null
      return ms
    },
  }
}

async function* relayed(
  source: AsyncIterable<readonly ProviderEvent[]>,
  options: RelayOptions,
  ended: (end: RelayEnd) => void,
): AsyncIterable<string> {
  const { own, keepAliveMs, readerMsMax, signal, stopping } = options
  const translate = translator(options)
  const reader = source[Symbol.asyncIterator]()
  let before = ''
  let last = ''
  let hasContent = false
  let isOpen = false
  let isSold = true
  let isCut = false
  let isOver = false
  let cause: unknown
  let heldMs = 0
  const silence = createSilence()
  try {
    let next = reader.next()
    for (;;) {
      silence.begins()
      const step = isOpen ? await orSilent(next, keepAliveMs, stopping) : await next
      if (step === SILENT) {
        yield own.keepAlive
        continue
      }
      silence.ends()
      isOver = step.done === true && translate.hasEnded()
      if (step.done) break
      for (const event of step.value) {
        const told = translate.event(event)
        before += told.frames
        hasContent ||= told.hasContent
      }
      next = reader.next()
      // Not awaited while the reader is slow: an error is noticed at the next read.
      next.catch(() => {})
      if (!hasContent || before === '') continue
      isOpen = true
      const handedAt = performance.now()
      yield before
      heldMs = Math.max(heldMs, performance.now() - handedAt)
      last = before
      before = ''
    }
    if (!isOpen) throw failed({ kind: translate.hasEnded() ? 'useless' : 'bad', message: EMPTY })
    yield before + translate.end()
  } catch (thrown) {
    cause = thrown
    isSold = isOpen && (signal.aborted || isPastTotal(thrown))
    isCut = thrown === STOPPED
    isSold ||= isCut || translate.isSold() || heldMs > readerMsMax
    if (!isOpen || signal.aborted) throw thrown
    const message = thrown instanceof Fault ? thrown.message : 'The answer broke off.'
    yield before + own.faultFrame(message, before || last)
  } finally {
    const read = translate.read()
    isOver ||= read.hasReported
    ended({ ...read, isSold, isCut, isOver, cause, silentMs: silence.ends() })
    void reader.return?.().catch(() => {})
  }
}

/** Reads a stream as far as its first content. */
export async function begun(chunks: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const source = chunks[Symbol.asyncIterator]()
  const first = await source.next()
  async function* all(): AsyncIterable<string> {
    try {
      for (let next = first; !next.done; next = await source.next()) yield next.value
    } finally {
      await source.return?.()
    }
  }
  return all()
}

const SILENT = Symbol('silent')
const STOPPED = new Fault('overloaded', 'This instance is stopping; call again.')
const EMPTY = 'The model gave an empty answer.'
/** No model writes more at once, and some wires say it three times. */
const LENGTH_MAX = 4 * MB

async function orSilent<T>(
  work: Promise<T>,
  ms: number,
  stopping: AbortSignal | undefined,
): Promise<T | typeof SILENT> {
  const { promise, resolve, reject } = Promise.withResolvers<typeof SILENT>()
  const timer = setTimeout(() => resolve(SILENT), ms)
  const stop = () => reject(STOPPED)
  if (stopping?.aborted) stop()
  stopping?.addEventListener('abort', stop)
  try {
    return await Promise.race([promise, work])
  } finally {
    clearTimeout(timer)
    stopping?.removeEventListener('abort', stop)
  }
}

interface Translator {
  event(event: ProviderEvent): { readonly frames: string; readonly hasContent: boolean }
  /** What was read so far. */
  read(): Pick<RelayEnd, 'usage' | 'text' | 'showsThinking'> & { readonly hasReported: boolean }
  /** Whether the provider has said that it ends here. */
  hasEnded(): boolean
  /**
   * Whether a stream without an answer counts as complete: its reasoning was read and is paid for.
   */
  isSold(): boolean
  /** The frames of the end. Throws where the provider broke off, or said nothing. */
  end(): string
}

function translator({ own, wire, head, rewrite }: RelayOptions): Translator {
  const reader = wire.createReader()
  const write = wire === own && !rewrite ? null : own.createWriter(head)
  let hasAnswer = false
  let isSold = false
  let showsThinking = false
  const said: string[] = []
  let length = 0
  const read = (data: Record<string, unknown>): readonly Piece[] => {
    const told = reader.read(data)
    const pieces = rewrite ? rewrite(told) : told
    hasAnswer ||= pieces.some(isAnswer)
    for (const piece of pieces) {
      if (!('text' in piece)) continue
      said.push(piece.text)
      showsThinking ||= piece.kind === 'thinking' && piece.text !== ''
      length += piece.text.length
    }
    if (length > LENGTH_MAX) throw failed({ kind: 'bad', message: 'The answer is too long.' })
    return pieces
  }
  return {
    event({ raw, data }) {
      const pieces = data ? read(data) : []
      const hasContent = pieces.some(isContent)
      if (write) return { frames: pieces.map(write).join(''), hasContent }
      const passing = () => passed(raw, data ?? {}, { own, head, usage: reader.usage() })
      return { frames: data ? passing() : '', hasContent }
    },
    read() {
      const usage = reader.usage()
      // Some wires report their tokens after the end, or never.
      const hasReported = reader.end() !== null && usage.output > 0
      const shows = showsThinking || usage.thinking > 0
      return { usage, text: said.join(''), showsThinking: shows, hasReported }
    },
    hasEnded: () => reader.end() !== null,
    isSold: () => isSold,
    end() {
      const end = reader.end()
      if (!end) throw new Fault('upstream_failed', 'The answer broke off before its end.')
      isSold = !hasAnswer
      if (!hasAnswer) throw new Fault('upstream_failed', EMPTY)
      const last = rewrite ? rewrite([end]) : [end]
      return write ? last.map(write).join('') : own.lastFrame
    },
  }
}

/** An event of the same wire as it came, but for the usage, which says what the buyer pays. */
function passed(
  raw: string,
  data: Record<string, unknown>,
  { own, head, usage }: Pick<RelayOptions, 'own' | 'head'> & { readonly usage: Usage },
): string {
  const told = own.usageIn(data)
  if (!told) return raw
  if (own.isUsageOnly(data) && !head.includeUsage) return ''
  const bill = head.bill(usage)
  const priced = own.billed?.(told, bill, data) ?? { ...told, ...bill }
  const changed = data['response']
    ? { ...data, response: { ...record(data['response']), usage: priced } }
    : { ...data, usage: priced }
  return raw.startsWith('event:')
    ? eventFrame(changed as unknown as { type: string })
    : dataFrame(changed)
}
