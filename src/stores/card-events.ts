import type { Db } from '../base/core/db.ts'
import { DAY_MS } from '../base/core/milliseconds.ts'

/** Events of the processor: only names are taken from them. */
export interface CardEvent {
  readonly id: string
  readonly type: string
  readonly subject: string
}

/** Events that the processor has sent. Their table is made with that of the orders. */
export interface CardEventStore {
  /** Written once; false for one that is known. */
  hear(event: CardEvent, now: number): Promise<boolean>
  unheard(now: number): Promise<readonly CardEvent[]>
  heard(id: string): Promise<boolean>
  forget(now: number): Promise<boolean>
}

const AT_ONCE = 50
const KEPT_MS = 30 * DAY_MS
/** Later than any look: the event is worked off. */
const NEVER = Number.MAX_SAFE_INTEGER
/** How long a process may take for an event before another takes it. */
const EVENT_MS = 15_000

export function createCardEventStore(db: Db): CardEventStore {
  return {
    hear: ({ id, type, subject }, now) =>
      db.batch([
        {
          sql: 'insert into card_events values ($1, $2, $3, $4, $4) on conflict do nothing',
          values: [id, type, subject, now],
          guard: true,
        },
      ]),
    async unheard(now) {
      const events = await db.all<CardEvent>(
        `select id, type, subject from card_events where due <= $1 order by due limit ${AT_ONCE}`,
        [now],
      )
      const taken = await Promise.all(
        events.map(({ id }) =>
          db.batch([
            {
              sql: 'update card_events set due = $2 where id = $1 and due <= $3',
              values: [id, now + EVENT_MS, now],
              guard: true,
            },
          ]),
        ),
      )
      return events.filter((_, at) => taken[at])
    },
    heard: (id) =>
      db.batch([{ sql: 'update card_events set due = $2 where id = $1', values: [id, NEVER] }]),
    forget: (now) =>
      db.batch([
        {
          sql: 'delete from card_events where at <= $1 and due = $2',
          values: [now - KEPT_MS, NEVER],
        },
      ]),
  }
}
