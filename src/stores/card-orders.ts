import type { Commit, Db, Statement, Transaction } from '../base/core/db.ts'
import { DAY_MS } from '../base/core/milliseconds.ts'
import { commitWith, writesOnly } from '../base/core/transaction.ts'
import { forgetReversals, lockOfPayment, reversalOf, reversing } from './card-reversals.ts'
import type { Migration } from './database/migrate.ts'

export const cardOrderMigrations: readonly Migration[] = [
  {
    name: 'card-orders-1',
    sql: [
      `create table card_orders (
        id text primary key, session text unique, kind text not null, product text not null,
        input text not null, price bigint not null, cents bigint not null, state text not null,
        due bigint not null, payment text, subscription text, attempts bigint not null,
        failures bigint not null, progress text, error text, outcome text, refund text,
        reversed text, created bigint not null, updated bigint not null)`,
      'create index card_orders_due on card_orders (state, due)',
      'create index card_orders_payment on card_orders (payment)',
      'create index card_orders_updated on card_orders (updated)',
      `create table card_events (
        id text primary key, type text not null, subject text not null, due bigint not null,
        at bigint not null)`,
      'create index card_events_due on card_events (due)',
    ],
  },
]

/**
 * `open`: the buyer has not paid. `late`: a bank has yet to confirm. `paid`: to be delivered.
 * `running`: a call is made for it. `refunding`: the money is to be refunded. `claimed`: a credits
 * key was shown. The others are ends.
 */
export type CardOrderState =
  | 'open'
  | 'late'
  | 'expired'
  | 'paid'
  | 'running'
  | 'done'
  | 'claimed'
  | 'refunding'
  | 'refunded'

export type CardOrderKind = 'tool' | 'credits' | 'monitor'

/** An item that is bought by card. */
export interface CardOrder {
  readonly id: string
  /** Of the processor; null until it has answered. */
  readonly session: string | null
  readonly kind: CardOrderKind
  /** A slug, a pack of credits, or what a monitor watches. */
  readonly product: string
  /** JSON. */
  readonly input: string
  /** The list price in millionths of a dollar, and what the card pays. */
  readonly price: number
  readonly cents: number
  readonly state: CardOrderState
  /** When the service checks it again; while it runs, when its process counts as dead. */
  readonly due: number
  readonly payment: string | null
  readonly subscription: string | null
  /** How often a call was begun, and how often one failed. */
  readonly attempts: number
  readonly failures: number
  /** How far the call has come, as JSON. */
  readonly progress: string | null
  readonly error: string | null
  /** The answer as a serialized reply. */
  readonly outcome: string | null
  readonly refund: string | null
  /** Given back or objected to behind the back of the service. */
  readonly reversed: string | null
  readonly created: number
  readonly updated: number
}

export type NewCardOrder = Pick<CardOrder, 'id' | 'kind' | 'product' | 'input' | 'price' | 'cents'>

/** One call for an order: `attempts` distinguishes it from other calls for the order. */
export type CardRun = Pick<CardOrder, 'id' | 'attempts'>

