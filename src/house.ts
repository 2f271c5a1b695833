import { createBooks } from './call/books.ts'
import { createJobs } from './call/jobs.ts'
import { createLimit } from './call/limits.ts'
import { createPipeline, type Pipeline } from './call/pipeline.ts'
import { createReconciler } from './call/reconcile.ts'
import { createOpener, runTool, type Running } from './call/run.ts'
import { createCatalog, type Catalog } from './catalog/catalog.ts'
import { createFind } from './catalog/find.ts'
import { loadTools, type Loaded } from './catalog/load.ts'
import type { Site } from './catalog/site.ts'
import type { Config } from './config.ts'
import type { Host } from './core/capability.ts'
import type { Db } from './core/db.ts'
import { notFound } from './core/fault.ts'
import { createApp } from './http/app.ts'
import { creditsEndpoint } from './http/free/credits.ts'
import { findEndpoints } from './http/free/find.ts'
import { healthEndpoint } from './http/free/health.ts'
import { jobEndpoint } from './http/free/jobs.ts'
import { powEndpoint } from './http/free/pow.ts'
import { reliabilityEndpoint, statsEndpoint } from './http/free/stats.ts'
import { surfaceEndpoint } from './http/free/surfaces.ts'
import { listen } from './http/listen.ts'
import { openMoneyIn, publishSandbox } from './money-in.ts'
import { freePort } from './net/free-port.ts'
import { createClient } from './net/request.ts'
import { buildOf } from './ops/build.ts'
import { createJournal } from './ops/journal.ts'
import { causeOf, createLog, type Log } from './ops/log.ts'
import { createMetrics } from './ops/metrics.ts'
import type { Network } from './payments/x402/networks.ts'
import { createTill } from './payments/till.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { createCreditStore, type CreditStore } from './stores/credits.ts'
import { createIdempotencyStore } from './stores/idempotency.ts'
import { createJobStore } from './stores/jobs.ts'
import { openDb } from './stores/open.ts'
import { createPaymentStore } from './stores/payments.ts'
import { createSaleStore } from './stores/sales.ts'
import { ownSecret } from './stores/secrets.ts'
import { createTallyStore } from './stores/tallies.ts'
import { allSurfaces } from './surfaces/all.ts'
import { allTasks } from './tasks/all.ts'
import { startTasks } from './tasks/task.ts'

/** A running instance. */
export interface House {
  readonly url: string
  readonly metricsPort: number | null
  readonly catalog: Catalog
  readonly networks: readonly Network[]
  readonly sandbox: Sandbox | null
  readonly db: Db
  readonly credits: CreditStore
  readonly pipeline: Pipeline
  stop(): Promise<void>
}

/** What tests and benchmarks may hand in instead of the real thing. */
export interface Furnishing {
  readonly loaded?: Loaded
  readonly log?: Log
  now?(): number
}

const TOOLS = new URL('./tools', import.meta.url).pathname

