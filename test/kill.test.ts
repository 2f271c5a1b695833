/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usd } from '../src/base/core/money.ts'
import { hashKey, mintKey } from '../src/selling/payments/credits.ts'
import { createCreditStore } from '../src/stores/credits.ts'
import { openDb } from '../src/stores/open.ts'
import { call } from './support/calls.ts'
import { catalogOfTools } from './support/catalog.ts'
import { createClock, SECOND } from './support/clock.ts'
import { openTestService, type TestService } from './support/service.ts'
import { startPostgres, type PostgresServer } from './support/postgres.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'
import { createShoppers, type Errand, type Purchase, type Shoppers } from './support/shoppers.ts'

const SLUGS = ['hash', 'base64', 'hex', 'base58']
const LOADED = usd('$1000')
const KILLS = 3
const ANSWERS_BEFORE_A_KILL = 120
/** A hold outlives its tool by half a minute: 30 and 30 seconds. */
const HOLDS_END_MS = 60 * SECOND
const REPLAYS = 20

const again = (
  service: { url: string },
  { errand, headers }: Pick<Purchase, 'errand' | 'headers'>,
) => call(service, errand.path, { body: errand.input, headers })

describe.each(['SQLite', 'PostgreSQL'])('on %s, a server that is killed under load', (engine) => {
  let postgres: PostgresServer | null = null
  let dataDir: string
  let databaseUrl: string
  let errands: readonly Errand[]
  let shoppers: Shoppers
  let server: ServerProcess
  let killedAt: number

  beforeAll(async () => {
    postgres = engine === 'PostgreSQL' ? await startPostgres({ durable: true }) : null
    databaseUrl = (await postgres?.freshDatabase()) ?? ''
    dataDir = await mkdtemp(join(tmpdir(), 'farebox-kill-'))
    errands = await prepare()
    shoppers = createShoppers(errands)
    for (let kill = 1; kill <= KILLS; kill++) await shopUntilKilled()
  })
  afterAll(async () => {
    await server.kill()
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Each errand has a key of its own, so that the sales of a tool are the sales of a key. */
  async function prepare(): Promise<readonly Errand[]> {
    const { tools } = await catalogOfTools()
    const place = { databaseUrl, dataDir, now: Date.now, onError: () => {} }
    const db = await openDb(place)
    const made: Errand[] = []
    for (const slug of SLUGS) {
      const { path, spec } = tools.find((tool) => tool.slug === slug)!
      const { key, keyHash, keyId } = mintKey()
      await createCreditStore(db).issue({ keyHash, keyId, label: slug }, LOADED, Date.now())
      made.push({ slug, path, input: spec.examples[0].input, creditsKey: key })
    }
    await db.close()
    return made
  }

  const settings = () => ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, POW_DIFFICULTY: '8' })

  async function shopUntilKilled(): Promise<void> {
    server = await startServer(settings())
    await shoppers.shop(server, (answered) => {
      if (answered === ANSWERS_BEFORE_A_KILL) void server.kill()
    })
    killedAt = Date.now()
  }

  const answered = (): readonly Purchase[] =>
    shoppers.purchases.filter(({ heard }) => heard?.status === 200)
  const broken = (): readonly Purchase[] => shoppers.purchases.filter(({ heard }) => !heard)
  /** Looks at what is left, at a moment of its own. */
  async function visit<T>(laterMs: number, look: (service: TestService) => Promise<T>): Promise<T> {
    const clock = createClock()
    clock.advance(laterMs)
    const service = await openTestService({ settings: settings(), now: clock.now })
    try {
      return await look(service)
    } finally {
      await service.stop()
    }
  }

  /** Every balance is what was loaded less what was sold, to the last micro-dollar. */
  async function balanced(service: TestService): Promise<void> {
    const sales = await service.sales()
    for (const { slug, creditsKey } of errands) {
      const { balance, held, calls } = await service.account(creditsKey)
      const mine = sales.filter((sale) => sale.slug === slug && sale.rail === 'credits')
      const sold = mine.reduce((sum, { amount }) => sum + amount, 0)
      expect({ slug, balance, held, calls }).toEqual({
        slug,
        balance: LOADED - sold,
        held: 0,
        calls: mine.length,
      })
    }
  }

  test('was killed during calls, after many answers', () => {
    expect(answered().length).toBeGreaterThanOrEqual(KILLS * ANSWERS_BEFORE_A_KILL)
    expect(broken().length).toBeGreaterThanOrEqual(KILLS)
    const others = shoppers.purchases.filter(({ heard }) => heard && heard.status !== 200)
    expect(others.map(({ heard }) => heard?.text)).toEqual([])
  })

  test('records every answered call as one sale, on the rail that paid', async () => {
    const sales = await visit(0, (service) => service.sales())
    const byCall = new Map(sales.map((sale) => [sale.callId, sale]))
    expect(byCall.size).toBe(sales.length)
    for (const { errand, rail, heard } of answered()) {
      const sale = byCall.get(String(heard?.headers['x-request-id']))
      expect(sale).toMatchObject({ slug: errand.slug, rail })
    }
    const unheard = sales.length - answered().length
    expect(unheard).toBeGreaterThanOrEqual(0)
    expect(unheard).toBeLessThanOrEqual(broken().length)
  })

  test('releases every hold in time', async () => {
    await visit(0, async ({ db }) => {
      const last = await db.one<{ until: number | null }>('select max(until) as until from holds')
      expect(last?.until ?? 0).toBeLessThanOrEqual(killedAt + HOLDS_END_MS)
    })
    await visit(HOLDS_END_MS + SECOND, async (service) => {
      await service.sweep()
      expect(await service.db.all('select id from holds')).toEqual([])
      await balanced(service)
    })
  })

  test('replays settled answers without a charge, also after a restart', async () => {
    server = await startServer(settings())
    const isKeyed = ({ headers, rail }: Purchase) => 'idempotency-key' in headers && rail !== 'pow'
    const keyed = answered().filter(isKeyed)
    const worked = answered().filter(({ rail }) => rail === 'pow')
    expect(Math.min(keyed.length, worked.length)).toBeGreaterThanOrEqual(REPLAYS)
    for (const purchase of [...keyed.slice(-REPLAYS), ...worked.slice(-REPLAYS)]) {
      const heard = await again(server, purchase)
      expect(heard.status).toBe(200)
      expect(heard.headers['x-idempotent-replay']).toBe('true')
      expect(heard.text).toBe(purchase.heard?.text)
    }
    for (const { errand, headers } of worked.slice(-3)) {
      const { 'idempotency-key': _, ...bare } = headers
      expect((await again(server, { errand, headers: bare })).status).toBe(402)
    }
    await server.kill()
    await visit(HOLDS_END_MS + SECOND, balanced)
  })

  test('accepts a repeat under the same key after a lost answer, and charges once', async () => {
    const lost = broken().filter(
      ({ headers, rail }) => 'idempotency-key' in headers && rail !== 'pow',
    )
    expect(lost.length).toBeGreaterThan(0)
    await visit(HOLDS_END_MS + SECOND, async (service) => {
      await service.sweep()
      for (const purchase of lost) {
        const first = await again(service, purchase)
        const second = await again(service, purchase)
        expect([first.status, second.status]).toEqual([200, 200])
        expect(second.headers['x-idempotent-replay']).toBe('true')
        expect(second.text).toBe(first.text)
      }
      await balanced(service)
    })
  })

  test('stores only hashes of its keys', async () => {
    await visit(0, async (service) => {
      for (const { creditsKey } of errands) {
        expect(await service.credits.account(hashKey(creditsKey))).not.toBeNull()
        const rows = await service.db.all('select * from credits where key_hash = $1', [creditsKey])
        expect(rows).toEqual([])
      }
    })
  })
})
