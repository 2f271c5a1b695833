import { createHash } from 'node:crypto'
import type { CallContext } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import type { Statement } from '../../base/core/db.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { usdOf } from '../../base/core/money.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import {
  addingMonitor,
  type Monitor,
  type MonitorState,
  type MonitorStore,
} from '../../stores/monitors.ts'
import { changesBetween, keptFacts } from './facts.ts'
import { checkTarget, watchOf } from './check.ts'
import type { Facts, Watch } from './watches.ts'

export interface MonitorParts {
  readonly store: MonitorStore
  run(slug: string, input: JsonObject, call: CallContext): Promise<unknown>
  /** The state of a subscription at the processor; null if unknown. */
  standing(subscription: string): Promise<MonitorState | null>
  now(): number
  onTrouble(what: string, cause: unknown): void
}

export interface Monitors {
  /** The watch of a product. Throws for an unknown product. */
  watchOf(product: string): Watch
  /** One check before a payment, which shows whether the target can be watched. */
  check(product: string, target: string, signal?: AbortSignal): Promise<void>
  /** Begins with a payment, in its transaction. */
  begin(order: string, product: string, target: string, subscription: string): Statement
  /** Runs the due checks, the longest due first. */
  work(signal: AbortSignal): Promise<void>
  setState(subscription: string, state: MonitorState): Promise<void>
  readonly store: MonitorStore
}

const EVERY_MS = 24 * HOUR_MS
/** The longest time of a check; after it, another process takes over. */
const CLAIM_MS = 300_000
const BACK_OFF_MAX_MS = EVERY_MS

/** A call without its own payment: the monitor is paid. */
const ownCall = (signal: AbortSignal): CallContext => ({
  id: 'monitor',
  transport: 'http',
  payer: { rail: 'monitor', wallet: null },
  budget: usdOf(0),
  signal,
})

export function createMonitors({ store, run, standing, now, onTrouble }: MonitorParts): Monitors {
  const dueIn = (state: MonitorState): number => (state === 'active' ? now() : now() + EVERY_MS)

  /** Asked each time, because events may be lost or not configured. */
  async function isPaid({ id, state, subscription }: Monitor, claim: number): Promise<boolean> {
    if (subscription === null) return true
    const told = await standing(subscription).catch((thrown: unknown) => {
      onTrouble('the subscription of a monitor', thrown)
      return null
    })
    const is = told ?? state
    if (is === 'active' && state === 'active') return true
    const isNew = await store.setState(id, { state: is, due: dueIn(is) }, now())
    if (!isNew) await store.postpone(id, claim, now() + EVERY_MS)
    return false
  }

  async function visit(monitor: Monitor, signal: AbortSignal): Promise<void> {
    const { id, product, target } = monitor
    const claim = now() + CLAIM_MS
    if (!(await store.claim(monitor, claim)) || !(await isPaid(monitor, claim))) return
    const watch = watchOf(product)
    try {
      const after = await checkTarget({ product, target }, run, ownCall(signal))
      const before = monitor.facts === null ? null : (JSON.parse(monitor.facts) as Facts)
      const changes = before ? changesBetween(before, after, watch.isList) : []
      const facts = JSON.stringify(keptFacts(before ?? {}, after, watch.isList))
      const told = changes.length > 0 ? JSON.stringify(changes) : null
      await store.looked(id, claim, { facts, changes: told, due: now() + EVERY_MS }, now())
    } catch (thrown) {
      if (signal.aborted) return
      const fault = Fault.from(thrown)
      if (fault.code === 'internal') onTrouble(`monitor of ${product}`, fault.cause)
      // A failed check is not a change. It is repeated after one hour, two, four, up to a day.
      const waitMs = Math.min(BACK_OFF_MAX_MS, HOUR_MS * 2 ** Math.min(monitor.failures, 10))
      await store.failed(id, claim, { error: fault.message, due: now() + waitMs }, now())
    }
  }

  return {
    store,
    watchOf,
    async check(product, target, signal = AbortSignal.timeout(CLAIM_MS)) {
      await checkTarget({ product, target }, run, ownCall(signal))
    },
    begin: (order, product, target, subscription) =>
      addingMonitor({ id: monitorIdOf(order), product, target, subscription, looks: null }, now()),
    async work(signal) {
      for (const monitor of await store.due(now())) {
        if (signal.aborted) return
        await visit(monitor, signal)
      }
      await store.forget(now())
    },
    async setState(subscription, state) {
      const monitor = await store.bySubscription(subscription)
      if (monitor) await store.setState(monitor.id, { state, due: dueIn(state) }, now())
    },
  }
}

/**
 * Derived from the order, so that it is always the same and nobody can guess it without the order.
 */
export const monitorIdOf = (order: string): string =>
  createHash('sha256').update(`monitor of ${order}`).digest('hex').slice(0, 32)
