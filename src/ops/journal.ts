import type { CallEntry, Journal } from '../call/journal.ts'
import { dollarsOf } from '../core/money.ts'
import type { Tally, TallyStore } from '../stores/tallies.ts'
import { causeOf, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export interface JournalOptions {
  readonly log: Log
  readonly metrics: Metrics
  readonly tallies: TallyStore
  now(): number
}

export interface OpsJournal extends Journal {
  /** Writes the counts of the last moments to the store. */
  flush(): Promise<void>
}

const HOUR_MS = 3_600_000

/**
 * Writes one line per call, counts it for the metrics, and tallies it by the hour for the reports.
 */
export function createJournal({ log, metrics, tallies, now }: JournalOptions): OpsJournal {
  let counts = new Map<string, Tally>()

  function tally(slug: string, outcome: string, status: number, ms: number): void {
    const key = `${slug} ${outcome} ${status}`
    const before = counts.get(key)
    counts.set(key, {
      slug,
      outcome,
      status,
      calls: (before?.calls ?? 0) + 1,
      ms: (before?.ms ?? 0) + ms,
    })
  }

  return {
    begin: (request) => ({
      id: request.id,
      startedAt: performance.now(),
      slug: null,
      rail: null,
      amount: null,
      outcome: 'failed',
      credential: null,
      cause: null,
    }),
    end({ id, startedAt, slug, rail, amount, outcome, cause }: CallEntry, status) {
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
      tally(slug ?? '', outcome, status, ms)
    },
    async flush() {
      if (counts.size === 0) return
      const written = counts
      counts = new Map()
      await tallies.add(Math.floor(now() / HOUR_MS), [...written.values()])
    },
  }
}
