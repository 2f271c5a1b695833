import type { Db, Transaction, Statement } from '../base/core/db.ts'
import { rowOf } from '../base/core/transaction.ts'
import type { Migration } from './database/migrate.ts'

export const memoryGrantMigrations: readonly Migration[] = [
  {
    name: 'memory-grants-1',
    sql: [
      `create table memory_grants (
        owner text not null, grantee text not null, mode text not null, created bigint not null,
        expires bigint not null, primary key (owner, grantee))`,
      'create index memory_grants_grantee on memory_grants (grantee)',
      'create index memory_grants_expires on memory_grants (expires)',
    ],
  },
]

export type GrantMode = 'read' | 'readwrite'

export interface Grant {
  readonly owner: string
  readonly grantee: string
  readonly mode: GrantMode
  readonly created: number
  /** Milliseconds; every grant ends. */
  readonly expires: number
}

const FIND = `select owner, grantee, mode, created, expires from memory_grants
  where owner = $1 and grantee = $2 and expires > $3`

export const grantOf = (owner: string, grantee: string, now: number): Transaction<Grant | null> =>
  rowOf<Grant>(FIND, [owner, grantee, now])

export function* countGrants(owner: string, now: number): Transaction<number> {
  const row = yield* rowOf<{ count: number }>(
    'select count(*) as count from memory_grants where owner = $1 and expires > $2',
    [owner, now],
  )
  return Number(row?.count ?? 0)
}

/** A later grant to the same wallet takes the place of the earlier one. */
export const putGrant = ({ owner, grantee, mode, created, expires }: Grant): Statement => ({
  sql: `insert into memory_grants values ($1, $2, $3, $4, $5)
    on conflict (owner, grantee) do update set
      mode = excluded.mode, created = excluded.created, expires = excluded.expires`,
  values: [owner, grantee, mode, created, expires],
})

export const dropGrant = (owner: string, grantee: string): Statement => ({
  sql: 'delete from memory_grants where owner = $1 and grantee = $2',
  values: [owner, grantee],
})

export interface GrantStore {
  find(owner: string, grantee: string, now: number): Promise<Grant | null>
  given(owner: string, now: number): Promise<readonly Grant[]>
  received(grantee: string, now: number): Promise<readonly Grant[]>
  forget(now: number): Promise<boolean>
}

const ALL = 'select owner, grantee, mode, created, expires from memory_grants'

export function createGrantStore(db: Db): GrantStore {
  return {
    find: (owner, grantee, now) => db.one(FIND, [owner, grantee, now]),
    given: (owner, now) =>
      db.all(`${ALL} where owner = $1 and expires > $2 order by created, grantee`, [owner, now]),
    received: (grantee, now) =>
      db.all(`${ALL} where grantee = $1 and expires > $2 order by created, owner`, [grantee, now]),
    forget: (now) =>
      db.batch([{ sql: 'delete from memory_grants where expires <= $1', values: [now] }]),
  }
}
