import type { Db } from '../../../src/base/core/db.ts'
import type { PurchaseOrder } from '../../../src/buying/purse/order.ts'
import type { Caps, SpendRow } from '../../../src/stores/purse-rows.ts'
import type { Ledger } from './ledger.ts'

/** What one buyer wanted, and what became of it. */
export interface PurchaseRequest {
  readonly order: PurchaseOrder
  readonly isPaidFor: boolean
  isCharged: boolean
  /** Answers that its buyer was given. */
  answers: number
}

interface Left {
  readonly db: Db
  readonly ledgers: readonly Ledger[]
  readonly wishes: readonly PurchaseRequest[]
  readonly caps: Caps
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Row = Pick<SpendRow, 'id' | 'at' | 'payer' | 'domain' | 'amount' | 'fee' | 'nonce' | 'moved'> &
  Pick<SpendRow, 'delivered' | 'callId' | 'payTo' | 'chain'>

/** What is wrong with what a schedule has left behind. */
export async function wrongsIn({ db, ledgers, wishes, caps }: Left): Promise<readonly string[]> {
  const rows = await db.all<Row>(
    `select id, call_id as "callId", at, payer, chain, domain, pay_to as "payTo", amount, fee, nonce,
      moved, delivered from purse_spends order by at`,
  )
  const sold = new Set(
    (await db.all<{ id: string }>('select call_id as id from sales')).map(({ id }) => id),
  )
  return [
    ...ledgers.flatMap((ledger) => moneyWrongs(rowsOn(rows, ledger), ledger)),
    ...capWrongs(rows, caps, sold),
    ...wishes.flatMap((wish) => wishWrongs(wish, rows, sold)),
  ]
}

const rowsOn = (rows: readonly Row[], { wallet }: Ledger): readonly Row[] =>
  rows.filter(({ chain }) => chain === wallet.chain)

/** Every cent that has moved is in the books, once, and nothing else. */
function moneyWrongs(rows: readonly Row[], { moved, keyOf }: Ledger): readonly string[] {
  const known = new Map(rows.map((row) => [keyOf(row.nonce), row]))
  const unbooked = [...moved.keys()].filter((nonce) => known.get(nonce)?.moved !== 1)
  const wrong = rows.filter((row) =>
    row.moved === 1 ? moved.get(keyOf(row.nonce)) !== BigInt(row.amount) : row.moved !== 0,
  )
  return [
    ...unbooked.map((nonce) => `${nonce} has moved and is not booked`),
    ...wrong.map(
      ({ id, moved: said }) => `${id} is booked as moved ${said}, and the chain differs`,
    ),
    ...rows.filter(({ delivered }) => delivered === null).map(({ id }) => `${id} never ended`),
  ]
}

/** All schedules are shorter than an hour, but for the sweeps, in which nothing is bought. */
function capWrongs(rows: readonly Row[], caps: Caps, sold: ReadonlySet<string>) {
  const moved = rows.filter((row) => row.moved === 1)
  const wrongs: string[] = []
  const check = (name: string, among: readonly Row[], cap: number, ms: number): void => {
    for (const { at } of among) {
      const window = among.filter((row) => row.at <= at && row.at > at - ms)
      const sum = window.reduce((total, row) => total + row.amount + (row.fee ?? 0), 0)
      if (sum > cap) wrongs.push(`${name} is passed: ${sum} of ${cap}`)
    }
  }
  check('the cap per hour', moved, caps.hour, HOUR_MS)
  check('the cap per day', moved, caps.day, DAY_MS)
  for (const sellerOf of [(row: Row) => row.domain, (row: Row) => row.payTo])
    for (const [seller, own] of Map.groupBy(moved, sellerOf))
      check(`the cap of ${seller}`, own, caps.seller, DAY_MS)
  for (const [callId, own] of Map.groupBy(moved, (row) => row.callId))
    check(`the cap of ${callId}`, own, caps.call, DAY_MS)
  const owed = moved.filter((row) => row.delivered === 1 && !sold.has(row.callId))
  for (const [payer, own] of Map.groupBy(owed, (row) => row.payer))
    check(`the cap of ${payer}`, own, caps.payer, DAY_MS)
  return wrongs
}

function wishWrongs(wish: PurchaseRequest, rows: readonly Row[], sold: ReadonlySet<string>) {
  const { order, isCharged, isPaidFor, answers } = wish
  const own = rows.filter(({ callId }) => callId === order.callId)
  const wrongs: string[] = []
  if (own.length > 1) wrongs.push(`${order.id} was signed and sent ${own.length} times`)
  if (own.some(({ amount }) => amount > order.most)) wrongs.push(`${order.id} cost too much`)
  if (sold.has(order.callId) !== isCharged)
    wrongs.push(`${order.id} is sold otherwise than charged`)
  if (isCharged !== (isPaidFor && answers > 0))
    wrongs.push(`${order.id} had ${answers} answers and is ${isCharged ? '' : 'not '}charged`)
  if (answers > 0 && own.some(({ delivered }) => delivered !== 1))
    wrongs.push(`${order.id} was answered and is booked as not delivered`)
  return wrongs
}
