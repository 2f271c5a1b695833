import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFixtures } from '../../../test/support/fixture-tools.ts'
import { json } from '../../base/core/call.ts'
import type { Db } from '../../base/core/db.ts'
import { usdOf } from '../../base/core/money.ts'
import { openDb } from '../../stores/open.ts'
import { createStores } from '../../stores/stores.ts'
import { createCommitSale, type Sold } from './commit-sale.ts'

/** A database that does what it is told, and whose word for it gets lost. */
const NOW = Date.UTC(2026, 0, 1)
const [tool] = createFixtures().tools
let dataDir: string
let db: Db

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'farebox-sale-'))
  db = await openDb({ dataDir, now: () => NOW, onError: () => {} })
})
afterEach(async () => {
  await db.close()
  await rm(dataDir, { recursive: true })
})

const sold: Sold = {
  call: {
    id: 'call',
    tool: tool!,
    authorization: {
      rail: 'credits',
      payer: { rail: 'credits', wallet: null },
      amount: usdOf(1_000),
      proof: null,
      data: null,
    },
    idempotencyKey: null,
  },
  settlement: { state: 'settled', entries: [], network: null, reference: null },
  answer: { kind: 'body', body: json({ done: true }) },
  extraWrites: () => [],
}

function booksOver(run: Db['run']) {
  return createCommitSale({
    ...createStores(db, () => NOW),
    db: { ...db, run },
    now: () => NOW,
  })
}
const count = () => db.all('select call_id from sales')

test('a commit that succeeds but whose answer is lost records a sale', async () => {
  const close = booksOver(async (transaction, lockKey) => {
    await db.run(transaction, lockKey)
    throw new Error('connection lost')
  })
  expect(await close(sold)).toMatchObject({ status: 200, body: { text: '{"done":true}' } })
  expect(await count()).toHaveLength(1)
})

test('a commit that fails records no sale', async () => {
  const close = booksOver(async () => {
    throw new Error('connection lost')
  })
  await expect(close(sold)).rejects.toThrow('connection lost')
  expect(await count()).toEqual([])
})
