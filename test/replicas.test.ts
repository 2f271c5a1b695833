/** @module-tag long */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../src/base/core/db.ts'
import { usd } from '../src/base/core/money.ts'
import { hashKey, mintKey } from '../src/selling/payments/credits.ts'
import { createCreditStore } from '../src/stores/credits.ts'
import { openDb } from '../src/stores/open.ts'
import { bearer, BUYER_KEYS, createBuyer } from './support/buyer.ts'
import { call, type CallAnswer } from './support/calls.ts'
import { createClock, MINUTE } from './support/clock.ts'
import { openTestService } from './support/service.ts'
import { startPostgres, type PostgresServer } from './support/postgres.ts'
import { createRandom } from './support/simulation/random.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'
import { openMarket, type Market } from './support/stalls.ts'
import { eventually } from './support/wait.ts'

const REPLICAS = 3
const SHOPPERS_EACH = 4
const ANSWERS_BEFORE_THE_KILL = 150
const ANSWERS = 400
/** A lock whose holder never heard that it has it is free again after that. */
const LOCK_SECONDS = 3
/** Prices that could not be had, and tries to release a lock, before the test gives up. */
const TRIES_MAX = 20
const LOADED = usd('$100')
const PRICE = 1_000

interface Purchase {
  readonly kind: 'incr' | 'lock' | 'credits' | 'keyed'
  readonly buyer: number
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  /** Null when the connection broke before an answer. */
  readonly heard: CallAnswer | null
}

interface SaleRow {
  readonly slug: string
  readonly rail: string
  readonly amount: number
  readonly payer: string | null
}

