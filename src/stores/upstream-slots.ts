import type { Db } from '../core/db.ts'
import { rowOf } from '../core/transaction.ts'
import type { RateSlots } from '../core/rate-slots.ts'
import type { Migration } from './migrate.ts'

export const upstreamSlotMigrations: readonly Migration[] = [
  {
    name: 'turns-1',
    sql: ['create table turns (party text primary key, next_at bigint not null)'],
  },
  { name: 'turns-2', sql: ['alter table turns rename to upstream_slots'] },
]

/**
 * Rate slots that all replicas share. Times come from the clocks of the replicas, which must agree.
 */
export function createUpstreamSlotStore(db: Db, now: () => number): RateSlots {
  return {
    async take(party, { spacingMs, waitMaxMs }) {
      const at = now()
      const spacing = Math.ceil(spacingMs)
      const taken = await db.run(() =>
        rowOf<{ nextAt: number }>(
          `insert into upstream_slots values ($1, $2)
            on conflict (party) do update set
              next_at = case when upstream_slots.next_at > $3 then upstream_slots.next_at + $4 else $2 end
            where upstream_slots.next_at <= $5
            returning next_at as "nextAt"`,
          [party, at + spacing, at, spacing, at + waitMaxMs],
        ),
      )
      if (taken) return { forMs: taken.nextAt - spacing - at, isTaken: true }
      const next = await db.one<{ nextAt: number }>(
        'select next_at as "nextAt" from upstream_slots where party = $1',
        [party],
      )
      return { forMs: Math.max(waitMaxMs, (next?.nextAt ?? at) - at), isTaken: false }
    },
    async rest(party, forMs) {
      const until = now() + Math.ceil(forMs)
      await db.batch([
        {
          sql: `insert into upstream_slots values ($1, $2)
            on conflict (party) do update set next_at = excluded.next_at
            where upstream_slots.next_at < excluded.next_at`,
          values: [party, until],
        },
      ])
    },
  }
}
