import { z } from 'zod'
import { Fault } from '../../../base/core/fault.ts'
import { createStripeApi, type StripeAnswer, type StripeApiOptions } from '../stripe-api.ts'

/** What is to be paid at the processor's page. */
export interface NewSession {
  /** Of the order; asking again with it makes no second session. */
  readonly order: string
  readonly name: string
  readonly cents: number
  /** Monthly, until it is cancelled. */
  readonly isMonthly: boolean
  /** A card is asked to hold the money only; it is taken by `capture`. Debits have no such hold. */
  readonly isHeld: boolean
  readonly successUrl: string
  readonly cancelUrl: string
  /** In milliseconds. */
  readonly expires: number
  readonly email?: string | undefined
}

export interface Session {
  readonly id: string
  readonly url: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly isPaid: boolean
  readonly order: string | null
  readonly cents: number
  readonly currency: string
  readonly payment: string | null
  readonly subscription: string | null
}

export interface CardPayment {
  readonly payment: string | null
  /** The whole of it was given back, or its owner has objected. */
  readonly reversed: 'refunded' | 'disputed' | null
}

/** `held`: the card holds the money. `over`: it can no longer be paid. */
export type PaymentState = 'held' | 'taken' | 'waiting' | 'over'

/** What Stripe says of a subscription. */
export type SubscriptionState = 'active' | 'paused' | 'ended'

/** Everything throws a fault when Stripe cannot be asked, or refuses. */
export interface StripeCheckout {
  create(session: NewSession): Promise<Session>
  /** Null when there is no such session. */
  session(id: string): Promise<Session | null>
  /** Sessions made since then, the newest first; a few hundred at most. */
  since(from: number): Promise<readonly Session[]>
  payment(id: string): Promise<PaymentState>
  /** Whether all of a payment was given back, or its owner has objected. */
  reversal(payment: string): Promise<CardPayment['reversed']>
  /** Takes what a card holds, once however often it is asked. */
  capture(payment: string): Promise<Extract<PaymentState, 'taken' | 'over'>>
  /**
   * Refunds a payment once, however often it is called. Returns the id of the refund, or of the
   * payment if its hold was cancelled, which costs no fee.
   */
  refund(payment: string, key: string, order: string): Promise<string>
  charge(id: string): Promise<CardPayment | null>
  subscription(id: string): Promise<SubscriptionState | null>
  cancelAtPeriodEnd(id: string): Promise<void>
}

const VERSION = '2026-10-28.endive'
const PAGE = 100
const PAGES_MAX = 5

const Money = z.object({ metadata: z.record(z.string(), z.string()).nullish() })
const SessionAnswer = Money.extend({
  id: z.string(),
  url: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  amount_total: z.number().nullish(),
  currency: z.string().nullish(),
  payment_intent: z.string().nullish(),
  subscription: z.string().nullish(),
})
const Sessions = z.object({ data: z.array(SessionAnswer), has_more: z.boolean() })
const Refund = z.object({ id: z.string(), status: z.string().nullish() })
const Charge = z.object({
  payment_intent: z.string().nullish(),
  refunded: z.boolean(),
  disputed: z.boolean().nullish(),
})
const Intent = z.object({ status: z.string() })
const ChargedIntent = z.object({ latest_charge: z.union([Charge, z.string()]).nullish() })
const Subscription = z.object({ status: z.string() })
const Refusal = z.object({
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }),
})

const PAID: ReadonlySet<string> = new Set(['paid', 'no_payment_required'])
const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])
const ACTIVE: ReadonlySet<string> = new Set(['active', 'trialing'])
const STATES: Readonly<Record<string, PaymentState>> = {
  requires_capture: 'held',
  succeeded: 'taken',
  requires_payment_method: 'over',
  canceled: 'over',
}
const REFUNDS_FAILED: ReadonlySet<string> = new Set(['failed', 'canceled'])

