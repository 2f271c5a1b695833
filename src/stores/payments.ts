import type { Db, Statement } from '../base/core/db.ts'
import { HOUR_MS, DAY_MS } from '../base/core/milliseconds.ts'
import type { Migration } from './database/migrate.ts'
import { createPaymentWatch, type PaymentWatch } from './payment-watch.ts'
import { createResumes, type PaymentResumes } from './payment-resumes.ts'
import { COLUMNS, paymentOf, type Payment, type Row } from './payment-rows.ts'

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
  {
    name: 'payments-2',
    sql: [
      'alter table payments add column resume text',
      'create index payments_resume on payments (resume) where resume is not null',
    ],
  },
  {
    name: 'payments-3',
    sql: [
      'alter table payments add column watch bigint',
      'create index payments_watch on payments (watch) where watch is not null',
    ],
  },
]

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

/** How often a proof may start a tool: a failing tool is free for its caller, but costs us. */
export const ATTEMPTS_MAX = 5

/**
 * How long a kept answer is available under its resume token; the record of the payment stays
 * longer.
 */
const TOLD_MS = HOUR_MS

/** How long failed attempts of a payment are counted. */
const FAILED_MS = 600_000

/** How long the record of a lost payment stays for the operator. */
const LOST_MS = 30 * DAY_MS

/** Every proof that may be used once, from claim to end. */
export interface PaymentStore extends PaymentResumes, PaymentWatch {
  /** True when this call, and no other, may continue with the proof. */
  claim(claim: Claim, now: number): Promise<boolean>
  /** True when the proof was new; it is used now. */
  spend(claim: Claim, now: number): Promise<boolean>
  find(proof: string): Promise<Payment | null>
  /** The call is still running: it holds the proof for longer. */
  renew(proof: string, callId: string, lease: number): Statement
  verify(proof: string, callId: string, good: Verified, now: number): Promise<boolean>
  /**
   * Keeps the answer before money leaves this service, so that it can be delivered after a crash.
   */
  deliver(proof: string, callId: string, kept: KeptReply, now: number): Promise<boolean>
  /** Keeps an answer that was not known before. */
  keep(proof: string, callId: string, reply: string, now: number): Promise<boolean>
  /** Unknown whether the money moved; the reconciler looks again at `lookAgain`. */
  pend(proof: string, lookAgain: number, now: number): Promise<boolean>
  settle(proof: string, sale: PaymentSale, now: number): Statement
  /** Nothing moved: the proof is free again. A payment that may have moved is not changed. */
  fail(proof: string, callId: string, now: number): Promise<boolean>
  /** Gives it up: it counts as failed, and the record stays for the operator. */
  lose(proof: string, callId: string, now: number): Promise<boolean>
  /** Payments whose settlement must be looked up. */
  unresolved(now: number): Promise<readonly Payment[]>
  forget(now: number): Promise<boolean>
}

export interface Verified {
  readonly payer: string | null
  readonly amount: number
}

export interface KeptReply {
  readonly reply: string | null
  readonly data: string
  /** More guards, such as that the call still holds its idempotency key. */
  readonly also?: readonly Statement[]
}

export interface PaymentSale {
  readonly amount: number
  readonly payer: string | null
  readonly network: string | null
  readonly reference: string | null
  /** The answer, if a resume token may ask for it. */
  readonly reply: string | null
  /** When it is looked whether its block still stands; absent where that is for good. */
  readonly watch?: number | undefined
}

