import { randomUUID } from 'node:crypto'
import type { IndexTools } from '../../selling/catalog/find.ts'
import type { Loaded } from '../../selling/catalog/load.ts'
import type { Task } from '../../base/core/task.ts'
import type { Log } from '../ops/log.ts'
import type { Settings } from '../settings/config.ts'
import { startTasks, type Tasks } from '../tasks/start.ts'
import { openBuying } from './buying.ts'
import { openCalls, type Calls } from './calls.ts'
import { openCatalog, type OpenCatalog } from './catalog.ts'
import { openCheckout, type Checkout } from './checkout.ts'
import { openFront } from './front.ts'
import { loadTools, openGoods } from './goods.ts'
import { openGround, type Ground } from './ground.ts'
import { allOpened, createLifetime, type Lifetime } from './lifetime.ts'
import { openPayments, type Payments } from './payments.ts'
import { openRecords, type Records } from './records.ts'
import { startServer, type Server } from './server.ts'
import { stopper, TASKS_STOP_MS } from './stop.ts'

/** A running instance, by its named parts: `service.calls.pipeline`, `service.ground.db`. */
export interface Service {
  readonly ground: Ground
  readonly payments: Payments
  readonly catalog: OpenCatalog
  readonly records: Records
  readonly calls: Calls
  readonly checkout: Checkout
  readonly server: Server
  /** `gently`: open connections are served to their end, and no request is refused. */
  stop(how?: 'gently'): Promise<void>
}

/** What tests and benchmarks put in the place of the real thing. */
export interface Overrides {
  readonly loaded?: Loaded | Promise<Loaded>
  readonly log?: Log
  readonly indexTools?: IndexTools
  now?(): number
  /** Called when everything is built, before the server listens. */
  onBuilt?(): void
}

/**
 * Opens the whole service, or closes what was opened. Each step takes parts that stand above it,
 * whole and by their names; a part answers what it offers, and its own tasks.
 */
export async function buildService(
  settings: Settings,
  { loaded: ours, log, indexTools, now, onBuilt }: Overrides = {},
): Promise<Service> {
  const life = createLifetime({ logLevel: settings.serving.LOG_LEVEL, log, now })
  return life.whole(async () => {
    const opening = [openGround(settings, life), loadTools(settings, ours)] as const
    const [ground, loaded] = await allOpened(opening)
    const goods = await openGoods(settings, { ground, loaded }, life)
    const payments = await openPayments(settings, ground, life)
    const catalog = await openCatalog(settings, { ground, goods, payments, indexTools }, life)
    const records = openRecords(settings, { ground, payments }, life)
    const calls = openCalls(settings, { ground, goods, payments, catalog, records }, life)
    const checkout = await openCheckout(
      settings,
      { ground, payments, catalog, calls, records },
      life,
    )
    const buying = openBuying(settings, { ground, payments, catalog }, life)
    const front = await openFront(
      settings,
      { ground, payments, catalog, calls, checkout, buying, records },
      life,
    )
    onBuilt?.()
    const working = [goods, payments, catalog, records, calls, checkout, buying]
    const tasks = startWork(working, ground, life)
    const server = await startServer(
      settings,
      { ground, goods, payments, catalog, records, front },
      life,
    )
    const stop = stopper(settings, { server, calls, checkout, tasks, records }, life)
    return { ground, payments, catalog, records, calls, checkout, server, stop }
  })
}

/** The background work of these parts, by this replica or by another one of the same database. */
function startWork(
  parts: readonly { readonly tasks: readonly Task[] }[],
  { stores }: Ground,
  life: Lifetime,
): Tasks {
  const { now, trouble: onTrouble } = life
  const due = parts.flatMap((part) => part.tasks)
  const tasks = startTasks(due, { leases: stores.leases, holder: randomUUID(), now, onTrouble })
  life.closeWith(() => tasks.stop(TASKS_STOP_MS))
  return tasks
}
