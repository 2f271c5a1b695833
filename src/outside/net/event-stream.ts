import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { Fault } from '../../base/core/fault.ts'
import type { Limiter } from '../../base/core/time-limits.ts'

/** One event: its data, and its name and id where the sender gives them. */
export type ServerSentEvent = EventSourceMessage

export const EVENT_STREAM = 'text/event-stream'

export const isEventStream = (headers: Headers): boolean =>
  (headers.get('content-type') ?? '').toLowerCase().startsWith(EVENT_STREAM)

export interface EventSource {
  /** Of the sender, for messages. */
  readonly title: string
  readonly chunks: AsyncIterable<Uint8Array>
  /** Maximum of one event. Default: the limit of the client. */
  readonly eventBytesMax?: number
  /** Ends with the stream, or when the reader stops before that. */
  readonly limiter: Limiter
}

/**
 * The events of a body; those that arrive together are handed on together, which costs less than
 * one after the other.
 */
export async function* eventsOf(source: EventSource): AsyncIterable<readonly ServerSentEvent[]> {
  const { title, chunks, limiter, eventBytesMax = Infinity } = source
  const events: ServerSentEvent[] = []
  const parser = createParser({ onEvent: (event) => void events.push(event) })
  const decoder = new TextDecoder()
  const reader = chunks[Symbol.asyncIterator]()
  const read = () => limiter.race(() => reader.next())
  let pending = 0
  let isWhole = false
  try {
    for (let next = await read(); !next.done; next = await read()) {
      parser.feed(decoder.decode(next.value, { stream: true }))
      pending = events.length > 0 ? 0 : pending + next.value.byteLength
      if (pending > eventBytesMax)
        throw new Fault('upstream_failed', `${title} sent an event that is too large.`)
      if (events.length === 0) continue
      limiter.pause()
      yield events.splice(0)
      limiter.resume()
    }
    isWhole = true
    limiter.end()
  } finally {
    if (!isWhole) limiter.abandon()
    void reader.return?.().catch(() => {})
  }
}
