import type { Db } from '../core/db.ts'
import { rowOf } from '../core/script.ts'
import type { Turns } from '../core/turns.ts'
import type { Migration } from './migrate.ts'

export const turnMigrations: readonly Migration[] = [
  {
    name: 'turns-1',
    sql: ['create table turns (party text primary key, next_at bigint not null)'],
  },
]

/** Turns of several replicas together. Moments are those of their clocks, so these must agree. */
export function createTurnStore(db: Db, now: () => number): Turns {
  return {
    async take(party, { spacingMs, waitMaxMs }) {
      const at = now()
      const spacing = Math.ceil(spacingMs)
      const taken = await db.run(() =>
        rowOf<{ nextAt: number }>(
          `insert into turns values ($1, $2)
            on conflict (party) do update set
              next_at = case when turns.next_at > $3 then turns.next_at + $4 else $2 end
            where turns.next_at <= $5
            returning next_at as "nextAt"`,
          [party, at + spacing, at, spacing, at + waitMaxMs],
        ),
      )
      if (taken) return { forMs: taken.nextAt - spacing - at, isTaken: true }
      const next = await db.one<{ nextAt: number }>(
        'select next_at as "nextAt" from turns where party = $1',
        [party],
      )
      return { forMs: Math.max(waitMaxMs, (next?.nextAt ?? at) - at), isTaken: false }
    },
    async rest(party, forMs) {
      const until = now() + Math.ceil(forMs)
      await db.batch([
        {
          sql: `insert into turns values ($1, $2)
            on conflict (party) do update set next_at = excluded.next_at
            where turns.next_at < excluded.next_at`,
          values: [party, until],
        },
      ])
    },
  }
}
