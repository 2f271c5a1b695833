import type { Db } from '../../../src/base/core/db.ts'
import { acceptOf } from '../../../src/buying/sellers/accepts.ts'
import { createSellerStore } from '../../../src/stores/sellers.ts'
import { createSettlementStore } from '../../../src/stores/settlements.ts'
import { acceptOn } from './small-seller.ts'

/** A seller as it would be known after some days of crawling and of reading the chain. */
export interface SeededSeller {
  readonly host: string
  readonly name: string
  readonly description?: string
  /** Calls on each day, the oldest first; the last is today. */
  readonly calls: readonly number[]
  /** Of one call, in millionths of a dollar. */
  readonly price: number
}

const DAY_MS = 86_400_000
const NETWORK = 'eip155:8453'
const PAYERS = 7

export const walletOf = (host: string): string =>
  `0x${Buffer.from(host).toString('hex').slice(0, 40).padEnd(40, '0')}`

/** Writes what the tasks would have found; to be called before a page is asked for. */
export async function seedMarket(db: Db, sellers: readonly SeededSeller[], now: number) {
  const store = createSellerStore(db)
  const chain = createSettlementStore(db, NETWORK)
  for (const { host, name, description = `What ${name} does`, price } of sellers) {
    const origin = `https://${host}`
    await store.found([{ origin, name }], 'operator', now - 20 * DAY_MS)
    const route = {
      method: 'GET',
      url: `${origin}/one?q=${encodeURIComponent(name)}`,
      name,
      description,
      category: null,
      price: price * 1_000,
      accepts: [acceptOf(acceptOn(NETWORK, String(price), walletOf(host)))],
      input: null,
      output: null,
    }
    const observations = [
      {
        slug: 'one',
        source: '402',
        price: price * 1_000,
        wallets: [walletOf(host)],
        route: JSON.stringify(route),
      },
    ]
    for (const [at, error] of [null, null, 'answered 500', null].entries())
      await store.crawled(
        {
          origin,
          name,
          ms: 120 + 40 * at,
          error,
          observations: error === null ? observations : [],
          nextCrawl: now + DAY_MS,
        },
        now - (4 - at) * 3_600_000,
      )
  }
  const first = now - 29 * DAY_MS
  const wallets = sellers.map(({ host }) => walletOf(host))
  await chain.read([], { block: 1, hash: '0x1', at: first })
  await chain.watch(wallets, { block: 1, hash: '0x1', at: first })
  let block = 1
  const rows = sellers.flatMap(({ host, calls, price }) =>
    calls.flatMap((count, day) =>
      Array.from({ length: count }, (_, at) => ({
        block: 0,
        log_index: 0,
        tx: `0x${host}${day}${at}`,
        payer: `0x${String(at % PAYERS).repeat(40)}`,
        payee: walletOf(host),
        value: String(price),
        authorized: 1,
        at: now - (calls.length - 1 - day) * DAY_MS,
      })),
    ),
  )
  const inOrder = rows
    .toSorted((a, b) => a.at - b.at)
    .map((row) => ({ ...row, block: (block += 1) }))
  await chain.read(inOrder, { block: block + 1, hash: '0x2', at: now })
}