/** Builds everything once; the order of construction is the order of the map. */
export async function openHouse(config: Config, given: Furnishing = {}): Promise<House> {
  const now = given.now ?? Date.now
  const startedAt = now()
  const log = given.log ?? createLog(config.LOG_LEVEL)
  const onTrouble = (what: string, cause: unknown) =>
    log.error({ what, cause: causeOf(cause) }, 'trouble')
  const closing: (() => Promise<void>)[] = []
  const onClose = (close: () => Promise<void>) => void closing.unshift(close)

  const client = createClient({ policy: 'trusted' })
  onClose(() => client.close())
  const [db, sandbox, loaded, build] = await Promise.all([
    openDb({
      databaseUrl: config.DATABASE_URL,
      dataDir: config.DATA_DIR,
      now,
      onError: (thrown) => onTrouble('database connection', thrown),
    }),
    wantsSandbox(config) ? openSandbox(config, client) : null,
    given.loaded ?? loadTools(TOOLS),
    buildOf(),
  ])
  onClose(() => db.close())
  if (sandbox) onClose(() => sandbox.stop())

  const stores = {
    db,
    credits: createCreditStore(db),
    payments: createPaymentStore(db),
    idempotency: createIdempotencyStore(db),
    sales: createSaleStore(db),
    tallies: createTallyStore(db),
  }
  if (sandbox) await publishSandbox(sandbox, stores.credits, now())

  const port = config.PORT === 0 ? await freePort(config.HOST) : config.PORT
  const url = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`
  const site: Site = { name: 'Farebox', baseUrl: config.BASE_URL ?? url, build }
  const { rails, pow, networks, close } = await openMoneyIn({
    config,
    sandbox,
    client,
    now,
    onTrouble,
    credits: stores.credits,
    baseUrl: site.baseUrl,
    secret: await ownSecret(db, 'challenges'),
  })
  onClose(close)
  const till = createTill(rails)
  const catalog = createCatalog(loaded)
  const running = runningOf({ db, now, setting: config.setting, onClose }, catalog)

  const metrics = createMetrics()
  const journal = createJournal({ log, metrics, tallies: stores.tallies, now })
  const jobStore = createJobStore(db)
  const jobs = createJobs({ ...stores, store: jobStore, now, onTrouble })
  const closeBooks = createBooks({ ...stores, now })
  const reconciler = createReconciler({ ...stores, catalog, till, jobs: jobStore, closeBooks, now })
  const pipeline = createPipeline({
    ...stores,
    catalog,
    till,
    closeBooks,
    jobs,
    reconciler,
    running,
    journal,
    refusals: createLimit('refused payments', config.REFUSALS_PER_MINUTE),
  })

  const shop = { catalog, site, till }
  const recorded = { ...stores, catalog, site, now, startedAt, flush: () => journal.flush() }
  const app = createApp({
    pipeline,
    bodyBytesMax: config.BODY_BYTES_MAX,
    proxyHops: config.TRUST_PROXY_HOPS,
    onBug: (id, cause) => log.error({ id, cause: causeOf(cause) }, 'bug'),
    endpoints: [
      healthEndpoint(catalog, site),
      ...findEndpoints(createFind(catalog, site)),
      ...allSurfaces.map((surface) => surfaceEndpoint(surface, shop)),
      powEndpoint(catalog, pow, createLimit('challenges', config.POW_CHALLENGES_PER_MINUTE)),
      jobEndpoint(jobs),
      creditsEndpoint(stores.credits, site.baseUrl),
      statsEndpoint(recorded),
      reliabilityEndpoint(recorded),
    ],
  })
  const tasks = startTasks(allTasks({ ...stores, jobs, journal, reconciler, now }), onTrouble)
  const door = await listen(app.fetch as never, { port, host: config.HOST })
  const metricsPort = config.METRICS_PORT === 0 ? null : await metrics.listen(config.METRICS_PORT)

  async function stop(): Promise<void> {
    const withinMs = config.STOP_SECONDS * 1000
    await Promise.all([door.close(withinMs), jobs.drain(withinMs)])
    await tasks.stop()
    await journal.flush()
    await metrics.close()
    for (const close of closing) await close().catch((thrown: unknown) => onTrouble('stop', thrown))
  }

  return {
    url,
    metricsPort,
    catalog,
    networks,
    sandbox,
    db,
    credits: stores.credits,
    pipeline,
    stop,
  }
}

/** Nothing configured means the sandbox; anything that is real money, or none at all, means not. */
function wantsSandbox({ SANDBOX, PAY_TO, FREE_MODE }: Config): boolean {
  return SANDBOX ?? (!PAY_TO && !FREE_MODE)
}

async function openSandbox(
  config: Config,
  client: ReturnType<typeof createClient>,
): Promise<Sandbox> {
  const { startSandbox } = await import('./sandbox/sandbox.ts')
  const { DATA_DIR: dataDir, ANVIL_PATH: anvilPath = null } = config
  return startSandbox({ dataDir, anvilPath, path: config.setting('PATH') ?? '' }, client)
}

/** The world that tools are handed, with the way for one tool to run another. */
function runningOf(world: Omit<Host, 'run'>, catalog: Catalog): Running {
  const host: Host = {
    ...world,
    async run(slug, input, { signal }) {
      const tool = catalog.bySlug(slug)
      if (!tool) throw notFound(`No tool is called ${slug}.`)
      return runTool(tool, input, { rail: 'house', wallet: null }, running, signal)
    },
  }
  const running: Running = { host, open: createOpener(host) }
  return running
}
