import type { Call } from '../call/call.ts'
import { newCall, type CallLog } from '../call/call-log.ts'
import { dollarsOf } from '../core/money.ts'
import type { CallStats, CallStatsStore } from '../stores/call-stats.ts'
import { causeOf, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export interface CallLogOptions {
  readonly log: Log
  readonly metrics: Metrics
  readonly callStats: CallStatsStore
  now(): number
}

export interface OperatorCallLog extends CallLog {
  /** Writes the counts of the last moments to the store. */
  flush(): Promise<void>
}

const HOUR_MS = 3_600_000

/**
 * Writes one line per call, sums it for the metrics, and sums calls by the hour for the statistics.
 */
export function createCallLog({ log, metrics, callStats, now }: CallLogOptions): OperatorCallLog {
  let sums = new Map<string, CallStats>()

  function countCall(slug: string, outcome: string, status: number, ms: number): void {
    const key = `${slug} ${outcome} ${status}`
    const before = sums.get(key)
    sums.set(key, {
      slug,
      outcome,
      status,
      calls: (before?.calls ?? 0) + 1,
      ms: (before?.ms ?? 0) + ms,
    })
  }

  return {
    begin: newCall,
    end({ id, startedAt, tool, account, amount, outcome, cause }: Call, status) {
      const slug = tool?.slug ?? null
      const rail = account?.rail ?? null
      const ms = performance.now() - startedAt
      const line = {
        id,
        slug,
        rail,
        priceUsd: amount === null ? null : dollarsOf(amount),
        status,
        outcome,
        ms: Math.round(ms * 1000) / 1000,
        ...(cause === null ? {} : { cause: typeof cause === 'string' ? cause : causeOf(cause) }),
      }
      if (status === 500) log.error(line, 'call')
      else log.info(line, 'call')
      metrics.count({ slug: slug ?? '', rail: rail ?? '', outcome, status }, ms / 1000)
      countCall(slug ?? '', outcome, status, ms)
    },
    async flush() {
      if (sums.size === 0) return
      const written = sums
      sums = new Map()
      await callStats.add(Math.floor(now() / HOUR_MS), [...written.values()])
    },
  }
}
