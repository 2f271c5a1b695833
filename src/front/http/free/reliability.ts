import { HOUR_MS } from '../../../base/core/milliseconds.ts'
import type { CallStats } from '../../../stores/call-stats.ts'
import type { EndpointSpec, FrontParts, Instance } from '../endpoint.ts'
import { byOutcome, reportEndpoint, sum, type EndedCalls } from './_reports.ts'

/** How calls ended, from the hourly sums. */
export default {
  path: '/api/reliability',
  methods: ['GET'],
  access: 'public',
  summary: 'How calls ended over the last day and month.',
  answer: { type: 'object' },
  refusals: [429],
  open: (...parts) => reportEndpoint(reliabilityOf, ...parts),
} satisfies EndpointSpec

async function reliabilityOf(
  { ground, payments, records }: FrontParts,
  { shop, startedAt, now }: Instance,
) {
  const { callStats } = ground.stores
  await records.flush()
  const hour = Math.floor(now() / HOUR_MS)
  const [lastDay, lastMonth, firstStart, bySlug] = await Promise.all([
    callStats.since(hour - 24),
    callStats.since(hour - 24 * 30),
    callStats.firstStart(),
    callStats.bySlug(hour - 24),
  ])
  const networks = payments.networkStatuses()
  return {
    service: shop.site.name,
    status: networks.some(({ trouble }) => trouble) ? 'degraded' : 'operational',
    asOf: new Date(now()).toISOString(),
    processUptimeSeconds: Math.floor((now() - startedAt) / 1000),
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

function summaryOf(endings: readonly EndedCalls[]): Readonly<Record<string, unknown>> {
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

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
