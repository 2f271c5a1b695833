import { createLimit } from '../../../selling/call/limits.ts'
import type { CallStats } from '../../../stores/call-stats.ts'
import { ok, type FrontParts, type Instance } from '../endpoint.ts'

/**
 * Answers a report that is made at most every `REPORT_SECONDS`. An old report is answered while the
 * next one is made, so that no client waits.
 */
export function reportEndpoint(
  make: (parts: FrontParts, instance: Instance) => Promise<unknown>,
  parts: FrontParts,
  instance: Instance,
) {
  const { serving, limits } = instance.settings
  const { now } = instance
  const { rateCounters } = parts.ground.stores
  const keptMs = serving.REPORT_SECONDS * 1000
  const requests = createLimit('reports', limits.REPORTS_PER_MINUTE, { rateCounters, now })
  let kept: { readonly atMs: number; readonly report: unknown } | null = null
  let making: Promise<unknown> | null = null

  async function renew(): Promise<unknown> {
    const report = await make(parts, instance)
    kept = { atMs: now(), report }
    return report
  }

  const renewed = () => (making ??= renew().finally(() => void (making = null)))

  return async ({ client }: { readonly client: string }) => {
    await requests.take(client)
    if (kept === null || keptMs === 0) return ok(await renewed())
    // A failure is answered to clients that wait for the first report; the next caller tries again.
    if (now() - kept.atMs >= keptMs) renewed().catch(() => {})
    return ok(kept.report)
  }
}

/** Calls that ended alike, counted. */
export type EndedCalls = Pick<CallStats, 'outcome' | 'status' | 'calls' | 'ms'>

/** What is not there was asked for by mistake; it did not fail. */
const NOT_THERE: ReadonlySet<number> = new Set([404, 405])

export function byOutcome(endings: readonly EndedCalls[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { outcome, status, calls } of endings) {
    const name = outcome === 'failed' && NOT_THERE.has(status) ? 'notFound' : outcome
    counts[name] = (counts[name] ?? 0) + calls
  }
  return counts
}

export const sum = (endings: readonly EndedCalls[]): number =>
  endings.reduce((total, { calls }) => total + calls, 0)
