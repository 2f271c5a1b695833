import type { Commit, Db, Transaction } from '../core/db.ts'
import { HOUR_MS, DAY_MS } from '../core/milliseconds.ts'
import { usdOf, type Usd } from '../core/money.ts'
import { commitWith, rowOf } from '../core/transaction.ts'
import type { Migration } from './migrate.ts'

export const purseMigrations: readonly Migration[] = [
  {
    name: 'purse-1',
    sql: [
      `create table purse_spends (id text primary key, call_id text not null, at bigint not null,
        payer text, chain text not null, origin text not null, url text not null,
        pay_to text not null, amount bigint not null, nonce text not null, expires bigint not null,
        payment text not null, moved integer, delivered integer, status integer, ms integer,
        tx text, answer text, next_look bigint)`,
      'create index purse_spends_at on purse_spends (at)',
      'create index purse_spends_call on purse_spends (call_id)',
      'create index purse_spends_seller on purse_spends (origin, at)',
      'create index purse_spends_payer on purse_spends (payer, at)',
      'create index purse_spends_open on purse_spends (next_look)',
    ],
  },
  { name: 'purse-2', sql: ['alter table purse_spends add column domain text'] },
  { name: 'purse-3', sql: ['alter table purse_spends add column named_by_payer integer'] },
  { name: 'purse-4', sql: ['alter table purse_spends add column fee bigint not null default 0'] },
]

/** A payment to another seller, written down before it leaves. */
export interface Spend {
  /** One purchase has one id, however often it is tried: it is signed once. */
  readonly id: string
  readonly callId: string
  /** The wallet of the buyer for whom it is made; null where none is known. */
  readonly payer: string | null
  /** The buyer named the seller, and may be the seller: then a loss is the buyer's, too. */
  readonly isNamedByPayer?: boolean
  readonly chain: string
  readonly origin: string
  /** The domain that the seller registered: all its hosts are one seller. */
  readonly domain: string
  readonly url: string
  /** The wallet that is paid, in the one form in which it is compared. */
  readonly payTo: string
  readonly amount: Usd
  /** What the chain takes from this service besides: the most, until it has ended. */
  readonly fee?: Usd
  readonly nonce: string
  /** After it, the signature is worth nothing. */
  readonly expires: number
  /** The signed payment, as it is sent. */
  readonly payment: string
}

/**
 * A spend and what is known of it. Money and goods are two facts, and each may be unknown: `moved`
 * is what the chain says, `delivered` what the seller did.
 */
export interface SpendRow extends Spend {
  readonly at: number
  readonly moved: 0 | 1 | null
  readonly delivered: 0 | 1 | null
  readonly status: number | null
  readonly ms: number | null
  readonly tx: string | null
  readonly answer: string | null
}

/** The most that may be spent. */
export interface Caps {
  readonly call: Usd
  /** In a day at one seller: one wallet that is paid, or one registered domain. */
  readonly seller: Usd
  readonly hour: Usd
  readonly day: Usd
  /** For one buyer, whose own payments have not settled. */
  readonly payer: Usd
}

export type CapName = keyof Caps

export type Reserved =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly spend: SpendRow }
  | { readonly kind: 'capped'; readonly cap: CapName; readonly left: Usd }

/** What the seller did with a payment that was sent. */
export interface Delivered {
  readonly delivered: 0 | 1
  readonly status: number | null
  readonly ms: number
  readonly tx: string | null
  /** Kept for the same call, should this process die before it is sold. */
  readonly answer: string | null
}

/** Sums of spending, in micro-dollars, by result. */
export interface PurseSum {
  readonly chain: string
  readonly ending: 'bought' | 'lost' | 'unused' | 'open'
  readonly spends: number
  readonly amount: number
  /** What the chains took besides, or may take. */
  readonly fees: number
}

/** How the payments to one seller on one chain ended, the newest first. */
export interface PaymentEnding {
  readonly origin: string
  /** The wallet that was paid, in the one form in which it is compared. */
  readonly payTo: string
  readonly chain: string
  readonly at: number
  readonly moved: 0 | 1 | null
  readonly delivered: 0 | 1
  readonly status: number | null
  readonly amount: number
  readonly ms: number | null
}

