import type { Db, Statement } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const unsoldPaymentMigrations: readonly Migration[] = [
  {
    name: 'unsold-payments-1',
    sql: [
      `create table unsold_payments (
        proof text primary key, network text not null, payer text not null,
        amount bigint not null, reference text not null, at bigint not null, state text not null,
        call_id text, updated bigint not null)`,
      'create index unsold_payments_payer on unsold_payments (payer, network, amount)',
    ],
  },
]

/** A transfer to this service that the chain has and the books have not. */
export interface UnsoldPayment {
  /** As the books name the payment. */
  readonly proof: string
  readonly network: string
  readonly payer: string
  /** Micro-dollars. */
  readonly amount: number
  /** The transaction. */
  readonly reference: string
  /** When its block was made. */
  readonly at: number
}

/** A transfer, and which one it is of those of the same payer and amount in its transaction. */
export interface FoundTransfer extends UnsoldPayment {
  /** From 1. */
  readonly ordinal: number
}

type PayerOf = Pick<UnsoldPayment, 'network' | 'payer' | 'amount'>

/**
 * `offered`: the next call of its payer that costs as much is paid by it. `sold`: that call was
 * made. `refunded`: the operator has given it back.
 */
export interface KnownUnsold extends UnsoldPayment {
  readonly state: 'offered' | 'sold' | 'refunded'
  readonly callId: string | null
}

/** Transfers that a restored database does not know, offered to their payers. */
export interface UnsoldPaymentStore {
  /** Whether the books lack a transfer. A payment whose settlement is under way is in the books. */
  isUnsold(found: FoundTransfer, now: number): Promise<boolean>
  /** False when it is known, or in the books. */
  offer(found: FoundTransfer, now: number): Promise<boolean>
  isAnyOffered(): Promise<boolean>
  find(proof: string): Promise<KnownUnsold | null>
  /** Some that are offered to a payer for one amount. */
  offeredTo(payer: PayerOf): Promise<readonly UnsoldPayment[]>
  /** Guarded: one transfer pays for one call. */
  sell(proof: string, callId: string, now: number): Statement
  /** False where nothing of that transaction is offered. */
  refund(reference: string, now: number): Promise<boolean>
  all(): Promise<readonly KnownUnsold[]>
}

const COLUMNS = 'proof, network, payer, amount, reference, at'
const SOME = 20

/** `$1` proof, `$2` network, `$3` payer, `$4` amount, `$5` reference, `$6` ordinal, `$7` now. */
const IS_UNSOLD = `not exists (select 1 from payments where proof = $1
    and (state in ('settled', 'reverted', 'delivering', 'pending')
      or (state in ('claimed', 'verified') and lease > $7)))
  and (select count(*) from sales where payer = $3 and reference = $5 and network = $2
    and amount = $4) < $6`

const valuesOf = (found: FoundTransfer, now: number) => {
  const { proof, network, payer, amount, reference, ordinal } = found
  return [proof, network, payer, amount, reference, ordinal, now] as const
}

export function createUnsoldPaymentStore(db: Db): UnsoldPaymentStore {
  return {
    async isUnsold(found, now) {
      const sql = `select case when ${IS_UNSOLD} then 1 else 0 end as unsold`
      const row = await db.one<{ unsold: number }>(sql, valuesOf(found, now))
      return row?.unsold === 1
    },
    offer: (found, now) =>
      db.batch([
        {
          sql: `insert into unsold_payments (${COLUMNS}, state, updated)
            select $1, $2, $3, $4, $5, $8, 'offered', $7 where ${IS_UNSOLD}
            on conflict (proof) do nothing`,
          values: [...valuesOf(found, now), found.at],
          guard: true,
        },
      ]),
    async isAnyOffered() {
      const sql = `select proof from unsold_payments where state = 'offered' limit 1`
      return (await db.one(sql)) !== null
    },
    find: (proof) =>
      db.one(
        `select ${COLUMNS}, state, call_id as "callId" from unsold_payments where proof = $1`,
        [proof],
      ),
    offeredTo: ({ network, payer, amount }) =>
      db.all(
        `select ${COLUMNS} from unsold_payments
          where payer = $1 and network = $2 and amount = $3 and state = 'offered'
          order by at limit ${SOME}`,
        [payer, network, amount],
      ),
    sell: (proof, callId, now) => ({
      sql: `update unsold_payments set state = 'sold', call_id = $2, updated = $3
        where proof = $1 and state = 'offered'`,
      values: [proof, callId, now],
      guard: true,
    }),
    refund: (reference, now) =>
      db.batch([
        {
          sql: `update unsold_payments set state = 'refunded', updated = $2
            where reference = $1 and state = 'offered'`,
          values: [reference, now],
          guard: true,
        },
      ]),
    all: () =>
      db.all(
        `select ${COLUMNS}, state, call_id as "callId" from unsold_payments order by at, proof`,
      ),
  }
}
