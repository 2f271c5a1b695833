import { HOUR_MS } from '../../../base/core/milliseconds.ts'
import { dollarsOf, type Usd } from '../../../base/core/money.ts'
import type { SaleTotals, ToolTotals } from '../../../stores/sales.ts'
import type { EndpointSpec, FrontParts, Instance } from '../endpoint.ts'
import { byOutcome, reportEndpoint, sum } from './_reports.ts'

const TOP_TOOLS = 10
const dollars = (micros: number): number => dollarsOf(micros as Usd)

/** What was sold, from sums by the hour. */
export default {
  path: '/api/stats',
  methods: ['GET'],
  access: 'public',
  summary: 'What was sold, counted.',
  answer: { type: 'object' },
  refusals: [429],
  open: (...parts) => reportEndpoint(statsOf, ...parts),
} satisfies EndpointSpec

async function statsOf({ ground, records }: FrontParts, { shop, now }: Instance) {
  const { sales, callStats } = ground.stores
  await records.flush()
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
    byRail: Object.fromEntries([...rails].map(([rail, rows]) => [rail, totalsRow(sumOf(rows))])),
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
    .map(({ slug, ...totals }) => ({ slug, ...totalsRow(totals) }))
}

const sumOf = (rows: readonly SaleTotals[]): SaleTotals => ({
  calls: rows.reduce((total, { calls }) => total + calls, 0),
  revenue: rows.reduce((total, { revenue }) => total + revenue, 0),
})

const totalsRow = ({ calls, revenue }: SaleTotals) => ({ calls, revenueUsd: dollars(revenue) })