/** Every change is guarded by the state that it leaves, so that it happens once. */
export interface CardOrderStore {
  /** False when there is one already. */
  add(order: NewCardOrder, now: number): Promise<boolean>
  setSession(id: string, session: string, now: number): Promise<boolean>
  find(id: string): Promise<CardOrder | null>
  bySession(session: string): Promise<CardOrder | null>
  byPayment(payment: string): Promise<CardOrder | null>
  /** Orders that may still be paid. */
  unpaid(since: number): Promise<readonly CardOrder[]>
  /**
   * Money has come, or has come and gone: `reversed` says what the processor told now, and an event
   * may have told it before. False for a payment that is known.
   */
  paid(
    id: string,
    by: Pick<CardOrder, 'payment' | 'subscription' | 'reversed'> & { readonly session: string },
    also: readonly Statement[],
    now: number,
  ): Promise<boolean>
  late(id: string, due: number, now: number): Promise<boolean>
  expire(id: string, now: number): Promise<boolean>
  /** Orders that are to be delivered or given back now. */
  due(now: number): Promise<readonly CardOrder[]>
  /** For a call that is made now; null if another process makes it. */
  take(order: CardRun, lease: number, now: number): Promise<CardRun | null>
  renew(run: CardRun, lease: number): Promise<boolean>
  advance(run: CardRun, progress: string): Promise<boolean>
  done(run: CardRun, outcome: string, now: number): Statement
  /** The call failed: it is made again later, or the money is refunded. */
  failed(
    run: CardRun,
    next: { readonly state: 'paid' | 'refunding'; readonly due: number; readonly error: string },
    now: number,
  ): Promise<boolean>
  /** The process ends in the middle of a call: another one makes it. */
  leave(run: CardRun, now: number): Promise<boolean>
  /** A process died in the middle of the last of its calls. */
  giveUp(run: CardRun, now: number): Promise<boolean>
  postpone(id: string, due: number): Promise<boolean>
  refunded(id: string, refund: string, now: number): Promise<boolean>
  /** A payment was refunded or disputed, whether or not its order is known yet. */
  reverse(payment: string, how: string, now: number): Promise<boolean>
  claim(id: string, now: number): Statement
  forget(now: number): Promise<boolean>
}

const COLUMNS = `id, session, kind, product, input, price, cents, state, due, payment, subscription,
  attempts, failures, progress, error, outcome, refund, reversed, created, updated`
const AT_ONCE = 50
/** How long what was bought can be read. */
export const ORDER_KEPT_MS = 90 * DAY_MS
const UNPAID_KEPT_MS = 30 * DAY_MS

