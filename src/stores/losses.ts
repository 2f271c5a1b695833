import type { Commit, Db, Transaction } from '../base/core/db.ts'
import { DAY_MS, HOUR_MS } from '../base/core/milliseconds.ts'
import type { Usd } from '../base/core/money.ts'
import { commitWith, rowOf, rowsOf } from '../base/core/transaction.ts'
import type { Migration } from './database/migrate.ts'

export const lossMigrations: readonly Migration[] = [
  {
    name: 'losses-1',
    sql: [
      `create table losses (id text primary key, at bigint not null, call_id text not null,
        payer text not null, client text not null, block text not null, provider text not null,
        amount bigint not null, is_booked integer not null)`,
      'create index losses_at on losses (at)',
      'create index losses_call on losses (call_id)',
    ],
  },
]

/** What a request costs at a provider, until its buyer has paid for it. */
export interface Risk {
  readonly id: string
  readonly callId: string
  /** Empty where no payer is known. */
  readonly payer: string
  readonly client: string
  /** The network that the client's address is in. */
  readonly block: string
  readonly provider: string
  readonly amount: Usd
}

/** The most that may be lost: in a day by one payer, client or block, and by all. */
export interface LossCaps {
  readonly payer: Usd
  readonly client: Usd
  readonly block: Usd
  readonly hour: Usd
  readonly day: Usd
}

export type LossCap = keyof LossCaps

/** `isBooked`: what is lost already reaches the cap, without what is only under way. */
export interface Capped {
  readonly cap: LossCap
  readonly isBooked: boolean
}

export interface LossStore {
  /** Null where no cap is reached. `kept` writes the risk down, until it is paid or lost. */
  take(
    risk: Risk,
    caps: LossCaps,
    how: { readonly now: number; readonly kept: boolean },
  ): Promise<Capped | null>
  /** The buyer has paid for what the call has cost. */
  paid(callId: string): Promise<void>
  /** Replaces the risks of a call by what it has cost: `sure` to be lost, or still at risk. */
  book(
    callId: string,
    costs: readonly Risk[],
    how: { readonly now: number; readonly sure: boolean },
  ): Promise<void>
  /** The risks of a call have become losses. */
  lost(callId: string): Promise<readonly Pick<Risk, 'provider' | 'amount'>[]>
  /** What was lost since then, by provider. */
  sums(since: number): Promise<readonly { readonly provider: string; readonly amount: number }[]>
  forget(before: number): Promise<void>
}

/** All caps are checked under one lock, so that two replicas cannot exceed one together. */
const LOCK = 'losses'

const CAP_NAMES: readonly LossCap[] = ['payer', 'client', 'block', 'hour', 'day']

export const createLossStore = (db: Db): LossStore => ({
  async take(risk, caps, { now, kept }) {
    if (!kept) return cappedBy(await db.one<Sums>(SUMS, valuesOf(risk, now)), risk, caps)
    const taken = await db.run(() => taking(risk, caps, now), LOCK, 'soon')
    if (!taken) throw new Error('the losses could not be read')
    return taken.capped
  },
  async paid(callId) {
    const sql = 'delete from losses where call_id = $1 and is_booked = 0'
    await db.batch([{ sql, values: [callId] }], 'soon')
  },
  async book(callId, costs, { now, sure }) {
    const open = {
      sql: 'delete from losses where call_id = $1 and is_booked = 0',
      values: [callId],
    }
    await db.batch([open, ...costs.map((cost) => inserted(cost, now, sure ? 1 : 0))], 'soon')
  },
  async lost(callId) {
    const found = await db.run(() => losing(callId))
    return found ?? []
  },
  async sums(since) {
    const rows = await db.all<{ provider: string; amount: number }>(
      `select provider, sum(amount) as amount from losses where at > $1 and is_booked = 1
        group by provider order by provider`,
      [since],
    )
    return rows.map(({ provider, amount }) => ({ provider, amount: Number(amount) }))
  },
  async forget(before) {
    await db.batch([{ sql: 'delete from losses where at <= $1', values: [before] }], 'soon')
  },
})

const inserted = (risk: Risk, now: number, isBooked: 0 | 1) => {
  const { id, callId, payer, client, block, provider, amount } = risk
  return {
    sql: `insert into losses (id, at, call_id, payer, client, block, provider, amount, is_booked)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [id, now, callId, payer, client, block, provider, amount, isBooked],
  }
}

type Sums = Readonly<Record<LossCap | `${LossCap}Booked`, number | null>>

const IS_OF: Readonly<Record<LossCap, string>> = {
  payer: `payer = $3 and payer <> ''`,
  client: 'client = $4',
  block: 'block = $5',
  hour: 'at > $2',
  day: 'at > $1',
}

const COLUMNS = CAP_NAMES.flatMap((cap) => [
  `sum(case when ${IS_OF[cap]} then amount else 0 end) as "${cap}"`,
  `sum(case when ${IS_OF[cap]} then amount * is_booked else 0 end) as "${cap}Booked"`,
]).join(', ')

const SUMS = `select ${COLUMNS} from losses where at > $1`

const valuesOf = ({ payer, client, block }: Risk, now: number) =>
  [now - DAY_MS, now - HOUR_MS, payer, client, block] as const

/** The first cap that a risk would exceed. */
function cappedBy(sums: Sums | null, { amount }: Risk, caps: LossCaps): Capped | null {
  for (const cap of CAP_NAMES) {
    const most = caps[cap] - amount
    if (Number(sums?.[cap] ?? 0) > most)
      return { cap, isBooked: Number(sums?.[`${cap}Booked`] ?? 0) > most }
  }
  return null
}

function* losing(callId: string): Transaction<Commit<readonly Risk[]>> {
  const open = yield* rowsOf<Risk>(
    'select provider, amount from losses where call_id = $1 and is_booked = 0',
    [callId],
  )
  const sql = 'update losses set is_booked = 1 where call_id = $1 and is_booked = 0'
  return commitWith(open, open.length > 0 ? [{ sql, values: [callId] }] : [])
}

function* taking(
  risk: Risk,
  caps: LossCaps,
  now: number,
): Transaction<Commit<{ readonly capped: Capped | null }>> {
  const capped = cappedBy(yield* rowOf<Sums>(SUMS, valuesOf(risk, now)), risk, caps)
  return commitWith({ capped }, capped ? [] : [inserted(risk, now, 0)])
}
