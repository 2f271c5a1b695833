import type { Db } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const settlementKeyMigrations: readonly Migration[] = [
  {
    name: 'settlement-keys-1',
    sql: [
      'create table settlement_keys (address text primary key, since bigint not null)',
      // Replicas have settled with these before the table existed.
      `insert into settlement_keys
        select distinct lower(substr(account, length(account) - 41)), 0 from account_nonces
        where account like 'eip155:%'`,
    ],
  },
]

/**
 * The address of every key that this database has ever settled with. A transfer that one of them
 * has submitted is a payment, whichever key is set now.
 */
export interface SettlementKeyStore {
  /** Called before the key sends anything. */
  remember(address: string): Promise<void>
  isOurs(address: string): Promise<boolean>
}

export function createSettlementKeyStore(db: Db, now: () => number): SettlementKeyStore {
  return {
    async remember(address) {
      await db.batch([
        {
          sql: 'insert into settlement_keys values ($1, $2) on conflict do nothing',
          values: [address.toLowerCase(), now()],
        },
      ])
    },
    async isOurs(address) {
      const sql = 'select address from settlement_keys where address = $1'
      return (await db.one(sql, [address.toLowerCase()])) !== null
    },
  }
}
