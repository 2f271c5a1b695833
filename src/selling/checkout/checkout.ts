import { createLimit } from '../call/limits.ts'
import { parseReply } from '../call/reply.ts'
import type { CallReply } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import type { Usd } from '../../base/core/money.ts'
import type { CardOrder } from '../../stores/card-orders.ts'
import { monitorIdOf } from '../../capabilities/monitors/monitors.ts'
import { createKeyClaims, type KeyClaim } from './key-claims.ts'
import { createCheckoutSessions, type Asker, type CheckoutSessions } from './sessions.ts'
import { createCardEvents, type CardEvents } from './events.ts'
import { createFulfilment } from './fulfil.ts'
import { createOrderRuns } from './order-runs.ts'
import type { CheckoutParts } from './parts.ts'

/** The progress of an order for its buyer. */
export type OrderStatus =
  | 'not_found'
  | 'unpaid'
  | 'generating'
  | 'done'
  | 'error'
  | 'refunded'
  | 'expired'

export interface OrderView {
  readonly status: OrderStatus
  /** Null with `not_found`. */
  readonly order: CardOrder | null
  /** The answer, with `done`. */
  readonly reply: CallReply | null
}

/** The checkout for people with a card. */
export interface CardCheckout {
  /** Why cards are not accepted; null if they are. */
  readonly closed: string | null
  readonly sellsCredits: boolean
  readonly priceByCard: CheckoutSessions['priceByCard']
  readonly buy: CheckoutSessions['buy']
  readonly buyCredits: CheckoutSessions['credits']
  readonly subscribe: CheckoutSessions['subscribe']
  /** Ends a monitor at the end of its paid month. False if there is nothing to end. */
  cancel(session: string, client: string): Promise<boolean>
  /** Counts a read of a linked order or monitor. Throws `rate_limited` for too many. */
  admitLook(client: string): Promise<void>
  readonly monitorPrice: Usd
  /** Stores an event of Stripe, and begins to handle it. */
  hear: CardEvents['hear']
  /** Throws `rate_limited` when a client looks too often. */
  view(session: string, client: string): Promise<OrderView>
  claim(session: string, client: string): Promise<KeyClaim>
  /** Handles due payments and events. */
  work(signal: AbortSignal): Promise<void>
  /** Asks the processor for payments that no event has reported. */
  lookOut(signal: AbortSignal): Promise<void>
  drain(withinMs: number): Promise<void>
}

const SESSION = /^cs_(test|live)_[A-Za-z0-9]{10,200}$/
const UNKNOWN_FOR_MS = 60_000
const UNKNOWN_MAX = 10_000
/** How often reloads of a page may ask the processor. */
const ASK_EVERY_MS = 2_000