/** An unpaid purchase counts against its buyer for so long. */
const DEBT_MS = 30 * DAY_MS
/** The first check of the chain, if the purchase itself made none. */
const LOOK_AFTER_MS = 15_000
/** After this time no call is repeated: a purchase without an answer will never get one. */
const UNHEARD_MS = 900_000

const COLUMNS = `id, call_id as "callId", at, payer, chain, origin, coalesce(domain, origin) as domain, url,
  pay_to as "payTo", amount, fee,
  nonce, expires, payment, moved, delivered, status, ms, tx, answer`

/** Everything that has moved, or may still move, counts. */
const COUNTS = '(moved is null or moved = 1)'
/** The fee of a chain is spent even if nothing else has moved. */
const SPENT = `(case when ${COUNTS} then amount else 0 end + fee)`

const OF_CALL = `select sum(amount) as amount from purse_spends where call_id = $1 and ${COUNTS}`

/** All caps are checked under one lock, so that two replicas cannot exceed one together. */
const LOCK = 'purse'

export type PurseStore = ReturnType<typeof createPurseStore>

export function createPurseStore(db: Db) {
  return {
    /** Writes a payment down, unless a cap says no or the purchase was begun before. */
    async reserve(spend: Spend, caps: Caps, now: number): Promise<Reserved> {
      const reserved = await db.run(() => reserving(spend, caps, now), LOCK)
      if (!reserved) throw new Error('the purse could not be written')
      return reserved
    },
    spend: async (id: string): Promise<SpendRow | null> =>
      db.one<SpendRow>(`select ${COLUMNS} from purse_spends where id = $1`, [id]),
    /** What a seller did; the first report counts. */
    async delivered(id: string, { delivered, status, ms, tx, answer }: Delivered) {
      const sql = `update purse_spends set delivered = $2, status = $3, ms = $4, tx = $5,
          answer = $6, next_look = case when moved is null then next_look else null end
        where id = $1 and delivered is null`
      await db.batch([{ sql, values: [id, delivered, status, ms, tx, answer] }])
    },
    /**
     * What the chain says. It never takes back that money has moved. A payment that has moved may
     * be sent again for its answer, until it is given up.
     */
    async moved(id: string, moved: 0 | 1, fee: Usd = usdOf(0)) {
      const sql =
        moved === 1
          ? `update purse_spends set moved = 1, fee = $2,
              next_look = case when delivered is null then at + ${UNHEARD_MS} else null end
            where id = $1 and moved is null`
          : `update purse_spends set moved = 0, fee = $2, next_look = null,
              delivered = coalesce(delivered, 0)
            where id = $1 and moved is null`
      await db.batch([{ sql, values: [id, fee] }])
    },
    /** Gives up the answer to a payment that has moved. */
    async unheard(id: string) {
      const sql = `update purse_spends set delivered = 0, next_look = null
        where id = $1 and moved = 1 and delivered is null`
      await db.batch([{ sql, values: [id] }])
    },
    async lookLater(id: string, at: number) {
      const sql = 'update purse_spends set next_look = $2 where id = $1 and moved is null'
      await db.batch([{ sql, values: [id, at] }], 'soon')
    },
    /** What was signed for one call, but for what never moved. */
    async spentFor(callId: string): Promise<Usd> {
      const row = await db.one<{ amount: number | null }>(OF_CALL, [callId])
      return usdOf(Number(row?.amount ?? 0))
    },
    /** Payments to check on the chain. */
    due: (now: number, most: number) =>
      db.all<SpendRow>(
        `select ${COLUMNS} from purse_spends where next_look <= $1 order by next_look limit $2`,
        [now, most],
      ),
    /** Answers are kept for repeated purchases; after a day there are none. */
    async forgetAnswers(before: number) {
      const sql = 'update purse_spends set answer = null where answer is not null and at < $1'
      await db.batch([{ sql, values: [before] }], 'soon')
    },
    async sums(since: number): Promise<readonly PurseSum[]> {
      const rows = await db.all<PurseSum>(
        `select chain, ending, count(*) as spends, sum(amount) as amount, sum(fee) as fees from (
            select chain, amount, fee, case when moved is null then 'open' when moved = 0 then 'unused'
              when delivered = 1 then 'bought' else 'lost' end as ending
            from purse_spends where at >= $1) as ended
          group by chain, ending order by chain, ending`,
        [since],
      )
      return rows.map((row) => ({
        ...row,
        spends: Number(row.spends),
        amount: Number(row.amount),
        fees: Number(row.fees),
      }))
    },
    /** The newest payments that have ended, of all sellers or of one. */
    endings: (since: number, most: number, origin?: string) =>
      db.all<PaymentEnding>(
        `select origin, pay_to as "payTo", chain, at, moved, delivered, status, amount, ms from purse_spends
          where at >= $1 and delivered is not null${origin === undefined ? '' : ' and origin = $3'}
          order by at desc, id limit $2`,
        origin === undefined ? [since, most] : [since, most, origin],
      ),
    /** What was spent for buyers whose own payment did not settle. */
    async unpaid(since: number): Promise<{ readonly spends: number; readonly amount: number }> {
      const row = await db.one<{ spends: number; amount: number | null }>(
        `select count(*) as spends, sum(s.amount) as amount from purse_spends s
          left join sales on sales.call_id = s.call_id
          where s.at >= $1 and s.moved = 1 and s.delivered = 1 and sales.call_id is null`,
        [since],
      )
      return { spends: Number(row?.spends ?? 0), amount: Number(row?.amount ?? 0) }
    },
  }
}

