import type { Call } from '../../selling/call/call.ts'
import { newCall, type CallLog } from '../../selling/call/call-log.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { dollarsOf } from '../../base/core/money.ts'
import type { CallStats, CallStatsStore } from '../../stores/call-stats.ts'
import type { CallTraces } from './call-traces.ts'
import { causeOf, type Log } from './log.ts'
import type { CallSeries, Metrics } from './metrics.ts'

export interface CallLogOptions {
  readonly log: Log
  readonly metrics: Metrics
  readonly callStats: CallStatsStore
  readonly traces: Pick<CallTraces, 'ended' | 'flush'>
  now(): number
}

export interface OperatorCallLog extends CallLog {
  /** Writes the counts of the last moments to the store. */
  flush(): Promise<void>
}

/** Calls that ended alike, and how many of them did since the counts were written last. */
interface Alike {
  readonly slug: string
  readonly outcome: string
  readonly status: number
  readonly series: CallSeries
  /** What their lines say between the id and the price, and between the price and the time. */
  readonly said: readonly [who: string, how: string]
  calls: number
  ms: number
}

/**
 * Writes one line per call, sums it for the metrics, and sums calls by the hour for the statistics.
 */
export function createCallLog({
  log,
  metrics,
  callStats,
  traces,
  now,
}: CallLogOptions): OperatorCallLog {
  const known = new Map<string, Alike>()

  function alikeOf({ tool, account, outcome }: Call, status: number): Alike {
    const [slug, rail] = [tool?.slug ?? null, account?.rail ?? null]
    const key = `${slug} ${rail} ${outcome} ${status}`
    const before = known.get(key)
    if (before) return before
    const labels = { slug: slug ?? '', rail: rail ?? '', outcome, status }
    const said = [inner({ slug, rail }), inner({ status, outcome })] as const
    const made = { ...labels, series: metrics.seriesOf(labels), said, calls: 0, ms: 0 }
    known.set(key, made)
    return made
  }

  function writeLine(call: Call, { said: [who, how] }: Alike, ms: number): void {
    const priceUsd = call.amount === null ? null : dollarsOf(call.amount)
    log.written?.(`"id":"${call.id}",${who},"priceUsd":${priceUsd},${how},"ms":${ms}`, 'call')
  }

  return {
    begin: newCall,
    end(call, status) {
      const alike = alikeOf(call, status)
      const ms = performance.now() - call.startedAt
      const rounded = Math.round(ms * 1000) / 1000
      if (call.cause === null && log.written !== undefined) writeLine(call, alike, rounded)
      else {
        const line = lineOf(call, status, rounded)
        if (status === 500) log.error(line, 'call')
        else log.info(line, 'call')
      }
      alike.calls += 1
      alike.ms += ms
      alike.series.observe(ms / 1000)
      traces.ended(call, status)
    },
    async flush() {
      await traces.flush()
      const sums = new Map<string, CallStats>()
      for (const alike of known.values()) {
        const { slug, outcome, status, calls, ms } = alike
        if (calls === 0) continue
        const key = `${slug} ${outcome} ${status}`
        const { calls: more, ms: longer } = sums.get(key) ?? { calls: 0, ms: 0 }
        sums.set(key, { slug, outcome, status, calls: calls + more, ms: ms + longer })
        Object.assign(alike, { calls: 0, ms: 0 })
      }
      if (sums.size > 0) await callStats.add(Math.floor(now() / HOUR_MS), [...sums.values()])
    },
  }
}

/** The members of an object as JSON. */
const inner = (fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(fields).slice(1, -1)

/** What `writeLine` writes, and the cause. */
const lineOf = (
  { id, tool, account, amount, outcome, cause }: Call,
  status: number,
  ms: number,
) => ({
  id,
  slug: tool?.slug ?? null,
  rail: account?.rail ?? null,
  priceUsd: amount === null ? null : dollarsOf(amount),
  status,
  outcome,
  ms,
  ...(cause === null ? {} : { cause: typeof cause === 'string' ? cause : causeOf(cause) }),
})