export function createCardOrderStore(db: Db): CardOrderStore {
  const change = (sql: string, values: Statement['values']): Promise<boolean> =>
    db.batch([{ sql: `update card_orders set ${sql}`, values, guard: true }])

  return {
    add: ({ id, kind, product, input, price, cents }, now) =>
      db.batch([
        {
          sql: `insert into card_orders
              (id, kind, product, input, price, cents, state, due, attempts, failures, created, updated)
            values ($1, $2, $3, $4, $5, $6, 'open', 0, 0, 0, $7, $7) on conflict do nothing`,
          values: [id, kind, product, input, price, cents, now],
          guard: true,
        },
      ]),
    setSession: (id, session, now) =>
      change('session = $2, updated = $3 where id = $1 and session is null', [id, session, now]),
    find: (id) => db.one(`select ${COLUMNS} from card_orders where id = $1`, [id]),
    bySession: (session) =>
      db.one(`select ${COLUMNS} from card_orders where session = $1`, [session]),
    byPayment: (payment) =>
      db.one(`select ${COLUMNS} from card_orders where payment = $1`, [payment]),
    unpaid: (since) =>
      db.all(
        `select ${COLUMNS} from card_orders where state in ('open', 'late') and created >= $1
          order by created desc limit 500`,
        [since],
      ),
    async paid(id, by, also, now) {
      const { payment } = by
      const lockKey = payment === null ? undefined : lockOfPayment(payment)
      return (await db.run(() => paying(id, by, also, now), lockKey)) === true
    },
    late: (id, due, now) =>
      change(`state = 'late', due = $2, updated = $3 where id = $1 and state in ('open', 'late')`, [
        id,
        due,
        now,
      ]),
    expire: (id, now) =>
      change(`state = 'expired', updated = $2 where id = $1 and state in ('open', 'late')`, [
        id,
        now,
      ]),
    due: (now) =>
      db.all(
        `select ${COLUMNS} from card_orders
          where due <= $1 and (state in ('running', 'refunding') or (state = 'paid' and kind = 'tool'))
          order by due limit ${AT_ONCE}`,
        [now],
      ),
    async take({ id, attempts }, lease, now) {
      const isOurs = await change(
        `state = 'running', attempts = attempts + 1, due = $3, progress = null, updated = $4
          where id = $1 and attempts = $2 and due <= $4 and state in ('paid', 'running')`,
        [id, attempts, lease, now],
      )
      return isOurs ? { id, attempts: attempts + 1 } : null
    },
    renew: ({ id, attempts }, lease) =>
      change(`due = $3 where id = $1 and attempts = $2 and state = 'running'`, [
        id,
        attempts,
        lease,
      ]),
    advance: ({ id, attempts }, progress) =>
      change(`progress = $3 where id = $1 and attempts = $2 and state = 'running'`, [
        id,
        attempts,
        progress,
      ]),
    done: ({ id, attempts }, outcome, now) => ({
      sql: `update card_orders set state = 'done', outcome = $3, updated = $4, error = null
        where id = $1 and attempts = $2 and state = 'running'`,
      values: [id, attempts, outcome, now],
      guard: true,
    }),
    failed: ({ id, attempts }, { state, due, error }, now) =>
      change(
        `state = $3, due = $4, error = $5, failures = failures + 1, updated = $6
          where id = $1 and attempts = $2 and state = 'running'`,
        [id, attempts, state, due, error, now],
      ),
    leave: ({ id, attempts }, now) =>
      change(
        `state = 'paid', due = $3, updated = $3 where id = $1 and attempts = $2 and state = 'running'`,
        [id, attempts, now],
      ),
    giveUp: ({ id, attempts }, now) =>
      change(
        `state = 'refunding', due = $3, updated = $3, error = 'The processes that worked on it have stopped.'
          where id = $1 and attempts = $2 and due <= $3 and state in ('paid', 'running')`,
        [id, attempts, now],
      ),
    postpone: (id, due) => change(`due = $2 where id = $1 and state = 'refunding'`, [id, due]),
    refunded: (id, refund, now) =>
      change(
        `state = 'refunded', refund = $2, updated = $3 where id = $1 and state = 'refunding'`,
        [id, refund, now],
      ),
    async reverse(payment, how, now) {
      const order = {
        sql: `update card_orders set reversed = $2, updated = $3,
            state = case when state = 'paid' then 'refunded' else state end
          where payment = $1 and reversed is null and state <> 'refunded'`,
        values: [payment, how, now],
      }
      const write = () => writesOnly([reversing(payment, how, now), order])
      return (await db.run(write, lockOfPayment(payment))) === true
    },
    claim: (id, now) => ({
      sql: `update card_orders set state = 'claimed', updated = $2
        where id = $1 and state = 'paid' and kind = 'credits' and reversed is null`,
      values: [id, now],
      guard: true,
    }),
    forget: (now) =>
      db.batch([
        {
          sql: `delete from card_orders where updated <= $1 and state in ('open', 'late', 'expired')`,
          values: [now - UNPAID_KEPT_MS],
        },
        {
          sql: `delete from card_orders
            where updated <= $1 and state in ('done', 'claimed', 'refunded')`,
          values: [now - ORDER_KEPT_MS],
        },
        forgetReversals(now),
      ]),
  }
}

type Payment = Parameters<CardOrderStore['paid']>[1]

/** An order whose payment is gone again is not delivered. */
function* paying(
  id: string,
  { session, payment, subscription, reversed }: Payment,
  also: readonly Statement[],
  now: number,
): Transaction<Commit<true>> {
  const told = payment === null ? null : yield* reversalOf(payment)
  const how = reversed ?? told
  const order = {
    sql: `update card_orders set state = $6, due = $5, session = $2, payment = $3,
        subscription = $4, updated = $5, reversed = $7
      where id = $1 and state in ('open', 'late', 'expired')`,
    values: [id, session, payment, subscription, now, how ? 'refunded' : 'paid', how],
    guard: true,
  } as const
  return commitWith(true, how === null ? [order, ...also] : [order])
}
