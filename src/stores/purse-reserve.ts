import type { Commit, Transaction } from '../base/core/db.ts'
import { HOUR_MS, DAY_MS } from '../base/core/milliseconds.ts'
import { usdOf } from '../base/core/money.ts'
import { commitWith, rowOf, rowsOf } from '../base/core/transaction.ts'
import type {
  CapName,
  Caps,
  Reserved,
  SellerJudge,
  SellerPayment,
  Spend,
  SpendRow,
} from './purse-rows.ts'

/** How long the results of payments to a seller are read. */
export const RECORD_MS = 7 * DAY_MS
const RECORD_READ_MAX = 500
export const ENDING = 'origin, pay_to as "payTo", chain, at, moved, delivered, status, amount, ms'

/** An unpaid purchase counts against its buyer for so long. */
const DEBT_MS = 30 * DAY_MS
/** The first check of the chain, if the purchase itself made none. */
const LOOK_AFTER_MS = 15_000
export const COLUMNS = `id, call_id as "callId", at, payer, chain, origin, coalesce(domain, origin) as domain, url,
  pay_to as "payTo", amount, fee,
  nonce, expires, payment, moved, delivered, status, ms, tx, answer`

/** Everything that has moved, or may still move, counts. */
export const COUNTS = '(moved is null or moved = 1)'
/** The fee of a chain is spent even if nothing else has moved. */
const SPENT = `(case when ${COUNTS} then amount else 0 end + fee)`

interface Sums {
  readonly day: number | null
  readonly hour: number | null
  readonly seller: number | null
}

/** Writes a payment down, unless its seller, a cap or an earlier purchase says no. */
export function* reserving(
  spend: Spend,
  caps: Caps,
  now: number,
  judge: SellerJudge,
): Transaction<Commit<Reserved>> {
  const { id, callId, payer, chain, origin, domain, url, payTo, amount } = spend
  const { nonce, expires, payment, isNamedByPayer = false, fee = 0 } = spend
  const known = yield* rowOf<SpendRow>(`select ${COLUMNS} from purse_spends where id = $1`, [id])
  if (known) return commitWith({ kind: 'known', spend: known }, [])
  const why = judge(
    yield* rowsOf<SellerPayment>(
      `select ${ENDING} from purse_spends
        where at >= $1 and chain = $2 and (domain = $3 or pay_to = $4) order by at desc, id limit $5`,
      [now - RECORD_MS, chain, domain, payTo, RECORD_READ_MAX],
    ),
  )
  if (why !== null) return commitWith({ kind: 'refused', why }, [])
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
