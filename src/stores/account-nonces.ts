import type { Db } from '../base/core/db.ts'
import { rowOf } from '../base/core/transaction.ts'
import type { Migration } from './database/migrate.ts'

export const accountNonceMigrations: readonly Migration[] = [
  {
    name: 'account-nonces-1',
    sql: [
      `create table account_nonces (
        account text primary key, next bigint not null, updated bigint not null)`,
    ],
  },
]

/** The next transaction nonce of an account, which all replicas with its key share. */
export interface AccountNonceStore {
  /**
   * Takes the next nonce. `floor` is the nonce of the chain: it raises a lower count. It also
   * replaces a count that was not used for a while, whose replica may have died before it sent
   * anything.
   */
  take(account: string, floor: number | null): Promise<number>
  /** Returns an unused nonce; does nothing when a later one was taken since. */
  releaseNonce(account: string, nonce: number): Promise<void>
}

const IDLE_MS = 30_000

export function createAccountNonceStore(db: Db, now: () => number): AccountNonceStore {
  return {
    async take(account, floor) {
      const idleSince = floor === null ? 0 : now() - IDLE_MS
      const row = await db.run(() =>
        rowOf<{ next: number }>(
          `insert into account_nonces values ($1, $2 + 1, $3)
            on conflict (account) do update set updated = excluded.updated, next = 1 + case
              when account_nonces.next < $2 or account_nonces.updated < $4 then $2
              else account_nonces.next end
            returning next`,
          [account, floor ?? 0, now(), idleSince],
        ),
      )
      if (!row) throw new Error('no nonce was handed out')
      return row.next - 1
    },
    async releaseNonce(account, nonce) {
      await db.batch([
        {
          sql: 'update account_nonces set next = $2 where account = $1 and next = $2 + 1',
          values: [account, nonce],
        },
      ])
    },
  }
}
