import { HOUR_MS } from '../../base/core/milliseconds.ts'
import type { EndedAsk, UpstreamLog } from '../../base/core/upstream-log.ts'
import {
  AWAY,
  type UpstreamCount,
  type UpstreamHourStore,
  type UpstreamMark,
} from '../../stores/upstream-hours.ts'

export interface UpstreamLogParts {
  readonly upstreamHours: Pick<UpstreamHourStore, 'add'>
  /** Hears each one, for the story of its call. */
  asked(ask: EndedAsk): void
  now(): number
}

const HOUR_SECONDS = 3_600
const TEXT_MAX = 200
/** Nodes of chains and models are named one by one, and the operator names them. */
const TITLES_MAX = 500
const BUCKET_MAX = 20

/** Sums how providers answer, and writes the sums by the hour. */
export function createUpstreamLog({ upstreamHours: store, asked, now }: UpstreamLogParts) {
  const counts = new Map<string, { -readonly [Key in keyof UpstreamCount]: UpstreamCount[Key] }>()
  const marks = new Map<string, UpstreamMark>()

  function mark(title: string, told: Partial<UpstreamMark>): void {
    const before = marks.get(title) ?? { title, perHour: null, fault: null, faultAt: null }
    if (marks.size < TITLES_MAX || marks.has(title)) marks.set(title, { ...before, ...told })
  }

  const log: UpstreamLog = {
    paced: (title, perSecond) => mark(title, { perHour: Math.round(perSecond * HOUR_SECONDS) }),
    ended(ask) {
      asked(ask)
      const { title, tookMs, waitedMs, fault } = ask
      const bucket = tookMs === null ? AWAY : bucketOf(tookMs)
      const key = `${bucket} ${title}`
      const none = { title, bucket, asked: 0, failed: 0, took: 0, waited: 0 }
      const sum = counts.get(key) ?? none
      if (counts.size < TITLES_MAX || counts.has(key)) counts.set(key, sum)
      sum.asked += 1
      sum.failed += fault === null ? 0 : 1
      sum.took += tookMs ?? 0
      sum.waited += waitedMs
      if (fault !== null) mark(title, { fault: fault.slice(0, TEXT_MAX), faultAt: now() })
    },
  }

  return {
    ...log,
    /** What the desk says of a provider that answers otherwise than before. */
    changed: (title: string, sentence: string): void =>
      mark(title, { fault: `changed: ${sentence}`.slice(0, TEXT_MAX), faultAt: now() }),
    /** Writes the sums of the last moments. */
    async flush(): Promise<void> {
      if (counts.size === 0 && marks.size === 0) return
      const written = [[...counts.values()], [...marks.values()]] as const
      counts.clear()
      marks.clear()
      await store.add(Math.floor(now() / HOUR_MS), ...written)
    },
  }
}

/** The power of 2 that it stays below, in milliseconds. */
const bucketOf = (ms: number): number =>
  Math.min(BUCKET_MAX, Math.max(0, Math.floor(Math.log2(Math.max(1, ms))) + 1))
