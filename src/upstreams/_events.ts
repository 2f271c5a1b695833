import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { Fault } from '../core/fault.ts'
import { limit, type Limiter } from '../core/time-limits.ts'
import type { Limits } from '../core/tool.ts'
import type { Answer, StreamedAnswer } from '../net/request.ts'

/** One event: its data, and its name and id where the provider gives them. */
export type ServerSentEvent = EventSourceMessage

export const EVENT_STREAM = 'text/event-stream'

export interface EventsOptions {
  /** Of the provider. */
  readonly title: string
  readonly limits: Limits
  readonly signal: AbortSignal
  open(signal: AbortSignal): Promise<StreamedAnswer>
  /** Throws for an answer that is not good. */
  judge(answer: Answer): Promise<void>
}

/** Opens a stream of server-sent events, once the provider has accepted the request. */
export async function openEvents(options: EventsOptions): Promise<AsyncIterable<ServerSentEvent>> {
  const { title, limits, signal, open, judge } = options
  const limiter = limit(title, limits, signal)
  try {
    const answer = await limiter.race(() => open(limiter.signal))
    const { chunks, ...head } = answer
    const type = head.headers.get('content-type') ?? ''
    if (head.status < 300 && type.toLowerCase().startsWith(EVENT_STREAM))
      return eventsOf(title, chunks, limiter)
    await judge({ ...head, bytes: await limiter.race(() => whole(chunks)) })
    throw new Fault('upstream_failed', `${title} did not answer with a stream of events.`)
  } catch (thrown) {
    limiter.end()
    throw thrown
  }
}

/** `maxBufferSize` is not needed: the client counts the bytes of the whole. */
async function* eventsOf(
  title: string,
  chunks: AsyncIterable<Uint8Array>,
  limiter: Limiter,
): AsyncIterable<ServerSentEvent> {
  const events: ServerSentEvent[] = []
  const parser = createParser({ onEvent: (event) => void events.push(event) })
  const decoder = new TextDecoder()
  const reader = chunks[Symbol.asyncIterator]()
  const read = () => limiter.race(() => reader.next())
  let count = 0
  try {
    for (let next = await read(); !next.done; next = await read()) {
      parser.feed(decoder.decode(next.value, { stream: true }))
      for (const event of events.splice(0)) {
        count += 1
        limiter.pause()
        yield event
        limiter.resume()
      }
    }
  } finally {
    limiter.abandon()
    void reader.return?.().catch(() => {})
  }
  if (count === 0) throw new Fault('upstream_failed', `${title} sent no event.`)
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of chunks) parts.push(part)
  return Buffer.concat(parts)
}
