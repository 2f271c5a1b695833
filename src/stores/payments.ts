import type { Db, Statement } from '../core/db.ts'
import type { Migration } from './migrate.ts'

export const paymentMigrations: readonly Migration[] = [
  {
    name: 'payments-1',
    sql: [
      `create table payments (
        proof text primary key, rail text not null, slug text not null, call_id text not null,
        request text not null, state text not null, attempts bigint not null, lease bigint not null,
        until bigint not null, amount bigint not null, payer text, network text, reference text,
        data text, reply text, created bigint not null, updated bigint not null)`,
      'create index payments_until on payments (until)',
      'create index payments_state on payments (state, lease)',
    ],
  },
]

/**
 * `claimed`: a call is checking or running it. `delivering`: the tool has answered and the money is
 * on its way. `settled` is final. `released`: nothing moved, and it may be tried again.
 */
export type PaymentState = 'claimed' | 'delivering' | 'settled' | 'released'

export interface Payment {
  readonly proof: string
  readonly rail: string
  readonly slug: string
  readonly callId: string
  /** Digest of what was asked, so that a paid answer is replayed to the same question only. */
  readonly request: string
  readonly state: PaymentState
  readonly attempts: number
  readonly lease: number
  readonly reply: string | null
}

export interface Claim {
  readonly proof: string
  readonly rail: string
  readonly slug: string
  readonly callId: string
  readonly request: string
  /** Until when this call holds the proof. */
  readonly lease: number
  /** Until when the proof is remembered. */
  readonly until: number
}

/** How often a proof may reach a tool: a failing tool costs its caller nothing, and us something. */
export const ATTEMPTS_MAX = 5

/** Every proof that may be used once, from claim to end. */
export interface PaymentStore {
  /** True when this call, and no other, may go on with the proof. */
  claim(claim: Claim, now: number): Promise<boolean>
  find(proof: string): Promise<Payment | null>
  /** Keeps the answer before money moves outside the house, so that it can be delivered after a crash. */
  deliver(proof: string, callId: string, reply: string | null, now: number): Promise<boolean>
  settle(proof: string, sale: PaymentSale, now: number): Statement
  release(proof: string, callId: string, now: number): Promise<boolean>
  forget(now: number): Promise<boolean>
}

export interface PaymentSale {
  readonly amount: number
  readonly payer: string | null
  readonly network: string | null
  readonly reference: string | null
  /** The answer, to be told again to whoever brings the same proof. */
  readonly reply: string | null
}

interface Row {
  proof: string
  rail: string
  slug: string
  call_id: string
  request: string
  state: PaymentState
  attempts: number
  lease: number
  reply: string | null
}

export function createPaymentStore(db: Db): PaymentStore {
  return {
    claim: ({ proof, rail, slug, callId, request, lease, until }, now) =>
      db.batch([
        {
          sql: `insert into payments
              (proof, rail, slug, call_id, request, state, attempts, lease, until, amount, created, updated)
            values ($1, $2, $3, $4, $5, 'claimed', 1, $6, $7, 0, $8, $8)
            on conflict (proof) do update set
              slug = excluded.slug, call_id = excluded.call_id, request = excluded.request,
              state = 'claimed', attempts = payments.attempts + 1, lease = excluded.lease,
              updated = excluded.updated
            where payments.attempts < $9
              and (payments.state = 'released' or (payments.state = 'claimed' and payments.lease <= $8))`,
          values: [proof, rail, slug, callId, request, lease, until, now, ATTEMPTS_MAX],
          guard: true,
        },
      ]),
    async find(proof) {
      const row = await db.one<Row>(
        `select proof, rail, slug, call_id, request, state, attempts, lease, reply
          from payments where proof = $1`,
        [proof],
      )
      return row && { ...row, callId: row.call_id }
    },
    deliver: (proof, callId, reply, now) =>
      db.batch([
        {
          sql: `update payments set state = 'delivering', reply = $3, updated = $4
            where proof = $1 and call_id = $2 and state = 'claimed'`,
          values: [proof, callId, reply, now],
          guard: true,
        },
      ]),
    settle: (proof, { amount, payer, network, reference, reply }, now) => ({
      sql: `update payments set state = 'settled', amount = $2, payer = $3, network = $4,
          reference = $5, reply = $6, updated = $7
        where proof = $1`,
      values: [proof, amount, payer, network, reference, reply, now],
    }),
    release: (proof, callId, now) =>
      db.batch([
        {
          sql: `update payments set state = 'released', reply = null, updated = $3
            where proof = $1 and call_id = $2 and state <> 'settled'`,
          values: [proof, callId, now],
          guard: true,
        },
      ]),
    forget: (now) =>
      db.batch([{ sql: `delete from payments where until <= $1 and lease <= $1`, values: [now] }]),
  }
}
