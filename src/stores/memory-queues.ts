import type { Transaction, Statement } from '../base/core/db.ts'
import { rowOf, rowsOf } from '../base/core/transaction.ts'
import type { Migration } from './database/migrate.ts'

export const memoryQueueMigrations: readonly Migration[] = [
  {
    name: 'memory-queues-1',
    sql: [
      `create table memory_queue (
        ns text not null, queue text not null, seq bigint not null, item text not null,
        bytes bigint not null, attempts bigint not null, ready bigint not null,
        primary key (ns, queue, seq))`,
    ],
  },
]

/** An item is leased while it was popped and its `ready` is in the future. */
export interface QueueItem {
  readonly seq: number
  /** JSON, as it was sent. */
  readonly item: string
  readonly bytes: number
  /** How often it was handed out. */
  readonly attempts: number
  /** When it can be popped, in milliseconds. */
  readonly ready: number
}

/** A popped item under one lease. */
export interface Lease {
  readonly seq: number
  readonly attempts: number
}

const COLUMNS = 'seq, item, bytes, attempts, ready'

export const addItem = (ns: string, queue: string, item: QueueItem): Statement => ({
  sql: 'insert into memory_queue values ($1, $2, $3, $4, $5, $6, $7)',
  values: [ns, queue, item.seq, item.item, item.bytes, item.attempts, item.ready],
})

/** The oldest first. */
export const readyItems = (
  ns: string,
  queue: string,
  { now, limit }: { readonly now: number; readonly limit: number },
): Transaction<readonly QueueItem[]> =>
  rowsOf(
    `select ${COLUMNS} from memory_queue
      where ns = $1 and queue = $2 and ready <= $3 order by seq limit $4`,
    [ns, queue, now, limit],
  )

/** Finds a lease that has not expired; after that, the item may belong to another worker. */
export const leasedItem = (
  ns: string,
  queue: string,
  { lease, now }: { readonly lease: Lease; readonly now: number },
): Transaction<QueueItem | null> =>
  rowOf(
    `select ${COLUMNS} from memory_queue
      where ns = $1 and queue = $2 and seq = $3 and attempts = $4 and ready > $5`,
    [ns, queue, lease.seq, lease.attempts, now],
  )

/** Pops an item, or returns it. */
export const turnItem = (
  ns: string,
  queue: string,
  { seq, attempts, ready }: Pick<QueueItem, 'seq' | 'attempts' | 'ready'>,
): Statement => ({
  sql: `update memory_queue set attempts = $4, ready = $5
    where ns = $1 and queue = $2 and seq = $3`,
  values: [ns, queue, seq, attempts, ready],
})

export const dropItem = (ns: string, queue: string, { seq }: QueueItem): Statement => ({
  sql: 'delete from memory_queue where ns = $1 and queue = $2 and seq = $3',
  values: [ns, queue, seq],
})

export function* depthOf(ns: string, queue: string): Transaction<number> {
  const row = yield* rowOf<{ depth: number }>(
    'select count(*) as depth from memory_queue where ns = $1 and queue = $2',
    [ns, queue],
  )
  return Number(row?.depth ?? 0)
}
