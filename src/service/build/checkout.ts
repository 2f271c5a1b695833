import type { Task } from '../../base/core/task.ts'
import { createMonitors, type Monitors } from '../../capabilities/monitors/monitors.ts'
import { createCardCheckout, type CardCheckout } from '../../selling/checkout/checkout.ts'
import { ownSecret } from '../../stores/secrets.ts'
import type { Settings } from '../settings/config.ts'
import type { Calls } from './calls.ts'
import type { OpenCatalog } from './catalog.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'
import type { Payments } from './payments.ts'
import type { Records } from './records.ts'

/** The card checkout, and the monitors that it sells. */
export interface Checkout {
  readonly cards: CardCheckout
  readonly monitors: Monitors
  readonly tasks: readonly Task[]
}

interface CheckoutParts {
  readonly ground: Ground
  readonly payments: Payments
  readonly catalog: OpenCatalog
  readonly calls: Calls
  readonly records: Records
}

/** Opens the card checkout. Where no card is taken, it is closed and says why. */
export async function openCheckout(
  settings: Pick<Settings, 'cards' | 'serving'>,
  { ground, payments, catalog, calls, records }: CheckoutParts,
  { now, trouble: onTrouble }: Lifetime,
): Promise<Checkout> {
  const { db, stores, site } = ground
  const { stripe } = payments
  const { running, delivery } = calls
  const monitors = createMonitors({
    store: stores.monitors,
    run: running.host.run,
    standing: async (subscription) => (await stripe?.subscription(subscription)) ?? null,
    now,
    onTrouble,
  })
  const cards = createCardCheckout({
    stripe,
    closed: settings.serving.FREE_MODE
      ? 'Everything is free on this instance, so no card is taken.'
      : 'No card is taken on this instance: STRIPE_SECRET_KEY is not set.',
    settings: cardSettings(settings),
    baseUrl: site.baseUrl,
    db,
    store: stores.cardOrders,
    events: stores.cardEvents,
    credits: stores.credits,
    rateCounters: stores.rateCounters,
    catalog: catalog.catalog,
    running,
    delivery,
    callLog: records.callLog,
    monitors,
    secret: await ownSecret(db, 'credits-keys'),
    now,
    onTrouble,
  })
  return { cards, monitors, tasks: checkoutTasks(cards, monitors) }
}

const cardSettings = ({ cards }: Pick<Settings, 'cards'>) => ({
  fee: { millionths: cards.CARD_FEE_PERCENT, fixed: cards.CARD_FEE_FIXED_USD },
  monitorPrice: cards.MONITOR_USD_PER_MONTH,
  webhookSecrets: cards.STRIPE_WEBHOOK_SECRET,
  sellsCredits: cards.CREDITS_SALES === 'on',
  checkoutsPerMinute: cards.CARD_CHECKOUTS_PER_MINUTE,
  checkoutsPerHour: cards.CARD_CHECKOUTS_PER_HOUR,
  readsPerMinute: cards.CARD_READS_PER_MINUTE,
})

const WORK_MS = 2_000
const LOOK_OUT_MS = 60_000
const MONITORS_MS = 15_000

/** Delivers paid card orders, even if no event has reported the payment. */
const checkoutTasks = (cards: CardCheckout, monitors: Monitors): readonly Task[] => [
  { name: 'work-card-orders', everyMs: WORK_MS, run: (signal) => cards.work(signal) },
  { name: 'look-out-for-cards', everyMs: LOOK_OUT_MS, run: (signal) => cards.lookOut(signal) },
  { name: 'look-at-monitors', everyMs: MONITORS_MS, run: (signal) => monitors.work(signal) },
]
