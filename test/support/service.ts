import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reconciler } from '../../src/selling/call/reconcile.ts'
import { indexTools, listingOf, type IndexTools } from '../../src/selling/catalog/find.ts'
import type { Loaded } from '../../src/selling/catalog/load.ts'
import { readConfig } from '../../src/service/settings/config.ts'
import { usd, type Dollars } from '../../src/base/core/money.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { buildService, type Service } from '../../src/service/build/service.ts'
import type { Log } from '../../src/service/ops/log.ts'
import type { OperatorCallLog } from '../../src/service/ops/call-log.ts'
import { hashKey, mintKey } from '../../src/selling/payments/credits.ts'
import type { CreditAccount, Hold } from '../../src/stores/credits.ts'
import { createIdempotencyStore } from '../../src/stores/idempotency.ts'
import { createPaymentStore } from '../../src/stores/payments.ts'
import { createSaleStore } from '../../src/stores/sales.ts'
import type { Sale } from '../../src/stores/sales.ts'
import { allTasks } from '../../src/service/tasks/all.ts'
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

export interface TestService extends Service {
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
  return {
    ...service,
    ...ledgersOf(service, now),
    sweep: sweepOf(service, now),
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
const sharedIndex: IndexTools = (tools) => {
  const texts = JSON.stringify(tools.map(listingOf))
  const known = indexes.get(texts) ?? indexTools(tools)
  if (indexes.size >= INDEXES_MAX) indexes.clear()
  indexes.set(texts, known)
  return known
}

/** Reads the stores directly. */
function ledgersOf({ credits, db }: Service, now: () => number) {
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

/** The task of the service, run when a test asks for it. */
function sweepOf({ db, credits, jobs, keepAlive }: Service, now: () => number) {
  const idempotency = createIdempotencyStore(db)
  const tasks = allTasks({
    db,
    now,
    credits,
    idempotency,
    payments: createPaymentStore(db),
    sales: createSaleStore(db),
    jobs,
    keepAlive,
    callLog: { flush: async () => {} } as OperatorCallLog,
    reconciler: { sweep: async () => {} } as Reconciler,
    reverts: { sweep: async () => {} },
    callStats: { forget: async () => false },
    callTraces: { trim: async () => {} },
    upstreamHours: { forget: async () => false },
    upstreamLog: { flush: async () => {} },
    keptDays: { sales: 0, callStats: 0 },
  })
  const sweep = tasks.find(({ name }) => name === 'sweep-expired')
  return async (how?: 'alone') => {
    if (how !== 'alone') await keepAlive.beat()
    await sweep?.run(new AbortController().signal)
  }
}
