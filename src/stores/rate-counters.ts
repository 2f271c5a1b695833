import type { Db } from '../base/core/db.ts'
import { rowOf } from '../base/core/transaction.ts'
import type { Migration } from './database/migrate.ts'

export const rateCounterMigrations: readonly Migration[] = [
  {
    name: 'counts-1',
    sql: [
      'create table counts (name text primary key, count bigint not null, until bigint not null)',
      'create index counts_until on counts (until)',
    ],
  },
  { name: 'counts-2', sql: ['alter table counts rename to rate_counters'] },
]

export interface Count {
  readonly count: number
  /** When the count starts again, in milliseconds. */
  readonly until: number
}

/** Counters with expiry that several replicas share. */
export interface RateCounterStore {
  /** Adds one; the count ends at this time at the latest. */
  add(name: string, until: number, now: number): Promise<Count>
  find(name: string, now: number): Promise<Count | null>
  forget(now: number): Promise<boolean>
}

export function createRateCounterStore(db: Db): RateCounterStore {
  return {
    async add(name, until, now) {
      const counted = await db.run(() =>
        rowOf<Count>(
          `insert into rate_counters values ($1, 1, $2)
            on conflict (name) do update set
              count = case when rate_counters.until <= $3 then 1 else rate_counters.count + 1 end,
              until = case when rate_counters.until <= $3 then excluded.until else rate_counters.until end
            returning count, until`,
          [name, until, now],
        ),
      )
      return counted ?? { count: 1, until }
    },
    find: (name, now) =>
      db.one('select count, until from rate_counters where name = $1 and until > $2', [name, now]),
    forget: (now) =>
      db.batch([{ sql: 'delete from rate_counters where until <= $1', values: [now] }]),
  }
}
