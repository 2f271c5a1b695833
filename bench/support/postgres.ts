import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { usd } from '../../src/core/money.ts'
import { hashKey, mintKey } from '../../src/payments/credits.ts'
import { createCreditStore } from '../../src/stores/credits.ts'
import { openDb } from '../../src/stores/open.ts'

/** The first process of the engine, whose children are its sessions. */
export async function postmasterOf(databaseUrl: string): Promise<number> {
  const session = new Client(databaseUrl)
  await session.connect()
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  const status = await readFile(`/proc/${rows[0]!.pid}/stat`, 'utf8')
  await session.end()
  return Number(status.split(') ')[1]!.split(' ')[1])
}

/** Keys of credits that buy for as long as a benchmark lasts. */
export async function issueKeys(databaseUrl: string, count: number): Promise<readonly string[]> {
  const db = await openDb({ databaseUrl, dataDir: '', now: Date.now, onError: () => {} })
  const store = createCreditStore(db)
  const keys = Array.from({ length: count }, () => mintKey().key)
  for (const key of keys) {
    const keyHash = hashKey(key)
    const issued = { keyHash, keyId: keyHash.slice(0, 12), label: 'bench' }
    await store.issue(issued, usd('$10000'), Date.now())
  }
  await db.close()
  return keys
}
