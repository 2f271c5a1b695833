import { Fault } from '../../base/core/fault.ts'
import { limit } from '../../base/core/time-limits.ts'
import type { Limits } from '../../base/core/tool.ts'
import {
  eventsOf,
  isEventStream,
  type EventSource,
  type ServerSentEvent,
} from '../../outside/net/event-stream.ts'
import { bytesOf, type Answer, type StreamedAnswer } from '../../outside/net/request.ts'

export interface EventsOptions {
  /** Title of the provider. */
  readonly title: string
  readonly limits: Limits
  readonly signal: AbortSignal
  open(signal: AbortSignal): Promise<StreamedAnswer>
  /** Throws a fault unless the answer is good. */
  judge(answer: Answer): Promise<void>
}

/** Opens a stream of server-sent events, once the provider has accepted the request. */
export async function openEvents(options: EventsOptions): Promise<AsyncIterable<ServerSentEvent>> {
  const { title, limits, signal, open, judge } = options
  const limiter = limit(title, limits, signal)
  try {
    const answer = await limiter.race(() => open(limiter.signal))
    const { chunks, ...head } = answer
    if (head.status < 300 && isEventStream(head.headers))
      return onePerTurn({ title, chunks, limiter })
    await judge({ ...head, bytes: await limiter.race(() => bytesOf(chunks)) })
    throw new Fault('upstream_failed', `${title} did not answer with a stream of events.`)
  } catch (thrown) {
    limiter.end()
    throw thrown
  }
}

async function* onePerTurn(source: EventSource): AsyncIterable<ServerSentEvent> {
  let count = 0
  for await (const events of eventsOf(source)) {
    count += events.length
    yield* events
  }
  if (count === 0) throw new Fault('upstream_failed', `${source.title} sent no event.`)
}
