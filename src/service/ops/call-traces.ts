import type { Call } from '../../selling/call/call.ts'
import type { EndedAsk } from '../../base/core/upstream-log.ts'
import type { CallTrace, CallTraceStore, TraceStep } from '../../stores/call-traces.ts'
import { causeOf } from './log.ts'

/** Collects the steps of calls, so that the dashboard can show them for one call. */
export interface CallTraces {
  /** A provider was asked for a call that has not ended yet. */
  asked(ask: EndedAsk): void
  ended(call: Call, status: number): void
  /** Writes what was gathered in the last moments. */
  flush(): Promise<void>
}

/** How many calls of each kind are kept between two flushes: what failed is looked up most. */
const KEPT_MAX = { failed: 300, sold: 300, quoted: 50 } as const
const STEPS_MAX = 40
const TEXT_MAX = 200
/** Running calls whose steps are kept. Work of the service itself never ends as a call. */
const OPEN_MAX = 1_000

export interface CallTraceParts {
  readonly callTraces: Pick<CallTraceStore, 'add'>
  now(): number
}

export function createCallTraces({ callTraces: store, now }: CallTraceParts): CallTraces {
  const asks = new Map<string, TraceStep[]>()
  const left = { ...KEPT_MAX } as Record<keyof typeof KEPT_MAX, number>
  let ended: CallTrace[] = []

  function onAsk(ask: EndedAsk): void {
    const { callId, title } = ask
    if (callId === '') return
    const steps = asks.get(callId) ?? []
    if (steps.length >= STEPS_MAX) return
    if (steps.length === 0) {
      const [oldest] = asks.size >= OPEN_MAX ? asks.keys() : []
      if (oldest !== undefined) asks.delete(oldest)
      asks.set(callId, steps)
    }
    steps.push({ at: now(), what: `asked ${title}`, detail: toldOf(ask).slice(0, TEXT_MAX) })
  }

  return {
    asked: onAsk,
    ended(call, status) {
      const kind = kindOf(call, status)
      const steps = asks.get(call.id) ?? []
      if (steps.length > 0) asks.delete(call.id)
      if (left[kind] === 0) return
      left[kind] -= 1
      ended.push(traceOf(call, status, { steps, at: now() }))
    },
    async flush() {
      Object.assign(left, KEPT_MAX)
      const written = ended
      ended = []
      if (written.length > 0) await store.add(written)
    },
  }
}

function kindOf({ outcome }: Call, status: number): keyof typeof KEPT_MAX {
  if (outcome === 'quoted') return 'quoted'
  return status < 400 ? 'sold' : 'failed'
}

function toldOf({ tookMs, waitedMs, fault }: EndedAsk): string {
  const times = [
    ...(waitedMs >= 1 ? [`waited ${Math.round(waitedMs)} ms for its turn`] : []),
    ...(tookMs === null ? [] : [`took ${Math.round(tookMs)} ms`]),
  ]
  return [...times, ...(fault === null ? [] : [fault])].join(', ')
}

interface TraceEnd {
  readonly steps: readonly TraceStep[]
  readonly at: number
}

function traceOf(call: Call, status: number, { steps, at }: TraceEnd): CallTrace {
  const { id: callId, tool, transport, account, outcome, amount, cause } = call
  const startedAt = at - (performance.now() - call.startedAt)
  return {
    callId,
    at,
    slug: tool?.slug ?? '',
    transport,
    rail: account?.rail ?? '',
    outcome,
    status,
    amount,
    cause: cause === null ? '' : causeTold(cause).slice(0, TEXT_MAX),
    steps: [
      { at: Math.round(startedAt), what: 'arrived', detail: '' },
      ...marksOf(call).map(([what, mark]) => ({
        at: Math.round(startedAt + mark - call.startedAt),
        what,
        detail: '',
      })),
      ...steps,
    ].toSorted((a, b) => a.at - b.at),
  }
}

const causeTold = (cause: unknown): string => (typeof cause === 'string' ? cause : causeOf(cause))

const MARKS = {
  quoted: 'price known',
  verified: 'payment verified',
  answered: 'the tool answered',
  settled: 'payment settled',
} as const

const marksOf = ({ marks }: Call): readonly (readonly [what: string, at: number])[] =>
  (Object.keys(MARKS) as (keyof typeof MARKS)[]).flatMap((name) => {
    const at = marks?.[name]
    return at === undefined ? [] : [[MARKS[name], at] as const]
  })
