import type { Db } from '../../src/base/core/db.ts'
import type { CreditStore } from '../../src/stores/credits.ts'
import { hashKey } from '../../src/selling/payments/credits.ts'

/** What is not as it must be, a sentence each. */
export type Faults = string[]

/**
 * Rows of work that is under way: where nothing is under way, there are none. A payment that a
 * killed process had looked at stays as it is for a day; it may be used again after half a minute.
 */
const UNDER_WAY: Readonly<Record<string, string>> = {
  'holds of credits': 'select count(*) as n from holds',
  'payments on their way': `select count(*) as n from payments where state in ('delivering', 'pending')`,
  'jobs that work': `select count(*) as n from jobs where state = 'working'`,
  'places of jobs that are taken': 'select coalesce(sum(running), 0) as n from job_slots',
  'keys without an answer': 'select count(*) as n from idempotency where reply is null',
}

export async function underWay(db: Db): Promise<Faults> {
  const faults: Faults = []
  for (const [what, sql] of Object.entries(UNDER_WAY)) {
    const row = await db.one<{ n: number }>(sql)
    if (Number(row?.n) > 0) faults.push(`${Number(row?.n)} ${what}`)
  }
  return faults
}

interface Sum {
  readonly calls: number
  readonly amount: number
}

const sumOf = async (db: Db, where: string, values: readonly string[] = []): Promise<Sum> => {
  const sums = 'count(*) as calls, coalesce(sum(amount), 0) as amount'
  const sql = `select ${sums} from sales where ${where}`
  const row = await db.one<Sum>(sql, values)
  return { calls: Number(row?.calls), amount: Number(row?.amount) }
}

/** Each balance is what was loaded less what was sold, to the last millionth of a dollar. */
export async function creditFaults(
  db: Db,
  credits: CreditStore,
  keys: readonly string[],
): Promise<Faults> {
  const faults: Faults = []
  for (const key of keys) {
    const account = await credits.account(hashKey(key))
    if (!account) return [`no account of ${key.slice(0, 6)}`]
    const { balance, loaded, held, calls, keyId } = account
    const sold = await sumOf(db, `rail = 'credits' and reference = $1`, [keyId])
    if (balance !== loaded - sold.amount || held !== 0 || calls !== sold.calls)
      faults.push(`${keyId}: ${JSON.stringify({ loaded, balance, held, calls, sold })}`)
  }
  return faults
}

/** What has arrived on the chain is what was sold there. */
export async function chainFaults(db: Db, received: bigint): Promise<Faults> {
  const sold = await sumOf(db, `rail = 'x402'`)
  return BigInt(sold.amount) === received
    ? []
    : [`${received} arrived on the chain, ${sold.amount} were sold there`]
}

/** Every sale of one more has counted one more, and nothing else has. */
export async function memoryFaults(db: Db): Promise<Faults> {
  const sold = await sumOf(db, `slug = 'memory-incr'`)
  const row = await db.one<{ n: number }>(
    'select coalesce(sum(counter), 0) as n from memory_values',
  )
  return Number(row?.n) === sold.calls ? [] : [`counted ${Number(row?.n)}, sold ${sold.calls}`]
}

export const sales = (db: Db): Promise<readonly (Sum & { readonly rail: string })[]> =>
  db.all('select rail, count(*) as calls, sum(amount) as amount from sales group by rail')
