import type { Db } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const callStatsMigrations: readonly Migration[] = [
  {
    name: 'tallies-1',
    sql: [
      `create table tallies (
        hour bigint not null, slug text not null, outcome text not null, status bigint not null,
        calls bigint not null, ms bigint not null, primary key (hour, slug, outcome, status))`,
    ],
  },
  { name: 'tallies-2', sql: ['alter table tallies rename to call_stats'] },
  {
    name: 'call-stats-3',
    sql: [
      `create table call_hours (
        hour bigint not null, outcome text not null, status bigint not null,
        calls bigint not null, ms bigint not null, primary key (hour, outcome, status))`,
      `insert into call_hours select hour, outcome, status, sum(calls), sum(ms) from call_stats
        group by hour, outcome, status`,
    ],
  },
  {
    name: 'call-stats-4',
    sql: ['create index call_stats_slug on call_stats (slug, hour)'],
  },
]

/** How the calls of one hour ended. */
export type HourStats = Pick<CallStats, 'status' | 'calls' | 'ms'> & { readonly hour: number }

/** How calls ended, counted by the hour. The reliability report reads it. */
export interface CallStats {
  readonly slug: string
  readonly outcome: string
  readonly status: number
  readonly calls: number
  /** The sum of their times, in milliseconds. */
  readonly ms: number
}

export interface CallStatsStore {
  add(hour: number, callStats: readonly CallStats[]): Promise<boolean>
  since(hour: number): Promise<readonly Omit<CallStats, 'slug'>[]>
  /** Deletes the counts by tool of one hour before that one; false if none is left. */
  forget(hour: number): Promise<boolean>
  bySlug(hour: number): Promise<readonly Omit<CallStats, 'outcome'>[]>
  /** Hour by hour; of one tool, or of all. */
  byHour(hour: number, slug?: string): Promise<readonly HourStats[]>
  /** When this database was first used, in milliseconds since the epoch. */
  firstStart(): Promise<number | null>
}

export function createCallStatsStore(db: Db): CallStatsStore {
  return {
    add: (hour, callStats) =>
      db.batch([
        ...inOrder(callStats).map(({ slug, outcome, status, calls, ms }) => ({
          sql: `insert into call_stats values ($1, $2, $3, $4, $5, $6)
            on conflict (hour, slug, outcome, status)
            do update set calls = call_stats.calls + excluded.calls, ms = call_stats.ms + excluded.ms`,
          values: [hour, slug, outcome, status, calls, Math.round(ms)],
        })),
        ...inOrder(withoutSlugs(callStats)).map(({ outcome, status, calls, ms }) => ({
          sql: `insert into call_hours values ($1, $2, $3, $4, $5)
            on conflict (hour, outcome, status)
            do update set calls = call_hours.calls + excluded.calls, ms = call_hours.ms + excluded.ms`,
          values: [hour, outcome, status, calls, Math.round(ms)],
        })),
      ]),
    async since(hour) {
      const sql = `select outcome, status, sum(calls) as calls, sum(ms) as ms from call_hours
        where hour >= $1 group by outcome, status order by outcome, status`
      return (await db.all<Omit<CallStats, 'slug'>>(sql, [hour])).map(counted)
    },
    async forget(hour) {
      const row = await db.one<{ hour: number | null }>('select min(hour) as hour from call_stats')
      if (row === null || row.hour === null || Number(row.hour) >= hour) return false
      const sql = 'delete from call_stats where hour = $1'
      await db.batch([{ sql, values: [Number(row.hour)] }], 'soon')
      return true
    },
    async bySlug(hour) {
      const sql = `select slug, status, sum(calls) as calls, sum(ms) as ms from call_stats
        where hour >= $1 group by slug, status order by slug, status`
      return (await db.all<Omit<CallStats, 'outcome'>>(sql, [hour])).map(counted)
    },
    async byHour(hour, slug) {
      const [table, own] = slug === undefined ? ['call_hours', ''] : ['call_stats', 'and slug = $2']
      const sql = `select hour, status, sum(calls) as calls, sum(ms) as ms from ${table}
        where hour >= $1 ${own} group by hour, status order by hour, status`
      const rows = await db.all<HourStats>(sql, slug === undefined ? [hour] : [hour, slug])
      return rows.map((row) => ({
        ...counted(row),
        hour: Number(row.hour),
        status: Number(row.status),
      }))
    },
    async firstStart() {
      const row = await db.one<{ at: number | null }>('select min(at) as at from migrations')
      return row === null || row.at === null ? null : Number(row.at)
    },
  }
}

/** Replicas lock the rows in one order, so that they cannot deadlock. */
const inOrder = (rows: readonly CallStats[]): readonly CallStats[] =>
  rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

const keyOf = ({ slug, outcome, status }: CallStats): string => `${slug} ${outcome} ${status}`

function withoutSlugs(rows: readonly CallStats[]): readonly CallStats[] {
  const sums = new Map<string, CallStats>()
  for (const row of rows) {
    const bare = { ...row, slug: '' }
    const before = sums.get(keyOf(bare))
    const calls = (before?.calls ?? 0) + row.calls
    sums.set(keyOf(bare), { ...bare, calls, ms: (before?.ms ?? 0) + row.ms })
  }
  return [...sums.values()]
}

const counted = <T extends { calls: number; ms: number }>(row: T): T => ({
  ...row,
  calls: Number(row.calls),
  ms: Number(row.ms),
})
