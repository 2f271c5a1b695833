import type { Catalog } from '../../catalog/catalog.ts'
import type { Site } from '../../catalog/site.ts'
import { dollarsOf, type Usd } from '../../core/money.ts'
import type { NetworkStatus } from '../../payments/x402/facilitator.ts'
import type { SaleStore } from '../../stores/sales.ts'
import type { CallStats, CallStatsStore } from '../../stores/call-stats.ts'
import { ok, type Endpoint } from '../endpoint.ts'

export interface Recorded {
  readonly catalog: Catalog
  readonly site: Site
  readonly sales: SaleStore
  readonly callStats: CallStatsStore
  /** Makes what was counted in the last moments part of the answer. */
  flush(): Promise<void>
  now(): number
  readonly startedAt: number
  networkStatuses(): readonly NetworkStatus[]
}

const HOUR_MS = 3_600_000
const TOP_TOOLS = 10
const dollars = (micros: number): number => dollarsOf(micros as Usd)

/** What was sold, from the sales ledger. */
export const statsEndpoint = (recorded: Recorded): Endpoint => ({
  method: 'GET',
  path: '/api/stats',
  async handle() {
    const { catalog, site, sales, callStats, now } = recorded
    await recorded.flush()
    const day = now() - 24 * HOUR_MS
    const [all, lastDay, rails, top, endings, firstHour] = await Promise.all([
      sales.totals(0),
      sales.totals(day),
      sales.byRail(0),
      sales.topTools(0, TOP_TOOLS),
      callStats.since(0),
      callStats.firstHour(),
    ])
    return ok({
      service: site.name,
      tools: catalog.tools.length,
      callsServed: all.calls,
      revenueUsd: dollars(all.revenue),
      byRail: Object.fromEntries(
        rails.map(({ rail, calls, revenue }) => [rail, { calls, revenueUsd: dollars(revenue) }]),
      ),
      last24h: { callsServed: lastDay.calls, revenueUsd: dollars(lastDay.revenue) },
      topTools: top.map(({ slug, calls, revenue }) => ({
        slug,
        calls,
        revenueUsd: dollars(revenue),
      })),
      calls: byOutcome(endings),
      cache: { replayedAnswers: sum(endings.filter(({ outcome }) => outcome === 'replayed')) },
      servingSince: firstHour === null ? null : new Date(firstHour * HOUR_MS).toISOString(),
    })
  },
})

/** How calls ended, from the hourly sums. */
export const reliabilityEndpoint = (recorded: Recorded): Endpoint => ({
  method: 'GET',
  path: '/api/reliability',
  async handle() {
    const { site, callStats, now, startedAt, networkStatuses } = recorded
    await recorded.flush()
    const hour = Math.floor(now() / HOUR_MS)
    const [lastDay, lastMonth, firstHour, bySlug] = await Promise.all([
      callStats.since(hour - 24),
      callStats.since(hour - 24 * 30),
      callStats.firstHour(),
      callStats.bySlug(hour - 24),
    ])
    return ok({
      service: site.name,
      status: networkStatuses().some(({ trouble }) => trouble) ? 'degraded' : 'operational',
      asOf: new Date(now()).toISOString(),
      processUptimeSeconds: Math.floor((now() - startedAt) / 1000),
      servingSince: firstHour === null ? null : new Date(firstHour * HOUR_MS).toISOString(),
      last24h: reliabilityOf(lastDay),
      last30d: reliabilityOf(lastMonth),
      failingTools: failing(bySlug),
      networks: networkStatuses(),
      guarantees: [
        'Only a 200 whose settlement succeeded is billed.',
        'One payment runs one call, however often it is sent.',
      ],
    })
  },
})

type Commit = Pick<CallStats, 'outcome' | 'status' | 'calls' | 'ms'>

function reliabilityOf(endings: readonly Commit[]): Readonly<Record<string, unknown>> {
  const sold = endings.filter(({ outcome }) => outcome === 'settled')
  const ours = endings.filter(({ status }) => status >= 500)
  const served = sum(sold)
  const failed = sum(ours)
  return {
    callsServed: served,
    callsFailedOnOurSide: failed,
    successRatio: served + failed === 0 ? null : round(served / (served + failed), 5),
    meanMs: served === 0 ? null : round(sold.reduce((total, { ms }) => total + ms, 0) / served, 1),
    byOutcome: byOutcome(endings),
  }
}

function failing(rows: readonly Omit<CallStats, 'outcome'>[]): readonly unknown[] {
  return rows
    .filter(({ status, slug }) => status >= 500 && slug !== '')
    .map(({ slug, status, calls }) => ({ slug, status, calls }))
}

function byOutcome(endings: readonly Commit[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { outcome, calls } of endings) counts[outcome] = (counts[outcome] ?? 0) + calls
  return counts
}

const sum = (endings: readonly Commit[]): number =>
  endings.reduce((total, { calls }) => total + calls, 0)

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
