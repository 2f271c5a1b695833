import { randomUUID } from 'node:crypto'
import type { Db } from '../../../src/base/core/db.ts'
import { usd } from '../../../src/base/core/money.ts'
import type { SpendChain } from '../../../src/buying/purse/chains.ts'
import type { PurchaseOrder } from '../../../src/buying/purse/order.ts'

const MUCH = usd('$50')
export const WIDE_CAPS = { call: usd('$0.05'), seller: MUCH, hour: MUCH, day: MUCH, payer: MUCH }

/** A purchase of the one route that small paid sellers have. */
export function orderAt(
  origin: string,
  chain: SpendChain,
  more: Partial<PurchaseOrder> = {},
): PurchaseOrder {
  const id = randomUUID()
  return {
    id,
    callId: id,
    payer: 'somebody',
    origin,
    url: `${origin}/paid`,
    method: 'GET',
    params: {},
    most: usd('$0.01'),
    chains: [chain],
    payTos: () => [],
    expects: [],
    timeoutMs: 5_000,
    ...more,
  }
}

/** The books as a process leaves them that dies before it hears the answer. */
export async function forget(db: Db, id: string): Promise<void> {
  const sql = `update purse_spends set delivered = null, moved = null, status = null, next_look = 0
    where id = $1`
  await db.batch([{ sql, values: [id] }])
}

const WEEK_MS = 7 * 24 * 3_600_000

/** As if all purchases were so old that no seller is judged by them any more. */
export async function forgive(db: Db): Promise<void> {
  const sql = 'update purse_spends set at = at - $1'
  await db.batch([{ sql, values: [WEEK_MS + 1] }])
}