interface Sums {
  readonly day: number | null
  readonly hour: number | null
  readonly seller: number | null
}

function* reserving(spend: Spend, caps: Caps, now: number): Transaction<Commit<Reserved>> {
  const { id, callId, payer, chain, origin, domain, url, payTo, amount } = spend
  const { nonce, expires, payment, isNamedByPayer = false, fee = 0 } = spend
  const known = yield* rowOf<SpendRow>(`select ${COLUMNS} from purse_spends where id = $1`, [id])
  if (known) return commitWith({ kind: 'known', spend: known }, [])
  const sums = yield* rowOf<Sums>(
    `select sum(${SPENT}) as day, sum(case when at > $2 then ${SPENT} else 0 end) as hour,
        sum(case when domain = $3 or pay_to = $4 then ${SPENT} else 0 end) as seller
      from purse_spends where at > $1 and (${COUNTS} or fee > 0)`,
    [now - DAY_MS, now - HOUR_MS, domain, payTo],
  )
  const ofCall = yield* rowOf<{ amount: number | null }>(
    `select sum(${SPENT}) as amount from purse_spends where call_id = $1`,
    [callId],
  )
  // A loss that the seller caused is not counted against a buyer who did not choose the seller.
  const debt = yield* rowOf<{ amount: number | null }>(
    `select sum(s.amount + s.fee) as amount from purse_spends s
      left join sales on sales.call_id = s.call_id
      where s.payer = $1 and s.at > $2 and (s.moved is null or s.moved = 1)
        and (coalesce(s.delivered, 1) = 1 or s.named_by_payer = 1) and sales.call_id is null`,
    [payer ?? '', now - DEBT_MS],
  )
  const spent: Readonly<Record<CapName, number>> = {
    call: Number(ofCall?.amount ?? 0),
    seller: Number(sums?.seller ?? 0),
    hour: Number(sums?.hour ?? 0),
    day: Number(sums?.day ?? 0),
    payer: Number(debt?.amount ?? 0),
  }
  for (const cap of CAP_NAMES) {
    const left = caps[cap] - spent[cap]
    if (amount + fee > left)
      return commitWith({ kind: 'capped', cap, left: usdOf(Math.max(0, left)) }, [])
  }
  const what = [id, callId, now, payer]
  const there = [chain, origin, domain, url, payTo]
  const nextLook = now + LOOK_AFTER_MS
  return commitWith({ kind: 'new' }, [
    {
      sql: `insert into purse_spends (id, call_id, at, payer, chain, origin, domain, url, pay_to,
          amount, fee, nonce, expires, payment, next_look, named_by_payer)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      values: [...what, ...there, amount, fee, nonce, expires, payment, nextLook, +isNamedByPayer],
    },
  ])
}

const CAP_NAMES: readonly CapName[] = ['call', 'payer', 'seller', 'hour', 'day']
