import type { Db } from '../base/core/db.ts'
import { commitWith, rowOf } from '../base/core/transaction.ts'
import type { RateSlots } from '../base/core/rate-slots.ts'
import type { Migration } from './database/migrate.ts'

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
      const spacing = Math.ceil(spacingMs)
      const taken = await db.run(
        function* () {
          // Locks the row, and then reads the clock: a slot that began before the wait for the
          // lock, or for a connection, would be used late, and the next one too soon after it.
          const row = yield* rowOf<{ nextAt: number }>(
            `insert into upstream_slots values ($1, 0)
              on conflict (party) do update set next_at = upstream_slots.next_at
              returning next_at as "nextAt"`,
            [party],
          )
          const at = now()
          const turnAt = Math.max(at, row?.nextAt ?? 0)
          const forMs = turnAt - at
          if (forMs > waitMaxMs) return commitWith({ forMs, isTaken: false }, [])
          const sql = 'update upstream_slots set next_at = $2 where party = $1'
          return commitWith({ forMs, isTaken: true }, [{ sql, values: [party, turnAt + spacing] }])
        },
        undefined,
        'soon',
      )
      return taken ?? { forMs: waitMaxMs, isTaken: false }
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
