/** @module-tag ci */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Db } from '../src/base/core/db.ts'
import { openDb } from '../src/stores/open.ts'
import { BUYER_KEYS, type Buyer } from './support/buyer.ts'
import { call } from './support/calls.ts'
import { startChain, type TestChain } from './support/chain.ts'
import { startPostgres } from './support/postgres.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'

/** Payments of a process that is killed while the chain has not mined them. */
const PATH = '/api/hash'
const PRICE = 1_000n
/** A proof, and a key of a buyer, of a dead process are free after half a minute. */
const FREE_AGAIN = { timeout: 90_000, interval: 500 }
type Headers = Readonly<Record<string, string>>

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function openChain(): Promise<TestChain> {
  const chain = await startChain()
  closing.push(() => chain.stop())
  return chain
}

async function start(settings: Headers): Promise<ServerProcess> {
  const server = await startServer({ MPP: 'false', SETTLEMENT_WAIT_SECONDS: '60', ...settings })
  closing.push(() => server.kill())
  return server
}

interface Purchase {
  readonly buyer: Buyer
  readonly text: string
  readonly headers: Headers
}

/** Signed payments, each of a wallet of its own and under a key of its own. */
async function signed(chain: TestChain, { url }: ServerProcess, names: readonly string[]) {
  return Promise.all(
    names.map(async (text): Promise<Purchase> => {
      const buyer = await chain.wallet(text)
      const paid = await buyer.payFor({ url }, PATH, { body: { text } })
      return { buyer, text, headers: { ...paid, 'idempotency-key': `key of ${text}` } }
    }),
  )
}

const send = ({ url }: ServerProcess, { text, headers }: Purchase) =>
  call({ url }, PATH, { body: { text }, headers })

/** Waits until the node holds transactions for these, and no block has them. */
async function inFlight(chain: TestChain, servers: number): Promise<void> {
  await expect.poll(() => chain.waiting(), { timeout: 20_000 }).toBeGreaterThanOrEqual(servers)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
}

const salesIn = async (db: Db) => {
  const row = await db.one<{ sold: number }>(
    `select count(*) as sold from sales where rail = 'x402'`,
    [],
  )
  return Number(row?.sold)
}

describe('a payment that another key of this service has submitted', () => {
  test('is a sale of the replica that is left: three with a key each, two killed', async () => {
    const chain = await openChain()
    const postgres = await startPostgres({ durable: true })
    closing.push(() => postgres.stop())
    const databaseUrl = await postgres.freshDatabase()
    const keys = [chain.settler.key, ...BUYER_KEYS]
    const servers: ServerProcess[] = []
    for (const SETTLEMENT_KEY of keys)
      servers.push(await start({ ...chain.settings, DATABASE_URL: databaseUrl, SETTLEMENT_KEY }))
    const db = await openDb({ databaseUrl, dataDir: '', now: Date.now, onError: () => {} })
    closing.push(() => db.close())
    const names = Array.from({ length: 24 }, (_, at) => `replica ${at}`)
    const purchases = await signed(chain, servers[0]!, names)
    const before = await chain.received()
    await chain.pause()
    const answers = Promise.allSettled(
      purchases.map((purchase, at) => send(servers[at % servers.length]!, purchase)),
    )
    await inFlight(chain, servers.length)
    await Promise.all(servers.slice(0, 2).map((server) => server.kill()))
    await chain.resume()
    await answers
    await expect.poll(() => salesIn(db), FREE_AGAIN).toBe(names.length)
    expect(await chain.received()).toBe(before + BigInt(names.length) * PRICE)
    for (const purchase of purchases) {
      const { status, headers } = await send(servers[2]!, purchase)
      expect([status, headers['x-idempotent-replay']]).toEqual([200, 'true'])
    }
  }, 180_000)

  test('is a sale after the key was changed at a restart', async () => {
    const chain = await openChain()
    const dataDir = await mkdtemp(join(tmpdir(), 'farebox-rotated-'))
    closing.push(() => rm(dataDir, { recursive: true, force: true }))
    const settings = { ...chain.settings, DATA_DIR: dataDir }
    const former = await start(settings)
    const purchases = await signed(chain, former, ['rotated 1', 'rotated 2', 'rotated 3'])
    const before = await chain.received()
    await chain.pause()
    const answers = Promise.allSettled(purchases.map((purchase) => send(former, purchase)))
    await inFlight(chain, 1)
    await former.kill()
    await answers
    await chain.resume()
    const present = await start({ ...settings, SETTLEMENT_KEY: BUYER_KEYS[0] })
    for (const purchase of purchases)
      await expect
        .poll(async () => {
          const { status, headers } = await send(present, purchase)
          return [status, headers['x-idempotent-replay']]
        }, FREE_AGAIN)
        .toEqual([200, 'true'])
    expect(await chain.received()).toBe(before + 3n * PRICE)
    await present.kill()
    const db = await openDb({ dataDir, now: Date.now, onError: () => {} })
    closing.push(() => db.close())
    expect(await salesIn(db)).toBe(3)
  }, 180_000)
})
