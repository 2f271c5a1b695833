import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalog } from '../../src/selling/catalog/catalog.ts'
import { indexTools, listingOf, type IndexTools } from '../../src/selling/catalog/find.ts'
import type { Loaded } from '../../src/selling/catalog/load.ts'
import { readConfig } from '../../src/service/settings/config.ts'
import { usd, type Dollars } from '../../src/base/core/money.ts'
import type { Db } from '../../src/base/core/db.ts'
import type { CardCheckout } from '../../src/selling/checkout/checkout.ts'
import type { Sandbox } from '../../src/service/sandbox/sandbox.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { buildService, type Service } from '../../src/service/build/service.ts'
import type { Log } from '../../src/service/ops/log.ts'
import { hashKey, mintKey } from '../../src/selling/payments/credits.ts'
import type { CreditAccount, CreditStore, Hold } from '../../src/stores/credits.ts'
import type { Sale } from '../../src/stores/sales.ts'
import { putDatabase } from './migrated.ts'
import { loadedGoods } from './catalog.ts'
import { FIXTURE_FAMILY } from './fixture-tools.ts'

export interface ServiceOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** Hears what the service logs, instead of nobody. */
  readonly log?: Log
  /** Sold beside the real tools. */
  readonly tools?: readonly Tool[]
  now?(): number
}

/** A service by its parts, and what tests ask most. */
export interface TestService {
  readonly parts: Service
  readonly url: string
  readonly metricsPort: number | null
  readonly catalog: Catalog
  readonly db: Db
  readonly sandbox: Sandbox | null
  readonly credits: CreditStore
  readonly cards: CardCheckout
  stop(): Promise<void>
  readonly dataDir: string
  /** A new credits key with that much money on it. */
  issueKey(loaded: Dollars): Promise<string>
  account(key: string): Promise<CreditAccount>
  sales(): Promise<readonly Sale[]>
  /** The reservation of a call that is under way. */
  holdOf(key: string): Promise<Hold>
  /**
   * What a service does every few seconds: keeps alive what is under way, and ends what outlived
   * its time. `alone`: as another process does it, which hears nothing from this one.
   */
  sweep(how?: 'alone'): Promise<void>
}

const SETTINGS = {
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'silent',
  SANDBOX: 'false',
  REPORT_SECONDS: '0',
  MPP: 'false',
  POW_DIFFICULTY: '8',
  TRUST_PROXY_HOPS: '1',
  STOP_SECONDS: '2',
}

/**
 * A whole service in this process, on a free port, in a folder of its own unless `DATA_DIR` names
 * one. It sells for credits and work; `SANDBOX: 'true'` adds a chain, `DATABASE_URL` another
 * engine.
 */
export async function openTestService(options: ServiceOptions = {}): Promise<TestService> {
  const { settings = {}, tools = [] } = options
  const now = () => options.now?.() ?? Date.now()
  const own = settings['DATA_DIR'] === undefined
  const dataDir = settings['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'farebox-test-')))
  const clean = async () => {
    if (own) await rm(dataDir, { recursive: true, force: true })
  }
  if (own && !settings['DATABASE_URL']) await putDatabase(dataDir)
  const config = readConfig({ ...SETTINGS, DATA_DIR: dataDir, ...settings })
  const loaded = await loadedWith(tools)
  const service = await buildService(config, {
    now,
    loaded,
    indexTools: sharedIndex,
    ...(options.log && { log: options.log }),
  }).catch(async (thrown: unknown) => {
    await clean()
    throw thrown
  })
  const { ground, catalog, checkout, server } = service
  return {
    parts: service,
    url: server.url,
    metricsPort: server.metricsPort,
    catalog: catalog.catalog,
    db: ground.db,
    sandbox: ground.sandbox,
    credits: ground.stores.credits,
    cards: checkout.cards,
    ...ledgersOf(service, now),
    sweep: sweepOf(service),
    dataDir,
    async stop() {
      await service.stop()
      await clean()
    },
  }
}

async function loadedWith(tools: readonly Tool[]): Promise<Loaded> {
  const real = await loadedGoods()
  return {
    ...real,
    tools: [...real.tools, ...tools],
    families: { ...real.families, fixture: FIXTURE_FAMILY },
  }
}

const INDEXES_MAX = 4
const indexes = new Map<string, ReturnType<IndexTools>>()

/** Services with tools of the same texts share an index: to build it takes longer than all else. */
export const sharedIndex: IndexTools = (tools) => {
  const texts = JSON.stringify(tools.map(listingOf))
  const known = indexes.get(texts) ?? indexTools(tools)
  if (indexes.size >= INDEXES_MAX) indexes.clear()
  indexes.set(texts, known)
  return known
}

/** Reads the stores directly. */
function ledgersOf({ ground: { db, stores } }: Service, now: () => number) {
  const { credits } = stores
  return {
    async issueKey(loaded: Dollars): Promise<string> {
      const { key, keyHash, keyId } = mintKey()
      await credits.issue({ keyHash, keyId, label: 'test' }, usd(loaded), now())
      return key
    },
    async account(key: string): Promise<CreditAccount> {
      const account = await credits.account(hashKey(key))
      if (!account) throw new Error('no such credits key')
      return account
    },
    async holdOf(key: string): Promise<Hold> {
      const hold = await db.one<Hold>(
        'select id, key_hash as "keyHash", amount from holds where key_hash = $1',
        [hashKey(key)],
      )
      if (!hold) throw new Error('nothing is held')
      return hold
    },
    sales: () =>
      db.all<Sale>(
        'select call_id as "callId", at, slug, rail, amount, payer, network, reference from sales order by at, call_id',
      ),
  }
}

/** Tasks of the service, run when a test asks for it. */
function sweepOf({ calls: { tasks } }: Service) {
  const run = (wanted: string) =>
    tasks.find(({ name }) => name === wanted)?.run(new AbortController().signal)
  return async (how?: 'alone') => {
    if (how !== 'alone') await run('keep-calls-alive')
    await run('sweep-expired')
  }
}
