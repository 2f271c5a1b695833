import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Fields = Readonly<Record<string, unknown>>
interface Nested {
  [name: string]: string | Nested
}

export interface FakeSession {
  readonly id: string
  readonly created: number
  readonly amount_total: number
  readonly mode: string
  readonly metadata: Readonly<Record<string, string>>
  readonly success_url: string
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  payment_intent: string | null
  subscription: string | null
}

export interface FakeRefund {
  readonly id: string
  readonly payment_intent: string
  readonly amount: number
}

interface FakeSubscription {
  status: string
  cancel_at_period_end: boolean
}

export interface FakeEvent {
  readonly id: string
  readonly type: string
}

/** What happens when the next checkout is created. */
type CreateResult = 'made' | 'made, and nobody hears' | 'fails within' | 'fails once'

export interface StripeCheckoutServer {
  readonly url: string
  readonly port: number
  readonly sessions: ReadonlyMap<string, FakeSession>
  readonly refunds: readonly FakeRefund[]
  /** States of payments, by their names. */
  readonly payments: ReadonlyMap<string, { readonly status: string }>
  readonly subscriptions: ReadonlyMap<string, FakeSubscription>
  readonly asked: readonly string[]
  next(result: CreateResult): void
  /** What a buyer does on the page: by a card, or by a debit that its bank confirms later. */
  pay(session: string, how?: 'card' | 'later'): FakeEvent
  /** What a card holds is given up by hand before anybody takes it. */
  withdraw(session: string): void
  /** The bank has answered. */
  confirm(session: string, isPaid: boolean): FakeEvent
  expire(session: string): FakeEvent
  /** The operator gives a payment back by hand, or its owner objects. */
  reverse(session: string, how: 'refunded' | 'disputed'): FakeEvent
  setSubscription(id: string, status: string): void
  event(type: string, object: Fields): FakeEvent
  /** Delivers an event as Stripe does; another time or secret makes a forger of it. */
  deliver(service: { readonly url: string }, event: FakeEvent, forged?: Forged): Promise<number>
  close(): Promise<void>
}

interface Forged {
  readonly at?: number
  readonly secret?: string
}

export const SECRET_KEY = 'sk_test_of_the_seller'
export const WEBHOOK_SECRET = 'whsec_of_the_seller'
const MINIMUM_CENTS = 50
const LIST_DEFAULT = 10

