import { newCall } from '../../src/selling/call/call-log.ts'
import { createCallPath } from '../../src/service/build/calls.ts'
import { runningOn } from '../../src/selling/call/run.ts'
import { createCatalog } from '../../src/selling/catalog/catalog.ts'
import { createCardCheckout, type CardCheckout } from '../../src/selling/checkout/checkout.ts'
import type { Host } from '../../src/base/core/capability.ts'
import type { Db } from '../../src/base/core/db.ts'
import { usd } from '../../src/base/core/money.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { createMonitors } from '../../src/capabilities/monitors/monitors.ts'
import { createClient } from '../../src/outside/net/request.ts'
import { createCheckoutRail } from '../../src/selling/payments/checkout/rail.ts'
import {
  createStripeCheckout,
  type StripeCheckout,
} from '../../src/selling/payments/checkout/stripe-checkout.ts'
import { createTill } from '../../src/selling/payments/till.ts'
import type { MonitorStore } from '../../src/stores/monitors.ts'
import { createStores } from '../../src/stores/stores.ts'
import { FIXTURE_FAMILY } from './fixture-tools.ts'
import { SECRET_KEY, WEBHOOK_SECRET, type StripeCheckoutServer } from './stripe-checkout.ts'
import { createUnlimited } from './unlimited.ts'
import { UNCOUNTED } from './uncounted.ts'

/** When a process dies: at which of its steps, and whether the step still has its effect. */
export interface Doom {
  readonly step: number
  readonly when: 'before' | 'after'
}

/** The card checkout in one process life. Each request to the outside is a step. */
export interface CardShop {
  readonly cards: CardCheckout
  /** How many steps it has made. */
  steps(): number
  /** What was asked last, before it died. */
  last(): string
  /** Resolves when it has died. */
  readonly death: Promise<null>
  close(): Promise<void>
}

export interface Ground {
  readonly db: Db
  readonly stripe: StripeCheckoutServer
  readonly tools: readonly Tool[]
  now(): number
  readonly troubles: string[]
}

const MANY = 1_000_000

const SETTINGS = {
  fee: { millionths: 29_000, fixed: usd('$0.30') },
  monitorPrice: usd('$5'),
  webhookSecrets: [WEBHOOK_SECRET],
  sellsCredits: true,
  checkoutsPerMinute: MANY,
  checkoutsPerHour: MANY,
  readsPerMinute: MANY,
}

export function openCardShop(ground: Ground, doom?: Doom): CardShop {
  const { now, troubles, stripe: server } = ground
  let count = 0
  let last = ''
  let isDead = false
  const nothing = new Promise<never>(() => {})
  const { promise: death, resolve: die } = Promise.withResolvers<null>()

  /** One step; a dead process hears of nothing any more. */
  async function step<T>(what: string, act: () => Promise<T>): Promise<T> {
    if (isDead) return nothing
    count += 1
    last = what
    const isLast = count === doom?.step
    if (isLast) isDead = true
    if (isLast && doom?.when === 'before') {
      die(null)
      return nothing
    }
    const done = await act()
    if (isLast) die(null)
    return isDead ? nothing : done
  }

  const db = mortal(ground.db, step)
  const stores = createStores(db, now)
  const client = createClient({ policy: 'trusted' })
  const catalog = createCatalog({ tools: ground.tools, families: { fixture: FIXTURE_FAMILY } })
  const host: Host = {
    db,
    now,
    setting: () => undefined,
    run: () => Promise.reject(new Error('no tool runs another here')),
    onClose: () => {},
  }
  const running = runningOn(host)
  const callLog = { begin: newCall, end: () => {} }
  const onTrouble = (what: string, cause: unknown) =>
    void troubles.push(`${what}: ${String(cause)}`)
  const monitors = unwatched(stores.monitors, now)
  const real = createStripeCheckout({ secretKey: SECRET_KEY, url: server.url, client })
  const processor = mortalStripe(real, step)
  const { delivery } = createCallPath(
    {
      ground: { db, stores },
      catalog,
      till: createTill([createCheckoutRail(processor)]),
      running,
      callLog,
      limits: createUnlimited(),
      losses: UNCOUNTED,
    },
    { onLost: () => {}, onReverted: () => {} },
    { now, trouble: onTrouble },
  )
  const cards = createCardCheckout({
    stripe: processor,
    closed: '',
    settings: SETTINGS,
    baseUrl: 'http://farebox.test',
    db,
    store: stores.cardOrders,
    events: stores.cardEvents,
    credits: stores.credits,
    rateCounters: null,
    catalog,
    running,
    delivery,
    callLog,
    monitors,
    secret: 'the secret of every replica',
    now,
    onTrouble,
  })
  return {
    cards,
    steps: () => count,
    last: () => last,
    death,
    async close() {
      isDead = true
      await client.close()
    },
  }
}

/** Monitors that find nothing: what they watch is tested elsewhere. */
const unwatched = (store: MonitorStore, now: () => number) =>
  createMonitors({
    store,
    run: () => Promise.reject(new Error('no tool is run here')),
    standing: async () => null,
    now,
    onTrouble: () => {},
  })

type Step = <T>(what: string, act: () => Promise<T>) => Promise<T>

function mortal(db: Db, step: Step): Db {
  return {
    engine: db.engine,
    all: (sql, values) => step(sql, () => db.all(sql, values)),
    one: (sql, values) => step(sql, () => db.one(sql, values)),
    batch: (statements, durable) =>
      step(statements[0]?.sql ?? '', () => db.batch(statements, durable)),
    run: (script, lockKey, durable) => step('a sale', () => db.run(script, lockKey, durable)),
    close: async () => {},
  }
}

const mortalStripe = (real: StripeCheckout, step: Step): StripeCheckout => ({
  create: (session) => step('Stripe: create', () => real.create(session)),
  session: (id) => step('Stripe: session', () => real.session(id)),
  since: (from) => step('Stripe: list', () => real.since(from)),
  payment: (id) => step('Stripe: payment', () => real.payment(id)),
  reversal: (id) => step('Stripe: reversal', () => real.reversal(id)),
  capture: (id) => step('Stripe: capture', () => real.capture(id)),
  refund: (...given) => step('Stripe: refund', () => real.refund(...given)),
  charge: (id) => step('Stripe: charge', () => real.charge(id)),
  subscription: (id) => step('Stripe: subscription', () => real.subscription(id)),
  cancelAtPeriodEnd: (id) => step('Stripe: cancel', () => real.cancelAtPeriodEnd(id)),
})