export function createPaymentStore(db: Db): PaymentStore {
  return {
    ...createResumes(db),
    ...createPaymentWatch(db),
    claim: ({ proof, rail, slug, callId, request, lease, until }, now) =>
      db.batch(
        [
          {
            sql: `insert into payments
              (proof, rail, slug, call_id, request, state, attempts, lease, until, amount, created, updated)
            values ($1, $2, $3, $4, $5, 'claimed', 1, $6, $7, 0, $8, $8)
            on conflict (proof) do update set
              slug = excluded.slug, call_id = excluded.call_id, request = excluded.request,
              state = 'claimed', attempts = payments.attempts + 1, lease = excluded.lease,
              until = excluded.until, updated = excluded.updated
            where payments.attempts < $9
              and (payments.state = 'failed'
                or (payments.state in ('claimed', 'verified') and payments.lease <= $8))`,
            values: [proof, rail, slug, callId, request, lease, until, now, ATTEMPTS_MAX],
            guard: true,
          },
        ],
        'soon',
      ),
    spend: ({ proof, rail, slug, callId, request, until }, now) =>
      db.batch(
        [
          {
            sql: `insert into payments
              (proof, rail, slug, call_id, request, state, attempts, lease, until, amount, created, updated)
            values ($1, $2, $3, $4, $5, 'spent', 1, $6, $6, 0, $7, $7) on conflict do nothing`,
            values: [proof, rail, slug, callId, request, until, now],
            guard: true,
          },
        ],
        'soon',
      ),
    renew: (proof, callId, lease) => ({
      sql: `update payments set lease = $3 where proof = $1 and call_id = $2
        and state in ('claimed', 'verified', 'delivering')`,
      values: [proof, callId, lease],
    }),
    async find(proof) {
      const row = await db.one<Row>(`select ${COLUMNS} from payments where proof = $1`, [proof])
      return row && paymentOf(row)
    },
    verify: (proof, callId, { payer, amount }, now) =>
      db.batch(
        [
          {
            sql: `update payments set state = 'verified', payer = $3, amount = $4, updated = $5
            where proof = $1 and call_id = $2 and state = 'claimed'`,
            values: [proof, callId, payer, amount, now],
            guard: true,
          },
        ],
        'soon',
      ),
    deliver: (proof, callId, { reply, data, also = [] }, now) =>
      db.batch([
        {
          sql: `update payments set state = 'delivering', reply = $3, data = $4, updated = $5
            where proof = $1 and call_id = $2 and state in ('claimed', 'verified')`,
          values: [proof, callId, reply, data, now],
          guard: true,
        },
        ...also,
      ]),
    keep: (proof, callId, reply, now) =>
      db.batch([
        {
          sql: `update payments set reply = $3, updated = $4
            where proof = $1 and call_id = $2 and state in ('delivering', 'pending')`,
          values: [proof, callId, reply, now],
          guard: true,
        },
      ]),
    pend: (proof, lookAgain, now) =>
      db.batch([
        {
          sql: `update payments set state = 'pending', lease = $2, updated = $3
            where proof = $1 and state in ('delivering', 'pending')`,
          values: [proof, lookAgain, now],
          guard: true,
        },
      ]),
    settle: (proof, { amount, payer, network, reference, reply, watch }, now) => ({
      sql: `update payments set state = 'settled', amount = $2, payer = $3, network = $4,
          reference = $5, reply = $6, updated = $7,
          ${watch === undefined ? 'data = null' : 'watch = $9'},
          lease = case when until < $8 then until else $8 end
        where proof = $1`,
      values: [proof, amount, payer, network, reference, reply, now, now + TOLD_MS].concat(
        watch === undefined ? [] : [watch],
      ),
    }),
    fail: (proof, callId, now) =>
      db.batch([
        {
          sql: `update payments set state = 'failed', reply = null, data = null, updated = $3,
              until = case when until < $4 then until else $4 end, lease = $3
            where proof = $1 and call_id = $2 and state not in ('settled', 'reverted')`,
          values: [proof, callId, now, now + FAILED_MS],
          guard: true,
        },
      ]),
    lose: (proof, callId, now) =>
      db.batch([
        {
          sql: `update payments set state = 'failed', updated = $3, until = $4
            where proof = $1 and call_id = $2 and state in ('delivering', 'pending')`,
          values: [proof, callId, now, now + LOST_MS],
          guard: true,
        },
      ]),
    async unresolved(now) {
      const rows = await db.all<Row>(
        `select ${COLUMNS} from payments
          where state in ('delivering', 'pending') and lease <= $1 order by lease limit 100`,
        [now],
      )
      return rows.map(paymentOf)
    },
    forget: (now) =>
      db.batch([
        {
          sql: `update payments set reply = null, resume = null, lease = until
            where state = 'settled' and lease <= $1`,
          values: [now],
        },
        {
          sql: `delete from payments where until <= $1 and lease <= $1
            and watch is null and state not in ('delivering', 'pending')`,
          values: [now],
        },
      ]),
  }
}
