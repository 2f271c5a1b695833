import { hash } from 'node:crypto'
import type { Db, Statement } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const memoryLogMigrations: readonly Migration[] = [
  {
    name: 'memory-log-1',
    sql: [
      `create table memory_log (
        ns text not null, seq bigint not null, at bigint not null, actor text not null,
        action text not null, key text not null, data text not null, prev_hash text not null,
        hash text not null, primary key (ns, seq))`,
    ],
  },
]

export interface LogEntry {
  readonly seq: number
  /** Milliseconds. */
  readonly at: number
  readonly actor: string
  readonly action: string
  readonly key: string
  /** JSON. */
  readonly data: string
  readonly prevHash: string
  readonly hash: string
}

/**
 * `sha256(prevHash|seq|ts|actor|action|key|JSON(data))`: each entry fixes all entries before it.
 */
export const hashOfEntry = (entry: Omit<LogEntry, 'hash'>): string => {
  const { prevHash, seq, at, actor, action, key, data } = entry
  return hash('sha256', [prevHash, seq, at, actor, action, key, data].join('|'))
}

export const addEntry = (ns: string, entry: LogEntry): Statement => {
  const { seq, at, actor, action, key, data, prevHash, hash: own } = entry
  return {
    sql: 'insert into memory_log values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    values: [ns, seq, at, actor, action, key, data, prevHash, own],
  }
}

/** Newest first, before an entry. */
export const readLog = (
  db: Db,
  ns: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<LogEntry[]> =>
  db.all(
    `select seq, at, actor, action, key, data, prev_hash as "prevHash", hash from memory_log
      where ns = $1 and seq < $2 order by seq desc limit $3`,
    [ns, before, limit],
  )
