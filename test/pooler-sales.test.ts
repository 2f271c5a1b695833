/** @module-tag long */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../src/base/core/db.ts'
import { usd } from '../src/base/core/money.ts'
import { hashKey, mintKey } from '../src/selling/payments/credits.ts'
import { createCreditStore } from '../src/stores/credits.ts'
import { openDb } from '../src/stores/open.ts'
import { bearer, BUYER_KEYS, createBuyer } from './support/buyer.ts'
import { atOnce, call } from './support/calls.ts'
import { openTestService, type TestService } from './support/service.ts'
import { startPgbouncer, type Pooler } from './support/pgbouncer.ts'
import { startPostgres, type PostgresServer } from './support/postgres.ts'
import { openMarket, type Market } from './support/stalls.ts'
import { eventually } from './support/wait.ts'

/** With restarts of the pooler, after which payments need a minute to be settled. */
const LONG = process.env['POOLER_SECONDS']
const SECONDS = Number(LONG ?? 4)
const CREDITS_SHOPPERS = 6
const WALLET_SHOPPERS = 3
const PRICE = 1_000
const isThere = !spawnSync('pgbouncer', ['--version']).error

/** A bare machine has no pgbouncer, which is a package of Debian. */
describe.skipIf(!isThere)('two replicas that sell through a pooler in transaction mode', () => {
  const { key, keyHash, keyId } = mintKey()
  const buyers = BUYER_KEYS.map((each) => createBuyer(each))
  const heard = { credits: 0, x402: 0, others: [] as string[] }
  let postgres: PostgresServer
  let pooler: Pooler
  let market: Market
  let services: readonly TestService[]
  let db: Db

  beforeAll(async () => {
    // One that waits for the disk, as a server that holds money does.
    postgres = await startPostgres({ durable: true })
    const databaseUrl = await postgres.freshDatabase()
    pooler = (await startPgbouncer(databaseUrl))!
    market = await openMarket()
    const { network, rpcUrl, payTo, settlementKey } = market.sandbox
    const settings = {
      DATABASE_URL: pooler.url,
      PAY_TO: payTo,
      NETWORKS: network.id,
      RPC_URLS: `${network.id}=${rpcUrl}`,
      SETTLEMENT_KEY: settlementKey,
      RECEIPT_POLLING_MS: '5',
    }
    services = [await openTestService({ settings }), await openTestService({ settings })]
    db = await openDb({ databaseUrl, dataDir: '', now: Date.now, onError: () => {} })
    await createCreditStore(db).issue({ keyHash, keyId, label: 'test' }, usd('$100'), Date.now())
  })
  afterAll(async () => {
    for (const service of services) await service.stop()
    await db.close()
    await market.close()
    await pooler.stop()
    await postgres.stop()
  })

  /** Everybody buys for a while, at both replicas in turn. */
  async function shop(seconds: number): Promise<void> {
    const endAt = performance.now() + seconds * 1_000
    async function shopper(buy: (service: TestService) => Promise<void>): Promise<void> {
      for (let at = 0; performance.now() < endAt; at++) await buy(services[at % 2]!)
    }
    const note = (rail: 'credits' | 'x402', { status, text }: { status: number; text: string }) => {
      if (status === 200) heard[rail]++
      else heard.others.push(`${status} ${text.slice(0, 200)}`)
    }
    async function byCredits(service: TestService): Promise<void> {
      const body = { text: 'x'.repeat(heard.credits % 9_000) }
      note('credits', await call(service, '/api/hash', { body, headers: bearer(key) }))
    }
    async function byWallet(buyer: (typeof buyers)[number], service: TestService): Promise<void> {
      const body = { key: 'n' }
      const headers = await buyer.payFor(service, '/api/memory/incr', { body }).catch(() => null)
      if (!headers) return void heard.others.push('no quote')
      note('x402', await call(service, '/api/memory/incr', { body, headers }))
    }
    await Promise.all([
      ...Array.from({ length: CREDITS_SHOPPERS }, () => shopper(byCredits)),
      ...buyers.flatMap((buyer) =>
        Array.from({ length: WALLET_SHOPPERS }, () =>
          shopper((service) => byWallet(buyer, service)),
        ),
      ),
    ])
  }

  const soldBy = async (rail: string): Promise<number> => {
    const sql = 'select count(*) as count from sales where rail = $1'
    return (await db.one<{ count: number }>(sql, [rail]))!.count
  }

  /** What was paid, sold, counted and logged is the same. */
  async function assertExactBooks(): Promise<void> {
    const [credits, x402] = [await soldBy('credits'), await soldBy('x402')]
    const account = await createCreditStore(db).account(hashKey(key))
    const balance = usd('$100') - credits * PRICE
    expect(account).toMatchObject({ balance, held: 0, calls: credits })
    const [{ paid } = { paid: 0 }] = await db.all<{ paid: number }>(
      `select sum(amount)::bigint as paid from sales where rail = 'x402'`,
    )
    expect(await market.received()).toBe(paid)
    const [{ counted } = { counted: 0 }] = await db.all<{ counted: number }>(
      `select sum(counter)::bigint as counted from memory_values where key = 'n'`,
    )
    expect(counted).toBe(x402)
    const gaps = await db.one<{ gaps: number }>(
      `select count(*) as gaps from memory_log as entry where seq > 1 and not exists
       (select 1 from memory_log as before where before.ns = entry.ns and before.seq = entry.seq - 1
          and before.hash = entry.prev_hash)`,
    )
    expect(gaps).toEqual({ gaps: 0 })
  }

  test('every call is answered, and the books are exact', async () => {
    await shop(SECONDS)
    expect(heard.others).toEqual([])
    expect(heard.credits).toBeGreaterThan(SECONDS)
    expect(heard.x402).toBeGreaterThan(SECONDS)
    expect([await soldBy('credits'), await soldBy('x402')]).toEqual([heard.credits, heard.x402])
    await assertExactBooks()
  }, 120_000)

  test.runIf(LONG)(
    'a pooler that is restarted twice only delays',
    async () => {
      const shopping = shop(SECONDS)
      for (let at = 0; at < 2; at++) {
        await new Promise((resolve) => setTimeout(resolve, (SECONDS * 1_000) / 3))
        await pooler.restart()
      }
      await shopping
      const after = await atOnce(12, (at) =>
        call(services[at % 2]!, '/api/hash', { body: { text: 'a' }, headers: bearer(key) }),
      )
      expect(after.map(({ status }) => status)).toEqual(after.map(() => 200))
      const undone = `select rail, state from payments where state in ('delivering', 'pending')
      union all select id, 'held' from holds`
      await eventually(async () => {
        for (const service of services) await service.sweep('alone')
        expect(await db.all(undone)).toEqual([])
      }, 90_000)
      await assertExactBooks()
      for (const other of heard.others) expect(other).toMatch(/^503 |^402 .*X-Resume|^no quote/)
    },
    300_000,
  )
})
