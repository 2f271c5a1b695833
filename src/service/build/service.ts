import { randomUUID } from 'node:crypto'
import type { Jobs } from '../../selling/call/jobs.ts'
import type { KeepAlive } from '../../selling/call/keep-alive.ts'
import type { Pipeline } from '../../selling/call/pipeline.ts'
import { createStepRunner } from '../../selling/call/step-runner.ts'
import type { Catalog } from '../../selling/catalog/catalog.ts'
import { packsOf } from '../../selling/catalog/entry.ts'
import { createFind, type IndexTools } from '../../selling/catalog/find.ts'
import type { Loaded } from '../../selling/catalog/load.ts'
import type { Site } from '../../selling/catalog/site.ts'
import type { Config } from '../settings/config.ts'
import type { Db } from '../../base/core/db.ts'
import { mergeParts } from '../../base/core/merge-parts.ts'
import { createParts } from '../../base/core/parts.ts'
import type { ReadText, Setting } from '../../base/core/setting.ts'
import { createApp, type App } from '../../front/http/app.ts'
import { createBodyBudget } from '../../front/http/body.ts'
import { allFree, loadFreeEndpoints } from '../../front/http/free-endpoints.ts'
import { listen } from '../../front/http/listen.ts'
import { openLocalModels } from '../../capabilities/llm/local/open.ts'
import { startedAs, urlAt } from './started.ts'
import { openCallPath } from './calls.ts'
import { openCatalog } from './catalog.ts'
import { openCheckout, type CheckoutServices } from './checkout.ts'
import { openConnector } from './protocols.ts'
import { openSellers } from './market.ts'
import { openRecords } from './records.ts'
import { openRails, publishSandbox } from './rails.ts'
import { freePort } from '../../outside/net/free-port.ts'
import { assertUsable, declaredBy, settingsOf } from '../ops/check-settings.ts'
import type { Started } from '../ops/banner.ts'
import { causeOf, createLog, type Log } from '../ops/log.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { NetworkStatus } from '../../selling/payments/x402/facilitator.ts'
import { createTill } from '../../selling/payments/till.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { CreditStore } from '../../stores/credits.ts'
import { ownSecret } from '../../stores/secrets.ts'
import { createStores, type Stores } from '../../stores/stores.ts'
import { createUpstreamSlotStore } from '../../stores/upstream-slots.ts'
import { allTasks } from '../tasks/all.ts'
import { checkoutTasks } from '../tasks/checkout.ts'
import { sellerTasks } from '../tasks/sellers.ts'
import { startTasks } from '../tasks/task.ts'
import { openGround, withOwnChains, type Ground } from './ground.ts'

/** A running instance. */
export interface Service extends CheckoutServices {
  readonly url: string
  /** What the banner says. */
  readonly started: Started
  readonly metricsPort: number | null
  readonly catalog: Catalog
  /** Where requests come in, beside the tools of the catalog. */
  readonly doors: App['doors']
  /** Whether each network can be paid on at this moment. */
  networkStatuses(): readonly NetworkStatus[]
  readonly sandbox: Sandbox | null
  readonly db: Db
  readonly credits: CreditStore
  readonly pipeline: Pipeline
  readonly jobs: Jobs
  readonly keepAlive: KeepAlive
  readonly metrics: Pick<Metrics, 'values'>
  /** Loads in the background what first calls need, one after the other, until it is aborted. */
  warm(signal: AbortSignal): Promise<void>
  /** `gently`: open connections are served to their end, and no request is refused. */
  stop(how?: 'gently'): Promise<void>
}

/** What may be handed in: by tests and benchmarks, instead of the real thing. */
export interface Overrides {
  readonly loaded?: Loaded | Promise<Loaded>
  readonly log?: Log
  readonly indexTools?: IndexTools
  now?(): number
  /** Called when everything is built, before the server listens. */
  onBuilt?(): void
}

/** For background work to end when the instance stops. */
const TASKS_STOP_MS = 5_000

/** Opens the whole service, or leaves nothing open if a part fails. */
export async function buildService(config: Config, given: Overrides = {}): Promise<Service> {
  const closing: (() => Promise<void>)[] = []
  try {
    return await built(config, given, closing)
  } catch (thrown) {
    for (const close of closing) await close().catch(() => {})
    throw thrown
  }
}

