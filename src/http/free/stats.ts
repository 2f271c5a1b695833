import { createLimit } from '../../call/limits.ts'
import { dollarsOf, type Usd } from '../../core/money.ts'
import type { CallStats } from '../../stores/call-stats.ts'
import type { SaleTotals, ToolTotals } from '../../stores/sales.ts'
import { ok, type EndpointDefinition, type FreeParts } from '../endpoint.ts'

const HOUR_MS = 3_600_000
const TOP_TOOLS = 10
const dollars = (micros: number): number => dollarsOf(micros as Usd)

/** What was sold, from sums by the hour. */
export const stats: EndpointDefinition = {
  id: 'stats',
  path: '/api/stats',
  methods: ['GET'],
  access: 'public',
  summary: 'What was sold, counted.',
  answer: { type: 'object' },
  refusals: [429],
  open: (parts) => reportEndpoint(parts, statsOf),
}

async function statsOf({ shop, stores, flush, now }: FreeParts) {
  const { sales, callStats } = stores
  await flush()
  const hour = Math.floor(now() / HOUR_MS)
  const [byTool, lastDay, endings, firstStart] = await Promise.all([
    sales.totals(),
    sales.since(hour - 24),
    callStats.since(0),
    callStats.firstStart(),
  ])
  const all = sumOf(byTool)
  const rails = Map.groupBy(byTool, ({ rail }) => rail)
  return {
    service: shop.site.name,
    tools: shop.catalog.tools.length,
    callsServed: all.calls,
    revenueUsd: dollars(all.revenue),
    byRail: Object.fromEntries([...rails].map(([rail, rows]) => [rail, told(sumOf(rows))])),
    last24h: { callsServed: lastDay.calls, revenueUsd: dollars(lastDay.revenue) },
    topTools: topOf(byTool),
    calls: byOutcome(endings),
    cache: { replayedAnswers: sum(endings.filter(({ outcome }) => outcome === 'replayed')) },
    servingSince: firstStart === null ? null : new Date(firstStart).toISOString(),
  }
}

function topOf(rows: readonly ToolTotals[]) {
  const byTool = [...Map.groupBy(rows, ({ slug }) => slug)].map(([slug, own]) => ({
    slug,
    ...sumOf(own),
  }))
  return byTool
    .toSorted((a, b) => b.calls - a.calls || (a.slug < b.slug ? -1 : 1))
    .slice(0, TOP_TOOLS)
    .map(({ slug, ...totals }) => ({ slug, ...told(totals) }))
}

const sumOf = (rows: readonly SaleTotals[]): SaleTotals => ({
  calls: rows.reduce((total, { calls }) => total + calls, 0),
  revenue: rows.reduce((total, { revenue }) => total + revenue, 0),
})

const told = ({ calls, revenue }: SaleTotals) => ({ calls, revenueUsd: dollars(revenue) })

/** How calls ended, from the hourly sums. */
export const reliability: EndpointDefinition = {
  id: 'reliability',
  path: '/api/reliability',
  methods: ['GET'],
  access: 'public',
  summary: 'How calls ended over the last day and month.',
  answer: { type: 'object' },
  refusals: [429],
  open: (parts) => reportEndpoint(parts, reliabilityOf),
}

async function reliabilityOf({ shop, stores, flush, now, ...parts }: FreeParts) {
  const { callStats } = stores
  await flush()
  const hour = Math.floor(now() / HOUR_MS)
  const [lastDay, lastMonth, firstStart, bySlug] = await Promise.all([
    callStats.since(hour - 24),
    callStats.since(hour - 24 * 30),
    callStats.firstStart(),
    callStats.bySlug(hour - 24),
  ])
  const networks = parts.networkStatuses()
  return {
    service: shop.site.name,
    status: networks.some(({ trouble }) => trouble) ? 'degraded' : 'operational',
    asOf: new Date(now()).toISOString(),
    processUptimeSeconds: Math.floor((now() - parts.startedAt) / 1000),
    servingSince: firstStart === null ? null : new Date(firstStart).toISOString(),
    last24h: summaryOf(lastDay),
    last30d: summaryOf(lastMonth),
    failingTools: failing(bySlug),
    networks,
    guarantees: [
      'Only a 200 whose settlement succeeded is billed.',
      'One payment runs one call, however often it is sent.',
    ],
  }
}

/**
 * Answers a report that is made at most every `REPORT_SECONDS`. An old one is answered while the
 * next is made, so that nobody waits for it.
 */
function reportEndpoint(parts: FreeParts, make: (parts: FreeParts) => Promise<unknown>) {
  const { config, stores, now } = parts
  const keptMs = config.REPORT_SECONDS * 1000
  const requests = createLimit('reports', config.REPORTS_PER_MINUTE, { ...stores, now })
  let kept: { readonly atMs: number; readonly report: unknown } | null = null
  let making: Promise<unknown> | null = null

  async function renew(): Promise<unknown> {
    const report = await make(parts)
    kept = { atMs: now(), report }
    return report
  }

  const renewed = () => (making ??= renew().finally(() => void (making = null)))

  return async ({ client }: { readonly client: string }) => {
    await requests.take(client)
    if (kept === null || keptMs === 0) return ok(await renewed())
    // A failure is told to whoever waits for the first report, and tried again by the next caller.
    if (now() - kept.atMs >= keptMs) renewed().catch(() => {})
    return ok(kept.report)
  }
}

type Ended = Pick<CallStats, 'outcome' | 'status' | 'calls' | 'ms'>

function summaryOf(endings: readonly Ended[]): Readonly<Record<string, unknown>> {
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

/** What is not there was asked for by mistake; it did not fail. */
const NOT_THERE: ReadonlySet<number> = new Set([404, 405])

function byOutcome(endings: readonly Ended[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { outcome, status, calls } of endings) {
    const name = outcome === 'failed' && NOT_THERE.has(status) ? 'notFound' : outcome
    counts[name] = (counts[name] ?? 0) + calls
  }
  return counts
}

const sum = (endings: readonly Ended[]): number =>
  endings.reduce((total, { calls }) => total + calls, 0)

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
