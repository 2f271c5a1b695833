import { openDb } from '../../../src/stores/open.ts'
import { ALICE, openShop } from './shop.ts'

/** A process that increments one counter, many times, several at once. */
const [where, count, atOnce] = process.argv.slice(2)
const { databaseUrl, dataDir } = JSON.parse(String(where)) as {
  databaseUrl?: string
  dataDir: string
}
const db = await openDb({ databaseUrl, dataDir, now: Date.now, onError: () => {} })
const shop = await openShop(db)
let left = Number(count)

async function increment(): Promise<void> {
  while (left-- > 0) {
    const wish = { wallet: ALICE, slug: 'memory-incr', input: { key: 'n' } } as const
    const { status, body } = await shop.take(wish)
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, increment))
await db.close()
