import type { Db } from '../core/db.ts'
import type { Migration } from './migrate.ts'

export const leaseMigrations: readonly Migration[] = [
  {
    name: 'leases-1',
    sql: [
      'create table leases (name text primary key, holder text not null, until bigint not null)',
    ],
  },
]

/**
 * What one replica does for all of them. A holder that dies loses its lease when the time is over.
 */
export interface LeaseStore {
  /** True when the lease is this holder's until then; holding it already, it is prolonged. */
  take(
    name: string,
    holder: string,
    term: { readonly now: number; readonly until: number },
  ): Promise<boolean>
  release(holder: string): Promise<boolean>
  /** Names of leases that somebody holds. */
  held(now: number): Promise<readonly string[]>
}

export function createLeaseStore(db: Db): LeaseStore {
  return {
    take: (name, holder, { now, until }) =>
      db.batch([
        {
          sql: `insert into leases values ($1, $2, $3)
            on conflict (name) do update set holder = excluded.holder, until = excluded.until
            where leases.holder = excluded.holder or leases.until <= $4`,
          values: [name, holder, until, now],
          guard: true,
        },
      ]),
    release: (holder) =>
      db.batch([{ sql: 'delete from leases where holder = $1', values: [holder] }]),
    async held(now) {
      const rows = await db.all<{ name: string }>('select name from leases where until > $1', [now])
      return rows.map(({ name }) => name)
    },
  }
}
