import type { StatusPage } from '../../pages/status.ts'
import type { HomeNumbers } from '../../pages/home.ts'
import type { ToolRecord } from '../../pages/components.ts'
import type { CallHistory } from '../../pages/call-history.ts'
import type { FrontParts, Instance } from '../endpoint.ts'
import { HOUR_MS } from '../../../base/core/milliseconds.ts'

const DAYS = 7
const KEPT_MS = 10_000

/** What the pages say of the calls so far. It is read at most every ten seconds. */
export interface PageNumbers {
  readonly all: ToolRecord | null
  readonly byTool: StatusPage['byTool']
  readonly home: HomeNumbers
  recordOf(slug: string): ToolRecord | null
}

interface Row {
  readonly status: number
  readonly calls: number
  readonly ms: number
}

/** How calls of one tool, or of all tools, ended in each hour. */
export async function callHistory(
  { ground: { stores } }: Pick<FrontParts, 'ground'>,
  { now }: Pick<Instance, 'now'>,
  { days, slug }: { readonly days: number; readonly slug?: string },
): Promise<CallHistory> {
  const hour = Math.floor(now() / HOUR_MS)
  const rows = await stores.callStats.byHour(hour - 24 * days + 1, slug)
  const hours = [...Map.groupBy(rows, (row) => row.hour)].flatMap(([of, own]) => {
    const record = recordOf(own)
    if (!record) return []
    const answered = count(own.filter(({ status }) => status === 200))
    const ms = (record.meanMs ?? 0) * answered
    return [{ hour: of, answered, failed: record.calls - answered, ms }]
  })
  return { hours, hour, days }
}

/** Old numbers are answered while the next are read, so that only the first reader waits. */
export function openNumbers(
  { ground: { stores }, records }: Pick<FrontParts, 'ground' | 'records'>,
  { now }: Pick<Instance, 'now'>,
): () => Promise<PageNumbers> {
  let kept: { readonly at: number; readonly numbers: PageNumbers } | null = null
  let reading: Promise<PageNumbers> | null = null

  async function read(): Promise<PageNumbers> {
    await records.flush()
    const hour = Math.floor(now() / HOUR_MS)
    const [rows, day] = await Promise.all([
      stores.callStats.bySlug(hour - 24 * DAYS),
      stores.sales.since(hour - 24),
    ])
    const byTool = [...Map.groupBy(rows, ({ slug }) => slug)]
      .filter(([slug]) => slug !== '')
      .flatMap(([slug, own]) => {
        const record = recordOf(own)
        return record ? [{ slug, ...record }] : []
      })
    const bySlug = new Map(byTool.map((record) => [record.slug, record]))
    const all = recordOf(rows)
    const home = {
      callsOfDay: day.calls,
      meanMs: all?.meanMs ?? null,
      answered: all?.answered ?? null,
    }
    const numbers = { all, byTool, home, recordOf: (slug: string) => bySlug.get(slug) ?? null }
    kept = { at: now(), numbers }
    return numbers
  }

  const renewed = () => (reading ??= read().finally(() => void (reading = null)))
  return async () => {
    if (!kept) return renewed()
    if (now() - kept.at >= KEPT_MS) renewed().catch(() => {})
    return kept.numbers
  }
}

/** Calls that ended by an answer or by a failure of ours; what a caller got wrong says nothing. */
function recordOf(rows: readonly Row[]): ToolRecord | null {
  const answered = rows.filter(({ status }) => status === 200)
  const failed = rows.filter(({ status }) => status >= 500)
  const good = count(answered)
  const calls = good + count(failed)
  if (calls === 0) return null
  const ms = answered.reduce((sum, row) => sum + row.ms, 0)
  return { calls, meanMs: good === 0 ? null : ms / good, answered: good / calls }
}

const count = (rows: readonly Row[]): number => rows.reduce((sum, { calls }) => sum + calls, 0)