/** Builds everything once; the order of construction is the order of the map. */
async function built(
  config: Config,
  given: Overrides,
  closing: (() => Promise<void>)[],
): Promise<Service> {
  const now = given.now ?? Date.now
  const startedAt = now()
  const log = given.log ?? createLog(config.LOG_LEVEL)
  const onTrouble = troubleTo(log)
  const onClose = (close: () => Promise<void>) => void closing.unshift(close)

  const ground = { config, loaded: given.loaded, now, onClose, onTrouble }
  const { client, db, sandbox, loaded, build, stopping, leave } = await openGround(ground)
  const declared = usableSettings(config, loaded)
  const stores = createStores(db)
  if (sandbox) await publishSandbox(sandbox, stores.credits, now())

  const port = config.PORT === 0 ? await freePort(config.HOST) : config.PORT
  const url = urlAt(config.HOST, port)
  const baseUrl = config.BASE_URL ?? url
  const site: Site = { name: 'Farebox', baseUrl, build, isFree: config.FREE_MODE }
  const secret = await ownSecret(db, 'challenges')
  const open = { ...stores, config, sandbox, client, db, baseUrl, secret, now, onTrouble }
  const { rails, pow, pass, stripe, warm, networkStatuses, close } = await openRails(open)
  onClose(close)
  const till = createTill(rails)
  const setting = await withOwnHosts(settingsOf(config, declared), sandbox, ground)
  const { catalog, overrideControl, task } = await openCatalog({ ...open, loaded, setting, till })
  const rateSlots = db.engine === 'postgres' ? createUpstreamSlotStore(db, now) : undefined
  const world = { db, now, setting, rateSlots, stopping, ...createParts(), onClose, onTrouble }
  const running = createStepRunner({ ...world, toolOf: catalog.bySlug })
  const records = openRecords({ ...world, log, stores, networkStatuses })
  const path = { config, db, stores, catalog, till, running, ...records, now, onTrouble }
  const { pipeline, jobs, reconciler, reverts, delivery, keepAlive, forFree } = openCallPath(path)
  const checkout = await openCheckout({ ...path, stripe, baseUrl, delivery })
  const shop = { catalog, site, till, free: await loadFreeEndpoints() }
  const told = { config: { ...config, setting }, startedAt, networkStatuses, now, ...records }
  const find = createFind(catalog, site, packsOf(catalog, site), given.indexTools)
  const found = { overrideControl, find }
  const { keeper, ...sellers } = openSellers(mergeParts(path, world, { site, sandbox }))
  const free = mergeParts(told, found, { shop, stores, db, pow, jobs }, sellers, checkout, forFree)
  const app = createApp({
    mounts: openConnector({ ...free, pipeline, pass, baseUrl, onTrouble, onClose }),
    pipeline,
    catalog,
    bodies: createBodyBudget(),
    ownNames: till.isFree ? [new URL(baseUrl).hostname] : null,
    bodyBytesMax: config.BODY_BYTES_MAX,
    proxyHops: config.TRUST_PROXY_HOPS,
    onUnknownProxy: atMostOnce(() => log.warn({}, UNKNOWN_PROXY)),
    onBug: (id, cause) => log.error({ id, cause: causeOf(cause) }, 'bug'),
    ...allFree(free, shop.free),
  })
  const background = { leases: stores.leases, holder: randomUUID(), now, onTrouble }
  const working = { jobs, keepAlive, reconciler, reverts, ...keeping(config) }
  const due = allTasks(mergeParts(otherStores(stores), path, working))
  const forOthers = [...checkoutTasks(checkout), ...sellerTasks({ ...sellers, keeper }), task]
  const tasks = startTasks([...due, ...forOthers], background)
  given.onBuilt?.()
  onClose(() => tasks.stop(TASKS_STOP_MS))
  const server = await listen(app, listenOptions(config, port, records.metrics))
  onClose(() => server.close(0))
  const metricsPort = await listenForMetrics(config, records.metrics)
  const facts = { url, baseUrl, sandbox, metricsPort, setting }
  const started = startedAs(config, { ...facts, catalog, declared, loaded, networkStatuses })
  for (const sentence of started.warnings) log.warn({}, sentence)

  async function stop(how?: 'gently'): Promise<void> {
    if (how === 'gently') await server.leave()
    const withinMs = config.STOP_SECONDS * 1000
    const jobsEnd = [jobs.drain(withinMs), checkout.cards.drain(withinMs)]
    await Promise.all([server.close(withinMs, leave), ...jobsEnd, delivery.drain(withinMs)])
    await tasks.stop(TASKS_STOP_MS)
    await delivery.drain()
    await records.flush()
    await records.metrics.close()
    for (const each of closing) await each().catch((thrown: unknown) => onTrouble('stop', thrown))
  }

  const opened = { url, started, metricsPort, catalog, networkStatuses, sandbox, db }
  const paths = { credits: stores.credits, doors: app.doors, pipeline, jobs, keepAlive, stop }
  return mergeParts(opened, records, checkout, { ...paths, warm })
}

const troubleTo = (log: Log) => (what: string, cause: unknown) =>
  log.error({ what, cause: causeOf(cause) }, 'trouble')

/** The tasks use the jobs of the call path, not their store. */
function otherStores(stores: Stores): Omit<Stores, 'jobs'> {
  const { jobs: _, ...others } = stores
  return others
}

const keeping = ({ SALES_DAYS: sales, CALL_STATS_DAYS: callStats }: Config) => ({
  keptDays: { sales, callStats },
})

/** What capabilities read of the settings, none of it unusable. */
function usableSettings(config: Config, { tools }: Loaded): readonly Setting[] {
  const declared = declaredBy(tools)
  assertUsable(config, declared)
  return declared
}

/** The settings, with the addresses of the chains and local models of this instance. */
async function withOwnHosts(
  given: ReadText,
  sandbox: Sandbox | null,
  { onClose, onTrouble }: Ground,
) {
  const setting = withOwnChains(given, sandbox)
  const troubled = (message: string) => onTrouble('local model', new Error(message))
  const models = await openLocalModels(setting, troubled)
  if (models) onClose(() => models.stop())
  return (name: string) => models?.settings[name] ?? setting(name)
}

const listenOptions = (
  { HOST: host, CONNECTIONS_MAX: connectionsMax }: Config,
  port: number,
  { turnedAway: onTurnedAway }: Metrics,
) => ({ port, host, connectionsMax, onTurnedAway })

const listenForMetrics = async ({ METRICS_PORT, METRICS_HOST }: Config, metrics: Metrics) =>
  METRICS_PORT === 0 ? null : metrics.listen(METRICS_PORT, METRICS_HOST)

const UNKNOWN_PROXY =
  'X-Forwarded-For arrives, but TRUST_PROXY_HOPS is 0: all buyers behind that proxy count as one client'

function atMostOnce(say: () => void): () => void {
  let isSaid = false
  return () => {
    if (!isSaid) say()
    isSaid = true
  }
}
