import type { Db } from '../base/core/db.ts'
import { usdOf, type Usd } from '../base/core/money.ts'
import type { Migration } from './database/migrate.ts'
import { COLUMNS, COUNTS, ENDING, reserving } from './purse-reserve.ts'
import type {
  Caps,
  Delivered,
  PaymentEnding,
  PurseSum,
  Reserved,
  SellerJudge,
  Spend,
  SpendRow,
} from './purse-rows.ts'

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
  {
    name: 'purse-5',
    sql: [
      'create index purse_spends_domain on purse_spends (domain, at)',
      'create index purse_spends_wallet on purse_spends (pay_to, at)',
    ],
  },
]

/** After this time no call is repeated: a purchase without an answer will never get one. */
const UNHEARD_MS = 900_000

const OF_CALL = `select sum(amount) as amount from purse_spends where call_id = $1 and ${COUNTS}`

/** All caps are checked under one lock, so that two replicas cannot exceed one together. */
const LOCK = 'purse'

export type PurseStore = ReturnType<typeof createPurseStore>

export function createPurseStore(db: Db) {
  return {
    /** Writes a payment down, unless a cap says no or the purchase was begun before. */
    async reserve(
      spend: Spend,
      caps: Caps,
      now: number,
      judge: SellerJudge = () => null,
    ): Promise<Reserved> {
      const reserved = await db.run(() => reserving(spend, caps, now, judge), LOCK)
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
        `select ${ENDING} from purse_spends
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
