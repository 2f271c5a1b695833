import { usd } from '../../src/base/core/money.ts'
import { mintKey } from '../../src/selling/payments/credits.ts'
import { createCreditStore } from '../../src/stores/credits.ts'
import { openDb } from '../../src/stores/open.ts'

/** Keys of credits that buy for as long as a benchmark lasts; a server may be at work beside it. */
export async function issueKeys(
  { dataDir, databaseUrl }: { readonly dataDir?: string; readonly databaseUrl?: string },
  count: number,
): Promise<readonly string[]> {
  const place = { dataDir: dataDir ?? '', ...(databaseUrl && { databaseUrl }) }
  const db = await openDb({ ...place, now: Date.now, onError: () => {} })
  const store = createCreditStore(db)
  const minted = Array.from({ length: count }, mintKey)
  for (const { keyHash, keyId } of minted)
    await store.issue({ keyHash, keyId, label: 'bench' }, usd('$100000'), Date.now())
  await db.close()
  return minted.map(({ key }) => key)
}
