import type { Db } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const leaseMigrations: readonly Migration[] = [
  {
    name: 'leases-1',
    sql: [
      'create table leases (name text primary key, holder text not null, until bigint not null)',
    ],
  },
]

/** Work that one replica does for all. The lease of a dead replica expires. */
export interface LeaseStore {
  /** True when this holder has the lease until then; a lease that it already has is renewed. */
  take(
    name: string,
    holder: string,
    term: { readonly now: number; readonly until: number },
  ): Promise<boolean>
  release(holder: string): Promise<boolean>
  /** Names of the leases that are held. */
  held(now: number): Promise<readonly string[]>
}

export function createLeaseStore(db: Db): LeaseStore {
  return {
    async take(name, holder, { now, until }) {
      // Mostly another replica has it, and to be refused is an error in the log of the engine.
      const other = `select 1 as held from leases where name = $1 and holder <> $2 and until > $3`
      if (await db.one(other, [name, holder, now])) return false
      return db.batch([
        {
          sql: `insert into leases values ($1, $2, $3)
            on conflict (name) do update set holder = excluded.holder, until = excluded.until
            where leases.holder = excluded.holder or leases.until <= $4`,
          values: [name, holder, until, now],
          guard: true,
        },
      ])
    },
    release: (holder) =>
      db.batch([{ sql: 'delete from leases where holder = $1', values: [holder] }]),
    async held(now) {
      const rows = await db.all<{ name: string }>('select name from leases where until > $1', [now])
      return rows.map(({ name }) => name)
    },
  }
}