/** The calls of Stripe's API that selling by its Checkout page needs. */
export function createStripeCheckout(options: Omit<StripeApiOptions, 'version'>): StripeCheckout {
  const call = createStripeApi({ ...options, version: VERSION })

  async function payment(id: string): Promise<PaymentState> {
    const answer = await call(`/v1/payment_intents/${id}`)
    if (answer.status === 404) return 'over'
    return STATES[Intent.parse(good(answer, 'a look at a payment')).status] ?? 'waiting'
  }

  /** The key makes a second try harmless. */
  async function insist(path: string, form: URLSearchParams, idempotencyKey: string) {
    const ask = () => call(path, { form, idempotencyKey })
    const answer = await ask().catch(ask)
    return answer.status >= 500 || answer.status === 409 ? ask() : answer
  }

  return {
    async create(session) {
      const key = `order-${session.order}`
      const answer = await insist('/v1/checkout/sessions', formOf(session), key)
      return sessionOf(SessionAnswer.parse(good(answer, 'a checkout')))
    },
    async session(id) {
      const answer = await call(`/v1/checkout/sessions/${id}`)
      if (answer.status === 404) return null
      return sessionOf(SessionAnswer.parse(good(answer, 'a look at a checkout')))
    },
    async since(from) {
      const found: Session[] = []
      let after = ''
      for (let page = 0; page < PAGES_MAX; page++) {
        const query = new URLSearchParams({
          'created[gte]': String(Math.floor(from / 1000)),
          limit: String(PAGE),
          ...(after && { starting_after: after }),
        })
        const answer = await call(`/v1/checkout/sessions?${query.toString()}`)
        const { data, has_more: hasMore } = Sessions.parse(good(answer, 'a list of checkouts'))
        found.push(...data.map(sessionOf))
        after = data.at(-1)?.id ?? ''
        if (!hasMore || after === '') break
      }
      return found
    },
    payment,
    async reversal(id) {
      const answer = await call(`/v1/payment_intents/${id}?expand[]=latest_charge`)
      if (answer.status === 404) return null
      const { latest_charge: charge } = ChargedIntent.parse(good(answer, 'a look at a payment'))
      return charge && typeof charge === 'object' ? reversedOf(charge) : null
    },
    async capture(id) {
      const path = `/v1/payment_intents/${id}/capture`
      const answer = await insist(path, new URLSearchParams(), `capture-${id}`)
      // Taken before, by a process that died, or by a bank; or given back by hand.
      const state = answer.status === 400 ? await payment(id) : null
      if (state === 'taken' || state === 'over') return state
      return STATES[Intent.parse(good(answer, 'a capture')).status] === 'taken' ? 'taken' : 'over'
    },
    async refund(paid, key, order) {
      const state = await payment(paid)
      if (state === 'over') return 'before'
      if (state === 'held') {
        const path = `/v1/payment_intents/${paid}/cancel`
        const form = new URLSearchParams({ cancellation_reason: 'abandoned' })
        good(await insist(path, form, `cancel-${paid}`), 'a cancellation')
        return paid
      }
      const form = new URLSearchParams({
        payment_intent: paid,
        reason: 'requested_by_customer',
        'metadata[order]': order,
      })
      const answer = await call('/v1/refunds', { form, idempotencyKey: key })
      // Stripe forgets idempotency keys after a while; a payment is not refunded twice even then.
      if (answer.status === 400 && codeOf(answer) === 'charge_already_refunded') return 'before'
      const { id, status } = Refund.parse(good(answer, 'a refund'))
      if (status && REFUNDS_FAILED.has(status)) throw failed('a refund', `it is ${status}`)
      return id
    },
    async charge(id) {
      const answer = await call(`/v1/charges/${id}`)
      if (answer.status === 404) return null
      const charge = Charge.parse(good(answer, 'a look at a charge'))
      return { payment: charge.payment_intent ?? null, reversed: reversedOf(charge) }
    },
    async subscription(id) {
      const answer = await call(`/v1/subscriptions/${id}`)
      if (answer.status === 404) return null
      const { status } = Subscription.parse(good(answer, 'a look at a subscription'))
      if (ENDED.has(status)) return 'ended'
      return ACTIVE.has(status) ? 'active' : 'paused'
    },
    async cancelAtPeriodEnd(id) {
      const form = new URLSearchParams({ cancel_at_period_end: 'true' })
      good(await call(`/v1/subscriptions/${id}`, { form }), 'a cancellation')
    },
  }
}

function formOf(session: NewSession): URLSearchParams {
  const { order, name, cents, isMonthly, isHeld, successUrl, cancelUrl, expires, email } = session
  const line = 'line_items[0]'
  return new URLSearchParams({
    mode: isMonthly ? 'subscription' : 'payment',
    success_url: successUrl,
    cancel_url: cancelUrl,
    [`${line}[quantity]`]: '1',
    [`${line}[price_data][currency]`]: 'usd',
    [`${line}[price_data][unit_amount]`]: String(cents),
    [`${line}[price_data][product_data][name]`]: name,
    ...(isMonthly && {
      [`${line}[price_data][recurring][interval]`]: 'month',
      'subscription_data[metadata][order]': order,
    }),
    ...(isHeld && { 'payment_method_options[card][capture_method]': 'manual' }),
    ...(email && { customer_email: email }),
    'metadata[order]': order,
    expires_at: String(Math.floor(expires / 1000)),
  })
}

function sessionOf(answer: z.output<typeof SessionAnswer>): Session {
  return {
    id: answer.id,
    url: answer.url ?? null,
    status: answer.status,
    isPaid: answer.status === 'complete' && PAID.has(answer.payment_status),
    order: answer.metadata?.['order'] ?? null,
    cents: answer.amount_total ?? 0,
    currency: answer.currency ?? '',
    payment: answer.payment_intent ?? null,
    subscription: answer.subscription ?? null,
  }
}

const reversedOf = ({ refunded, disputed }: z.output<typeof Charge>): CardPayment['reversed'] =>
  disputed ? 'disputed' : refunded ? 'refunded' : null

/** The answer, if it is a success. Errors name the code of a refusal, never its text. */
function good(answer: StripeAnswer, what: string): unknown {
  if (answer.status === 200) return answer.answer
  throw failed(what, `it answered ${answer.status} ${codeOf(answer) ?? ''}`.trim())
}

function codeOf({ answer }: StripeAnswer): string | null {
  const { data } = Refusal.safeParse(answer)
  const code = data?.error.code
  return code && /^[\w-]{1,60}$/.test(code) ? code : null
}

const failed = (what: string, why: string): Fault =>
  new Fault('upstream_failed', 'The card processor did not take it.', {
    cause: new Error(`Stripe was asked for ${what}: ${why}`),
  })
