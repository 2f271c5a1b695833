import type { Statement } from '../../base/core/db.ts'
import { HOUR_MS, DAY_MS } from '../../base/core/milliseconds.ts'
import type { CardOrder } from '../../stores/card-orders.ts'
import type { Session } from '../payments/checkout/stripe-checkout.ts'
import { creditsKeyOf } from './key-claims.ts'
import type { OrderRuns } from './order-runs.ts'
import type { CheckoutParts } from './parts.ts'

/** The state of a session at Stripe. */
export type Fulfilled = 'unknown' | 'unpaid' | 'expired' | 'paid'

/**
 * A payment is noticed in three ways, which all lead here: Stripe's event, the buyer's page, and
 * the periodic check.
 */
export interface Fulfilment {
  /** Reads the state from Stripe only. Delivers once for a session, however often it is called. */
  fulfil(session: string): Promise<Fulfilled>
  /** Looks for payments whose events were lost. */
  lookOut(signal: AbortSignal): Promise<void>
  /** An event about the subscription of a monitor. */
  follow(subscription: string): Promise<void>
  /** A payment was refunded or disputed. */
  reverse(charge: string): Promise<void>
}

/** A debit that a bank may confirm within days is checked this often. */
const LATE_MS = HOUR_MS
const LATE_FOR_MS = 15 * DAY_MS
/** Only sessions of the last day are listed, because they end within a day. */
const LISTED_MS = DAY_MS
/** Clocks differ. */
const SKEW_MS = 600_000

export function createFulfilment(parts: CheckoutParts, runs: Pick<OrderRuns, 'start'>): Fulfilment {
  const { stripe, store, credits, monitors, secret, now, onTrouble } = parts

  /** The order of a session. Its process may have died before it stored the session. */
  async function orderOf({ id, order: named }: Session): Promise<CardOrder | null> {
    const order = named === null ? null : await store.find(named)
    return order && (order.session === null || order.session === id) ? order : null
  }

  /** A monitor begins in the transaction that stores its payment. */
  function begun(order: CardOrder, subscription: string | null): readonly Statement[] {
    if (order.kind !== 'monitor' || subscription === null) return []
    const { target } = JSON.parse(order.input) as { readonly target: string }
    return [monitors.begin(order.id, order.product, target, subscription)]
  }

  async function settled(session: Session, order: CardOrder): Promise<Fulfilled> {
    if (session.currency !== 'usd' || session.cents < order.cents) {
      onTrouble(`card order ${order.id}`, new Error(`${session.cents} ${session.currency} came`))
      return 'unpaid'
    }
    const { id, payment, subscription } = session
    const isNew = order.state === 'open' || order.state === 'late' || order.state === 'expired'
    if (!isNew) return 'paid'
    const reversed = payment === null ? null : ((await stripe?.reversal(payment)) ?? null)
    const paying = { session: id, payment, subscription, reversed }
    const isFirst = await store.paid(order.id, paying, begun(order, subscription), now())
    const paid = isFirst && order.kind === 'tool' ? await store.find(order.id) : null
    if (paid?.state === 'paid') runs.start(paid)
    return 'paid'
  }

  /** A held payment is `unpaid` in the session, but is enough to deliver. */
  async function unsettled(session: Session, order: CardOrder): Promise<Fulfilled> {
    if (session.status === 'open') return 'unpaid'
    const known = session.payment === null ? undefined : await stripe?.payment(session.payment)
    const state = session.status === 'expired' ? 'over' : (known ?? 'waiting')
    if (state === 'held' || state === 'taken') return settled(session, order)
    if (state === 'over') await store.expire(order.id, now())
    else await store.late(order.id, now() + LATE_MS, now())
    return state === 'over' ? 'expired' : 'unpaid'
  }

  async function judged(session: Session | null): Promise<Fulfilled> {
    const order = session && (await orderOf(session))
    if (!session || !order) return 'unknown'
    if (!order.session) await store.setSession(order.id, session.id, now())
    return session.isPaid ? settled(session, order) : unsettled(session, order)
  }

  const fulfil = async (id: string): Promise<Fulfilled> =>
    stripe ? judged(await stripe.session(id)) : 'unknown'

  return {
    fulfil,
    async lookOut(signal) {
      const at = now()
      const unpaid = await store.unpaid(at - LATE_FOR_MS)
      if (!stripe || unpaid.length === 0) return
      const isNew = ({ created }: CardOrder) => created >= at - LISTED_MS - SKEW_MS
      const oldest = Math.min(...unpaid.filter(isNew).map(({ created }) => created))
      const mine = new Set(unpaid.map(({ id }) => id))
      const listed = Number.isFinite(oldest) ? await stripe.since(oldest - SKEW_MS) : []
      for (const session of listed) {
        if (signal.aborted) return
        if (session.order !== null && mine.delete(session.order)) await judged(session)
      }
      // Orders that the list of sessions did not contain.
      for (const { id, session, state, due } of unpaid) {
        if (signal.aborted) return
        const isDue = state === 'late' ? due <= at : mine.has(id)
        if (session !== null && isDue) await fulfil(session)
      }
    },
    async follow(subscription) {
      const state = await stripe?.subscription(subscription)
      if (state) await monitors.setState(subscription, state)
    },
    async reverse(charge) {
      const found = await stripe?.charge(charge)
      if (!found?.payment || !found.reversed) return
      await store.reverse(found.payment, found.reversed, now())
      const order = await store.byPayment(found.payment)
      if (order?.kind === 'credits' && order.session !== null)
        await credits.setDisabled(creditsKeyOf(order.session, secret).keyId, true)
    },
  }
}
