import { usdOf, type Usd } from '../base/core/money.ts'
import type { Db, Statement } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const creditMigrations: readonly Migration[] = [
  {
    name: 'credits-1',
    sql: [
      `create table credits (
        key_hash text primary key, key_id text not null unique, label text not null,
        loaded bigint not null, balance bigint not null, held bigint not null, calls bigint not null,
        disabled bigint not null, created bigint not null, last_used bigint)`,
      `create table holds (
        id text primary key, key_hash text not null, amount bigint not null, until bigint not null)`,
      'create index holds_until on holds (until)',
    ],
  },
]

/** A prepaid key as its owner and the operator see it. The key itself is not stored. */
export interface CreditAccount {
  readonly keyId: string
  readonly label: string
  readonly loaded: Usd
  readonly balance: Usd
  readonly held: Usd
  readonly calls: number
  readonly disabled: boolean
  readonly created: number
  readonly lastUsed: number | null
}

export interface Hold {
  readonly id: string
  readonly keyHash: string
  readonly amount: Usd
  /** The amount to debit, if it is less than the hold. */
  readonly charge?: Usd
}

/**
 * Prepaid balances. A hold counts against the balance at once; it ends as a debit or not at all.
 */
export interface CreditStore {
  account(keyHash: string): Promise<CreditAccount | null>
  list(): Promise<readonly CreditAccount[]>
  issue(
    key: { keyHash: string; keyId: string; label: string },
    loaded: Usd,
    now: number,
  ): Promise<boolean>
  /** The same as a part of another transaction. */
  issuing(
    key: { keyHash: string; keyId: string; label: string },
    loaded: Usd,
    now: number,
  ): Statement
  topUp(keyId: string, amount: Usd): Promise<boolean>
  setDisabled(keyId: string, disabled: boolean): Promise<boolean>
  /** False when the key is unknown, disabled, or short of money. */
  hold(hold: Hold, until: number): Promise<boolean>
  /**
   * Ends a hold as a debit; refused when it has ended already. What is left on the key is told
   * before the commit.
   */
  debit(hold: Hold, now: number, told?: (balance: Usd) => void): readonly Statement[]
  release(hold: Hold): Promise<boolean>
  /** False when the hold has ended. */
  extend(hold: Hold, until: number): Promise<boolean>
  /** Refunds a part of a debit. */
  refund(hold: Hold, amount: Usd): readonly Statement[]
  expired(now: number): Promise<readonly Hold[]>
}

interface Row {
  key_id: string
  label: string
  loaded: number
  balance: number
  held: number
  calls: number
  disabled: number
  created: number
  last_used: number | null
}

const ACCOUNT =
  'select key_id, label, loaded, balance, held, calls, disabled, created, last_used from credits'

export function createCreditStore(db: Db): CreditStore {
  return {
    async account(keyHash) {
      const row = await db.one<Row>(`${ACCOUNT} where key_hash = $1`, [keyHash])
      return row && accountOf(row)
    },
    list: async () => (await db.all<Row>(`${ACCOUNT} order by created, key_id`)).map(accountOf),
    issue: (key, loaded, now) => db.batch([issuing(key, loaded, now)]),
    issuing,
    topUp: (keyId, amount) =>
      db.batch([
        {
          sql: 'update credits set loaded = loaded + $2, balance = balance + $2 where key_id = $1',
          values: [keyId, amount],
          guard: true,
        },
      ]),
    setDisabled: (keyId, disabled) =>
      db.batch([
        {
          sql: 'update credits set disabled = $2 where key_id = $1',
          values: [keyId, disabled ? 1 : 0],
          guard: true,
        },
      ]),
    // A power failure that undoes a hold has ended its call too: the debit is what must be kept.
    hold: ({ id, keyHash, amount }, until) =>
      db.batch(
        [
          {
            sql: `update credits set held = held + $2
              where key_hash = $1 and disabled = 0 and balance - held >= $2`,
            values: [keyHash, amount],
            guard: true,
            row: keyHash,
          },
          {
            sql: 'insert into holds values ($1, $2, $3, $4)',
            values: [id, keyHash, amount, until],
          },
        ],
        'soon',
      ),
    // A hold that could be ended was one of a key, and no key is ever deleted.
    debit: (hold, now, told) => [
      endHold(hold),
      {
        sql: `update credits set balance = balance - $4, held = held - $2, calls = calls + 1, last_used = $3
          where key_hash = $1 returning balance`,
        values: [hold.keyHash, hold.amount, now, hold.charge ?? hold.amount],
        row: hold.keyHash,
        heard: ([row]) => told?.(usdOf((row as Pick<Row, 'balance'>).balance)),
      },
    ],
    release: (hold) =>
      db.batch([
        endHold(hold),
        {
          sql: 'update credits set held = held - $2 where key_hash = $1',
          values: [hold.keyHash, hold.amount],
        },
      ]),
    extend: ({ id }, until) =>
      db.batch([
        {
          sql: `update holds set until = case when until < $2 then $2 else until end where id = $1`,
          values: [id, until],
          guard: true,
        },
      ]),
    refund: ({ keyHash }, amount) => [
      {
        sql: 'update credits set balance = balance + $2 where key_hash = $1',
        values: [keyHash, amount],
        guard: true,
      },
    ],
    async expired(now) {
      const sql =
        'select id, key_hash, amount from holds where until <= $1 order by until limit 1000'
      const rows = await db.all<{ id: string; key_hash: string; amount: number }>(sql, [now])
      return rows.map((row) => ({ id: row.id, keyHash: row.key_hash, amount: usdOf(row.amount) }))
    },
  }
}

const issuing: CreditStore['issuing'] = ({ keyHash, keyId, label }, loaded, now) => ({
  sql: `insert into credits values ($1, $2, $3, $4, $4, 0, 0, 0, $5, null)
    on conflict do nothing`,
  values: [keyHash, keyId, label, loaded, now],
  guard: true,
})

const endHold = ({ id }: Hold): Statement => ({
  sql: 'delete from holds where id = $1',
  values: [id],
  guard: true,
})

function accountOf(row: Row): CreditAccount {
  return {
    keyId: row.key_id,
    label: row.label,
    loaded: usdOf(row.loaded),
    balance: usdOf(row.balance),
    held: usdOf(row.held),
    calls: row.calls,
    disabled: row.disabled === 1,
    created: row.created,
    lastUsed: row.last_used,
  }
}
