import type { Db } from '../core/db.ts'
import type { Migration } from './migrate.ts'

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
]

/** How calls ended, counted by the hour: what the reliability report is made of. */
export interface CallStats {
  readonly slug: string
  readonly outcome: string
  readonly status: number
  readonly calls: number
  /** Time taken by all of them together, in milliseconds. */
  readonly ms: number
}

export interface CallStatsStore {
  add(hour: number, callStats: readonly CallStats[]): Promise<boolean>
  since(hour: number): Promise<readonly Omit<CallStats, 'slug'>[]>
  bySlug(hour: number): Promise<readonly Omit<CallStats, 'outcome'>[]>
  firstHour(): Promise<number | null>
}

export function createCallStatsStore(db: Db): CallStatsStore {
  return {
    add: (hour, callStats) =>
      db.batch(
        callStats.map(({ slug, outcome, status, calls, ms }) => ({
          sql: `insert into call_stats values ($1, $2, $3, $4, $5, $6)
            on conflict (hour, slug, outcome, status)
            do update set calls = call_stats.calls + excluded.calls, ms = call_stats.ms + excluded.ms`,
          values: [hour, slug, outcome, status, calls, Math.round(ms)],
        })),
      ),
    async since(hour) {
      const sql = `select outcome, status, sum(calls) as calls, sum(ms) as ms from call_stats
        where hour >= $1 group by outcome, status order by outcome, status`
      return (await db.all<Omit<CallStats, 'slug'>>(sql, [hour])).map(counted)
    },
    async bySlug(hour) {
      const sql = `select slug, status, sum(calls) as calls, sum(ms) as ms from call_stats
        where hour >= $1 group by slug, status order by slug, status`
      return (await db.all<Omit<CallStats, 'outcome'>>(sql, [hour])).map(counted)
    },
    async firstHour() {
      const row = await db.one<{ hour: number | null }>('select min(hour) as hour from call_stats')
      return row?.hour ?? null
    },
  }
}

const counted = <T extends { calls: number; ms: number }>(row: T): T => ({
  ...row,
  calls: Number(row.calls),
  ms: Number(row.ms),
})