export function createCardCheckout(parts: CheckoutParts): CardCheckout {
  const { stripe, store, settings, monitors, now, onTrouble } = parts
  const runs = createOrderRuns(parts)
  const fulfilment = createFulfilment(parts, runs)
  const events = createCardEvents(parts, fulfilment)
  const sessions = createCheckoutSessions(parts)
  const stopping = new AbortController()
  let working: Promise<void> = Promise.resolve()
  const claimed = createKeyClaims(parts)
  const { checkoutsPerMinute, checkoutsPerHour, readsPerMinute } = settings
  const perMinute = createLimit('card checkouts', checkoutsPerMinute, parts)
  const perHour = createLimit('card checkouts', checkoutsPerHour, parts, 'an hour')
  const reads = createLimit('looks at card orders', readsPerMinute, parts)
  /**
   * Unknown sessions, and sessions that were just asked for, each with the time when the entry
   * ends.
   */
  const unknown = createMemory(now)
  const asked = createMemory(now)
  const asking = new Map<string, Promise<boolean>>()

  async function admit({ client }: Asker): Promise<void> {
    sessions.assertOpen()
    await perMinute.take(client)
    await perHour.take(client)
  }

  /** False if Stripe could not be asked, or was asked a moment ago. */
  async function ask(session: string): Promise<boolean> {
    const before = asking.get(session)
    if (before) return before
    if (!stripe || asked.has(session)) return false
    asked.add(session, ASK_EVERY_MS)
    const told = fulfilment.fulfil(session).then(
      () => true,
      (thrown: unknown) => {
        onTrouble('look at a checkout', thrown instanceof Fault ? (thrown.cause ?? thrown) : thrown)
        return false
      },
    )
    asking.set(session, told)
    return told.finally(() => asking.delete(session))
  }

  async function orderAt(session: string): Promise<CardOrder | null> {
    if (!SESSION.test(session) || unknown.has(session)) return null
    const order = await store.bySession(session)
    if (order && order.state !== 'open' && order.state !== 'late') return order
    const isAsked = await ask(session)
    const after = await store.bySession(session)
    if (!after && isAsked) unknown.add(session, UNKNOWN_FOR_MS)
    return after
  }

  async function look(session: string, client: string): Promise<CardOrder | null> {
    await reads.take(client)
    return orderAt(session)
  }

  return {
    closed: stripe ? null : parts.closed,
    sellsCredits: settings.sellsCredits,
    monitorPrice: settings.monitorPrice,
    priceByCard: sessions.priceByCard,
    async buy(wanted, asker) {
      await admit(asker)
      return sessions.buy(wanted, asker)
    },
    async subscribe(wanted, asker) {
      await admit(asker)
      return sessions.subscribe(wanted, asker)
    },
    async admitLook(client) {
      await reads.take(client)
    },
    async cancel(session, client) {
      const order = await look(session, client)
      const monitor =
        order?.kind === 'monitor' ? await monitors.store.find(monitorIdOf(order.id)) : null
      if (!stripe || !monitor?.subscription) return false
      await stripe.cancelAtPeriodEnd(monitor.subscription)
      return true
    },
    async buyCredits(pack, asker) {
      await admit(asker)
      return sessions.credits(pack, asker)
    },
    async hear(text, signature) {
      await events.hear(text, signature)
      // Stripe gets its answer first. If the work fails now, the task repeats it.
      working = events.work(stopping.signal).catch(() => {})
    },
    async view(session, client) {
      const order = await look(session, client)
      if (!order) return { status: 'not_found', order, reply: null }
      const reply = order.state === 'done' && order.outcome ? parseReply(order.outcome) : null
      return { status: statusOf(order), order, reply }
    },
    async claim(session, client) {
      const order = await look(session, client)
      return SESSION.test(session) ? claimed(order) : { status: 'invalid' }
    },
    async work(signal) {
      await events.work(signal)
      await runs.work(signal)
      await store.forget(now())
      await parts.events.forget(now())
    },
    lookOut: fulfilment.lookOut,
    async drain(withinMs) {
      stopping.abort()
      await Promise.all([working, runs.drain(withinMs)])
    },
  }
}

function statusOf({ state, kind }: CardOrder): OrderStatus {
  switch (state) {
    case 'open':
    case 'late':
      return 'unpaid'
    case 'paid':
      return kind === 'tool' ? 'generating' : 'done'
    case 'running':
      return 'generating'
    case 'refunding':
      return 'error'
    case 'claimed':
      return 'done'
    default:
      return state
  }
}

/** A bounded set of names with expiry; the oldest is dropped first. */
function createMemory(now: () => number) {
  const until = new Map<string, number>()
  return {
    has(name: string): boolean {
      const end = until.get(name)
      if (end === undefined) return false
      if (end > now()) return true
      until.delete(name)
      return false
    },
    add(name: string, forMs: number): void {
      until.delete(name)
      until.set(name, now() + forMs)
      const [oldest] = until.keys()
      if (until.size > UNKNOWN_MAX && oldest !== undefined) until.delete(oldest)
    },
  }
}
