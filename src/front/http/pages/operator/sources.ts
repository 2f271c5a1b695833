import type { CallReply } from '../../../../base/core/call.ts'
import { sourcesPage, type SourceRow } from '../../../pages/operator/sources.ts'
import { AWAY, type UpstreamCount } from '../../../../stores/upstream-hours.ts'
import type { Endpoint, FrontParts, Instance } from '../../endpoint.ts'
import { HOUR_MS } from '../../../../base/core/milliseconds.ts'
import { csvFile, type OperatorPages } from './shared.ts'

const HOURS = 48

/** How the providers behind the tools have answered. */
export const sourcePages = (
  parts: Pick<FrontParts, 'ground' | 'records'>,
  instance: Pick<Instance, 'now'>,
  { inside, show }: OperatorPages,
): readonly Endpoint[] => [
  {
    method: 'GET',
    path: '/operator/sources',
    handle: inside(async () => {
      await parts.records.flush()
      const hour = Math.floor(instance.now() / HOUR_MS)
      return show(sourcesPage({ sources: await sourcesOf(parts, instance), hour, hours: HOURS }))
    }),
  },
  {
    method: 'GET',
    path: '/operator/sources.csv',
    handle: inside(async () => {
      await parts.records.flush()
      return sourcesFile(await sourcesOf(parts, instance))
    }),
  },
]

const COLUMNS = [
  'source',
  'asked',
  'failed',
  'turned_away',
  'median_ms',
  'p95_ms',
  'mean_wait_ms',
  'pace_per_hour',
  'last_failure_at',
  'last_failure',
]

const whole = (number: number | null): number | null => number && Math.round(number)

/** Of the same hours as the page, in numbers that a spreadsheet can add up. */
const sourcesFile = (sources: readonly SourceRow[]): CallReply =>
  csvFile('sources.csv', [
    COLUMNS,
    ...sources.map((source) => [
      source.title,
      source.asked,
      source.failed,
      source.turnedAway,
      whole(source.medianMs),
      whole(source.slowMs),
      whole(source.meanWaitMs),
      source.perHour,
      source.lastFault && new Date(source.lastFault.at).toISOString(),
      source.lastFault && source.lastFault.message,
    ]),
  ])

/** Sorted by failures, then by requests. */
export async function sourcesOf(
  { ground: { stores } }: Pick<FrontParts, 'ground'>,
  { now }: Pick<Instance, 'now'>,
): Promise<readonly SourceRow[]> {
  const first = Math.floor(now() / HOUR_MS) - HOURS + 1
  const { upstreamHours } = stores
  const [counts, hours, marks] = await Promise.all([
    upstreamHours.since(first),
    upstreamHours.byHour(first),
    upstreamHours.marks(),
  ])
  const byTitle = Map.groupBy(counts, ({ title }) => title)
  const markOf = new Map(marks.map((mark) => [mark.title, mark]))
  const hoursOf = Map.groupBy(hours, ({ title }) => title)
  return [...new Set([...byTitle.keys(), ...markOf.keys()])]
    .map((title) => {
      const { perHour = null, fault = null, faultAt = null } = markOf.get(title) ?? {}
      return {
        title,
        ...summed(byTitle.get(title) ?? []),
        perHour,
        lastFault: fault === null || faultAt === null ? null : { message: fault, at: faultAt },
        hours: hoursOf.get(title) ?? [],
      }
    })
    .toSorted((a, b) => b.failed - a.failed || b.asked - a.asked || (a.title < b.title ? -1 : 1))
}

const sum = (rows: readonly UpstreamCount[], of: 'asked' | 'failed' | 'waited'): number =>
  rows.reduce((total, row) => total + row[of], 0)

function summed(counts: readonly UpstreamCount[]) {
  const asked = counts.filter(({ bucket }) => bucket !== AWAY)
  const all = sum(asked, 'asked')
  return {
    asked: all,
    failed: sum(asked, 'failed'),
    turnedAway: sum(counts, 'asked') - all,
    medianMs: quantile(asked, 0.5),
    slowMs: quantile(asked, 0.95),
    meanWaitMs: all === 0 ? null : sum(asked, 'waited') / all,
  }
}

/**
 * Interpolated between the two powers of 2 of its bucket, as if each request stood in the middle of
 * its share: the median of one request is also its slowest.
 */
function quantile(counts: readonly UpstreamCount[], share: number): number | null {
  const all = counts.reduce((total, { asked }) => total + asked, 0)
  let before = 0
  for (const { bucket, asked } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    const wanted = (all - 1) * share + 0.5
    if (before + asked >= wanted) {
      const [from, to] = [bucket === 0 ? 0 : 2 ** (bucket - 1), 2 ** bucket]
      return from + ((wanted - before) / asked) * (to - from)
    }
    before += asked
  }
  return null
}