describe('three replicas on one PostgreSQL, of which one is killed under load', () => {
  const { key: creditsKey, keyHash, keyId } = mintKey()
  const buyers = BUYER_KEYS.map((key) => createBuyer(key))
  const purchases: Purchase[] = []
  let postgres: PostgresServer
  let market: Market
  let dataDir: string
  let databaseUrl: string
  let replicas: ServerProcess[]
  let db: Db
  let sales: readonly SaleRow[]
  let holders = 0
  let holdersMost = 0
  let acquired = 0

  const settings = () => {
    const { network, rpcUrl, payTo, settlementKey } = market.sandbox
    return {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PAY_TO: payTo,
      NETWORKS: network.id,
      RPC_URLS: `${network.id}=${rpcUrl}`,
      SETTLEMENT_KEY: settlementKey,
      RECEIPT_POLLING_MS: '5',
      MPP: 'false',
    }
  }

  beforeAll(async () => {
    postgres = await startPostgres({ durable: true })
    databaseUrl = await postgres.freshDatabase()
    market = await openMarket()
    dataDir = await mkdtemp(join(tmpdir(), 'farebox-replicas-'))
    replicas = await Promise.all(Array.from({ length: REPLICAS }, () => startServer(settings())))
    db = await openDb({ databaseUrl, dataDir, now: Date.now, onError: () => {} })
    await createCreditStore(db).issue({ keyHash, keyId, label: 'test' }, LOADED, Date.now())
    await share()
    await shop()
    await settle()
    sales = await db.all<SaleRow>('select slug, rail, amount, payer from sales')
  }, 300_000)

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.kill()))
    await db.close()
    await market.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** The second wallet may write to the namespace of the first, where the lock is. */
  async function share(): Promise<void> {
    const body = { grantee: buyers[1]!.address, mode: 'readwrite' }
    const path = '/api/memory/grant'
    const headers = await buyers[0]!.payFor(replicas[0]!, path, { body })
    expect((await call(replicas[1]!, path, { body, headers })).status).toBe(200)
  }

  /** Everybody buys, at any replica, until there have been answers enough. */
  async function shop(): Promise<void> {
    let answered = 0
    let triesLeft = TRIES_MAX
    const random = createRandom(3)
    const alive = [...replicas]

    async function send(kind: Purchase['kind'], buyer: number, path: string, body: unknown) {
      const service = random.pick(alive)
      const headers = await paymentOf(kind, buyer, path, body, service).catch((thrown: unknown) => {
        if (alive.includes(service) && --triesLeft === 0) throw thrown
        return null
      })
      if (!headers) return null
      const heard = await call(service, path, { body, headers }).catch(() => null)
      purchases.push({ kind, buyer, path, body, headers, heard })
      if (heard && ++answered === ANSWERS_BEFORE_THE_KILL) await alive.pop()!.kill()
      return heard
    }

    async function shopAlone(buyer: number, token: string): Promise<void> {
      while (answered < ANSWERS) {
        await send('incr', buyer, '/api/memory/incr', { key: 'n' })
        await send('credits', buyer, '/api/hash', { text: token })
        await send('keyed', buyer, '/api/hash', { text: token })
        await lock(buyer, token)
      }
    }

    async function lock(buyer: number, token: string): Promise<void> {
      const path = '/api/memory/cas'
      const shared = { key: 'lock', owner: buyers[0]!.address }
      const taken = await send('lock', buyer, path, {
        ...shared,
        value: token,
        ttlSeconds: LOCK_SECONDS,
      })
      if (taken?.body['swapped'] !== true) return
      acquired += 1
      holdersMost = Math.max(holdersMost, ++holders)
      await new Promise((resolve) => setTimeout(resolve, random.below(10)))
      holders -= 1
      for (let tries = TRIES_MAX; tries > 0; tries--) {
        const freed = await send('lock', buyer, path, { ...shared, expected: token })
        if (freed?.status === 200) return
      }
      throw new Error(`${token} cannot release its lock`)
    }

    const crowd = [0, 1].flatMap((buyer) =>
      Array.from({ length: SHOPPERS_EACH }, (_, at) => shopAlone(buyer, `token ${buyer} ${at}`)),
    )
    await Promise.all(crowd)
  }

  async function paymentOf(
    kind: Purchase['kind'],
    buyer: number,
    path: string,
    body: unknown,
    service: ServerProcess,
  ) {
    if (kind === 'credits') return bearer(creditsKey)
    if (kind === 'keyed') return { ...bearer(creditsKey), 'idempotency-key': randomUUID() }
    return buyers[buyer]!.payFor(service, path, { body })
  }

  /** Time goes by, on the chain and in a service that comes to tidy up. */
  async function settle(): Promise<void> {
    const ask = (method: string, params: readonly unknown[]) =>
      fetch(market.sandbox.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
    await ask('evm_increaseTime', [3_600])
    await ask('evm_mine', [])
    const clock = createClock()
    clock.advance(70 * MINUTE)
    const service = await openTestService({ settings: settings(), now: clock.now })
    const open = `select state, rail, slug, lease from payments where state in ('delivering', 'pending')`
    const held = 'select id from holds union all select call_id from memory_reserved'
    const left = async () => [...(await db.all(open)), ...(await db.all(held))]
    await eventually(async () => expect(await left()).toEqual([]), 120_000)
    await service.stop()
  }

  const soldAs = (slug: string, payer: string | null) =>
    sales.filter((sale) => sale.slug === slug && sale.payer === payer).length
  const good = (kind: Purchase['kind']) =>
    purchases.filter((purchase) => purchase.kind === kind && purchase.heard?.status === 200)

  test('has sold calls on each replica', () => {
    for (const kind of ['incr', 'lock', 'credits', 'keyed'] as const)
      expect(good(kind).length).toBeGreaterThan(10)
    expect(acquired).toBeGreaterThan(1)
  })

  test('no lock ever had two holders', () => {
    expect(holdersMost).toBe(1)
  })

  test.each([0, 1])('the counter of wallet %i equals its sales', async (buyer) => {
    const wallet = buyers[buyer]!.address.toLowerCase()
    const sql = `select counter from memory_values where ns = $1 and key = 'n'`
    const { counter } = (await db.one<{ counter: number }>(sql, [wallet]))!
    expect(counter).toBe(soldAs('memory-incr', wallet))
    const own = good('incr').filter((purchase) => purchase.buyer === buyer)
    const values = own.map(({ heard }) => Number(heard!.body['value']))
    expect(new Set(values).size).toBe(values.length)
    expect(Math.max(...values)).toBeLessThanOrEqual(counter)
  })

  test('the money on the chain equals the sales', async () => {
    const sold = sales.filter(({ rail }) => rail === 'x402')
    expect(await market.received()).toBe(sold.reduce((sum, { amount }) => sum + amount, 0))
    expect(sold.length).toBeGreaterThanOrEqual(good('incr').length + good('lock').length)
  })

  test('credits are not overdrawn, and equal what was loaded minus what was sold', async () => {
    const account = await createCreditStore(db).account(hashKey(creditsKey))
    const sold = sales.filter(({ rail }) => rail === 'credits').length
    expect(account).toMatchObject({ balance: LOADED - sold * PRICE, held: 0, calls: sold })
    expect(sold).toBeGreaterThanOrEqual(good('credits').length + good('keyed').length)
  })

  test('a repeat gets the same answer from any replica, and is not charged', async () => {
    const [before] = await db.all<{ count: number }>('select count(*) as count from sales')
    const repeated = [...good('incr'), ...good('lock'), ...good('keyed')].slice(-30)
    for (const { path, body, headers, heard } of repeated) {
      const again = await call(replicas[0]!, path, { body, headers })
      expect([again.status, again.body]).toEqual([200, heard!.body])
    }
    const [after] = await db.all<{ count: number }>('select count(*) as count from sales')
    expect(after).toEqual(before)
  })

  test.each([0, 1])('the log of wallet %i is one chain without gaps', async (buyer) => {
    const wallet = buyers[buyer]!.address.toLowerCase()
    const sql = 'select seq, prev_hash, hash from memory_log where ns = $1 order by seq'
    const entries = await db.all<{ seq: number; prev_hash: string; hash: string }>(sql, [wallet])
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1))
    for (const [at, { prev_hash }] of entries.entries())
      expect(prev_hash).toBe(entries[at - 1]?.hash ?? '0'.repeat(64))
    expect(entries.length).toBeGreaterThan(10)
  })
})
