import type { Db, Transaction, Statement } from '../base/core/db.ts'
import { rowOf, rowsOf } from '../base/core/transaction.ts'
import type { Migration } from './database/migrate.ts'

export const memoryInboxMigrations: readonly Migration[] = [
  {
    name: 'memory-inbox-1',
    sql: [
      `create table memory_inbox (
        ns text not null, seq bigint not null, sender text not null, topic text not null,
        body text not null, bytes bigint not null, sent bigint not null, expires bigint not null,
        primary key (ns, seq))`,
      'create index memory_inbox_expires on memory_inbox (expires)',
    ],
  },
]

export interface Message {
  readonly seq: number
  readonly sender: string
  /** Empty for none. */
  readonly topic: string
  /** JSON, as it was sent. */
  readonly body: string
  readonly bytes: number
  readonly sent: number
  readonly expires: number
}

/** One topic, or null for all. */
export interface MessageFilter {
  readonly topic: string | null
  readonly now: number
}

const WANTED = `ns = $1 and expires > $2 and (topic = $3 or $3 is null)`

export const addMessage = (ns: string, message: Message): Statement => ({
  sql: 'insert into memory_inbox values ($1, $2, $3, $4, $5, $6, $7, $8)',
  values: [
    ns,
    message.seq,
    message.sender,
    message.topic,
    message.body,
    message.bytes,
    message.sent,
    message.expires,
  ],
})

/** The oldest first. */
export const waitingMessages = (
  ns: string,
  { topic, now }: MessageFilter,
  limit: number,
): Transaction<readonly Message[]> =>
  rowsOf(
    `select seq, sender, topic, body, bytes, sent, expires from memory_inbox
      where ${WANTED} order by seq limit $4`,
    [ns, now, topic, limit],
  )

export function* countMessages(ns: string, { topic, now }: MessageFilter): Transaction<number> {
  const row = yield* rowOf<{ count: number }>(
    `select count(*) as count from memory_inbox where ${WANTED}`,
    [ns, now, topic],
  )
  return Number(row?.count ?? 0)
}

export const dropMessage = (ns: string, { seq }: Message): Statement => ({
  sql: 'delete from memory_inbox where ns = $1 and seq = $2',
  values: [ns, seq],
})

/** Removes expired messages of one inbox, and answers their size. */
export function* dropExpiredMessages(
  ns: string,
  now: number,
): Transaction<{ readonly count: number; readonly bytes: number }> {
  const rows = yield* rowsOf<{ bytes: number }>(
    'delete from memory_inbox where ns = $1 and expires <= $2 returning bytes',
    [ns, now],
  )
  return { count: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Inboxes with expired messages. */
export async function inboxesToSweep(db: Db, now: number): Promise<readonly string[]> {
  const rows = await db.all<{ ns: string }>(
    'select distinct ns from memory_inbox where expires <= $1 limit 100',
    [now],
  )
  return rows.map(({ ns }) => ns)
}