/** As Stripe signs: `t=<seconds>,v1=<hex hmac of "t.payload">`. */
const signed = (payload: string, secret: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`

/** The part of Stripe's API that selling by Checkout needs, in the documented shapes. */
export async function startStripeCheckout(
  nowMs: () => number = Date.now,
  /** Its page, where a card pays, is on this machine too. */
  hasPages = false,
): Promise<StripeCheckoutServer> {
  const sessions = new Map<string, FakeSession>()
  const subscriptions = new Map<string, FakeSubscription & { readonly id: string }>()
  const intents = new Map<string, { status: string }>()
  const charges = new Map<
    string,
    { id: string; payment_intent: string; refunded: boolean; disputed: boolean }
  >()
  const refunds: FakeRefund[] = []
  const kept = new Map<string, Answer>()
  const asked: string[] = []
  const results: CreateResult[] = []
  let count = 0
  const now = () => Math.floor(nowMs() / 1000)
  const named = (prefix: string): string =>
    `${prefix}_${String(++count).padStart(6, '0')}a1b2c3d4e5f6g7h8`

  function create(form: Nested): Answer {
    const lines = Object.values((form['line_items'] ?? {}) as Nested) as Nested[]
    const mode = textOf(form['mode'])
    if (!['payment', 'subscription'].includes(mode)) return refusal(400, 'parameter_missing')
    if (lines.length === 0 || !form['success_url']) return refusal(400, 'parameter_missing')
    const price = (line: Nested) => (line['price_data'] ?? {}) as Nested
    const amount = lines.reduce(
      (sum, line) => sum + Number(price(line)['unit_amount']) * Number(line['quantity']),
      0,
    )
    if (!(amount >= MINIMUM_CENTS)) return refusal(400, 'amount_too_small')
    const id = named('cs_test')
    const session: FakeSession & Fields = {
      id,
      object: 'checkout.session',
      amount_subtotal: amount,
      amount_total: amount,
      currency: price(lines[0]!)['currency'],
      created: now(),
      expires_at: Number(form['expires_at'] ?? now() + 86_400),
      livemode: false,
      mode,
      metadata: (form['metadata'] ?? {}) as Record<string, string>,
      subscription_data: form['subscription_data'],
      payment_method_options: form['payment_method_options'] ?? {},
      customer_email: form['customer_email'] ?? null,
      success_url: textOf(form['success_url']),
      url: `${hasPages ? at() : 'https://checkout.stripe.com'}/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      subscription: null,
    }
    sessions.set(id, session)
    return [200, session]
  }

  function list(query: URLSearchParams): Answer {
    const since = Number(query.get('created[gte]') ?? 0)
    const all = [...sessions.values()].filter(({ created }) => created >= since).toReversed()
    const after = query.get('starting_after')
    const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0
    const data = all.slice(start, start + Number(query.get('limit') ?? LIST_DEFAULT))
    const hasMore = start + data.length < all.length
    return [200, { object: 'list', url: '/v1/checkout/sessions', has_more: hasMore, data }]
  }

  function refund(form: Nested): Answer {
    const payment = textOf(form['payment_intent'])
    const charge = [...charges.values()].find((each) => each.payment_intent === payment)
    const session = [...sessions.values()].find((each) => each.payment_intent === payment)
    if (!charge || !session) return refusal(404, 'resource_missing')
    if (charge.refunded) return refusal(400, 'charge_already_refunded')
    if (intents.get(payment)?.status !== 'succeeded') return refusal(400, 'charge_not_captured')
    charge.refunded = true
    const made = { id: named('re'), payment_intent: payment, amount: session.amount_total }
    refunds.push(made)
    return [200, { ...made, object: 'refund', status: 'succeeded', metadata: form['metadata'] }]
  }

  /** A hold is taken or given up once; after that, neither. */
  function intentAt(method: string, path: string, id: string, isExpanded: boolean): Answer {
    const intent = intents.get(id)
    const charge = [...charges.values()].find((each) => each.payment_intent === id)
    const latest = isExpanded ? charge : charge?.id
    if (!intent || method === 'GET') return found(intent && { ...intent, latest_charge: latest })
    if (intent.status !== 'requires_capture') return refusal(400, 'payment_intent_unexpected_state')
    intent.status = path.endsWith('/capture') ? 'succeeded' : 'canceled'
    const session = [...sessions.values()].find((each) => each.payment_intent === id)
    if (session && intent.status === 'succeeded') session.payment_status = 'paid'
    return [200, { id, object: 'payment_intent', ...intent }]
  }

  const found = (value: unknown): Answer =>
    value ? [200, value] : refusal(404, 'resource_missing')

  function answer(method: string, path: string, form: Nested, query: URLSearchParams): Answer {
    const [, kind = '', id = ''] =
      /^\/v1\/([a-z_]+(?:\/sessions)?)(?:\/(\w+))?(?:\/(?:capture|cancel))?$/.exec(path) ?? []
    if (kind === 'checkout/sessions') {
      if (id) return found(sessions.get(id))
      return method === 'POST' ? create(form) : list(query)
    }
    if (kind === 'refunds' && method === 'POST') return refund(form)
    if (kind === 'charges') return found(charges.get(id))
    if (kind === 'payment_intents')
      return intentAt(method, path, id, query.get('expand[]') === 'latest_charge')
    if (kind !== 'subscriptions') return refusal(404, null)
    const subscription = subscriptions.get(id)
    if (subscription && method === 'DELETE') subscription.status = 'canceled'
    if (subscription && form['cancel_at_period_end'] === 'true')
      subscription.cancel_at_period_end = true
    return found(subscription)
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
    const shown = hasPages && sessions.get(/^\/c\/pay\/(\w+)$/.exec(pathname)?.[1] ?? '')
    if (shown)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(shown))
    return void text(request).then((body) => {
      asked.push(`${request.method} ${pathname}`)
      const { authorization = '', 'idempotency-key': key } = request.headers
      const basic = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`
      const isOurs = authorization === basic || authorization === `Bearer ${SECRET_KEY}`
      const isCreate = request.method === 'POST' && pathname === '/v1/checkout/sessions'
      const result = isCreate ? (results.shift() ?? 'made') : 'made'
      const before = typeof key === 'string' ? kept.get(key) : undefined
      const made = (): Answer => {
        if (!isOurs) return refusal(401, null)
        if (result === 'fails within' || result === 'fails once') return refusal(500, null)
        return before ?? answer(request.method ?? 'GET', pathname, unfold(body), searchParams)
      }
      const [status, value] = made()
      if (typeof key === 'string' && status < 500) kept.set(key, [status, structuredClone(value)])
      if (result === 'made, and nobody hears') return response.destroy()
      return response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': named('req') })
        .end(JSON.stringify(value))
    })
  })
  const at = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const event = (type: string, object: Fields): FakeEvent & Fields => ({
    id: named('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: now(),
    livemode: false,
    type,
    data: { object: structuredClone(object) },
  })

  const sessionAt = (id: string): FakeSession & Fields => {
    const session = sessions.get(id)
    if (!session) throw new Error(`no session ${id}`)
    return session as FakeSession & Fields
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    sessions,
    refunds,
    payments: intents,
    subscriptions,
    asked,
    next: (result) =>
      void results.push(...(result === 'fails within' ? ([result, result] as const) : [result])),
    pay(id, how = 'card') {
      const session = sessionAt(id)
      const isPaid = how === 'card'
      Object.assign(session, { status: 'complete', url: null })
      const options = session['payment_method_options'] as Nested | undefined
      const isHeld = isPaid && ((options?.['card'] ?? {}) as Nested)['capture_method'] === 'manual'
      session.payment_status = isPaid && !isHeld ? 'paid' : 'unpaid'
      if (session.mode === 'subscription') {
        const subscription = {
          id: named('sub'),
          object: 'subscription',
          status: 'active',
          cancel_at_period_end: false,
          metadata: (session['subscription_data'] as Fields | undefined)?.['metadata'] ?? {},
        }
        subscriptions.set(subscription.id, subscription)
        session.subscription = subscription.id
      } else {
        session.payment_intent = named('pi')
        const status = isHeld ? 'requires_capture' : isPaid ? 'succeeded' : 'processing'
        intents.set(session.payment_intent, { status })
        const charge = { id: named('ch'), payment_intent: session.payment_intent }
        charges.set(charge.id, { ...charge, refunded: false, disputed: false })
      }
      return event('checkout.session.completed', session)
    },
    withdraw: (id) =>
      void intents.set(String(sessionAt(id).payment_intent), { status: 'canceled' }),
    confirm(id, isPaid) {
      const session = sessionAt(id)
      intents.set(String(session.payment_intent), {
        status: isPaid ? 'succeeded' : 'requires_payment_method',
      })
      if (isPaid) session.payment_status = 'paid'
      const how = isPaid ? 'succeeded' : 'failed'
      return event(`checkout.session.async_payment_${how}`, session)
    },
    expire(id) {
      const session = Object.assign(sessionAt(id), { status: 'expired', url: null })
      return event('checkout.session.expired', session)
    },
    reverse(id, how) {
      const payment = sessionAt(id).payment_intent
      const charge = [...charges.values()].find((each) => each.payment_intent === payment)!
      if (how === 'refunded') {
        charge.refunded = true
        return event('charge.refunded', charge)
      }
      charge.disputed = true
      return event('charge.dispute.created', { id: named('dp'), charge: charge.id })
    },
    setSubscription: (id, status) => void Object.assign(subscriptions.get(id)!, { status }),
    event,
    async deliver(service, told, { at = now(), secret = WEBHOOK_SECRET } = {}) {
      const payload = JSON.stringify(told, null, 2)
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signed(payload, secret, at),
      }
      const to = `${service.url}/api/stripe/webhook`
      return (await fetch(to, { method: 'POST', headers, body: payload })).status
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Answer = readonly [status: number, value: unknown]

const refusal = (status: number, code: string | null): Answer => [
  status,
  { error: { type: 'invalid_request_error', code, message: 'A sentence for people.' } },
]

/** The page of the processor: one link, by which its visitor comes back. */
const pageOf = ({ id, success_url: back }: FakeSession): string =>
  `<title>Test card</title><a id="pay" href="${back.replace('{CHECKOUT_SESSION_ID}', id)}">Pay</a>`

const textOf = (value: string | Nested | undefined): string =>
  typeof value === 'string' ? value : ''

/** `a[b][0]=c` as Stripe's form encoding nests it. */
function unfold(form: string): Nested {
  const all: Nested = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const keys = name.split(/[[\]]+/).filter(Boolean)
    const last = keys.pop()!
    let at = all
    for (const key of keys) at = (at[key] ??= {}) as Nested
    at[last] = value
  }
  return all
}
