import type { CallLog } from '../../selling/call/call-log.ts'
import type { Delivery } from '../../selling/call/delivery.ts'
import type { Running } from '../../selling/call/run.ts'
import type { Catalog } from '../../selling/catalog/catalog.ts'
import { createCardCheckout, type CardCheckout } from '../../selling/checkout/checkout.ts'
import type { Config } from '../settings/config.ts'
import type { Db } from '../../base/core/db.ts'
import { createMonitors, type Monitors } from '../../capabilities/monitors/monitors.ts'
import type { StripeCheckout } from '../../selling/payments/checkout/stripe-checkout.ts'
import { ownSecret } from '../../stores/secrets.ts'
import type { Stores } from '../../stores/stores.ts'

interface CheckoutGround {
  readonly config: Config
  readonly stripe: StripeCheckout | null
  readonly db: Db
  readonly baseUrl: string
  readonly stores: Pick<
    Stores,
    'cardEvents' | 'cardOrders' | 'credits' | 'monitors' | 'rateCounters'
  >
  readonly catalog: Catalog
  readonly running: Running
  readonly delivery: Delivery
  readonly callLog: CallLog
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/** The card checkout, and the monitors that it sells. */
export interface CheckoutServices {
  readonly cards: CardCheckout
  readonly monitors: Monitors
}

/** Opens the card checkout. Where no card is taken, it is closed and says why. */
export async function openCheckout(ground: CheckoutGround): Promise<CheckoutServices> {
  const { config, db, stores, ...parts } = ground
  const { running, now, onTrouble } = parts
  const { run } = running.host
  const standing = async (subscription: string) =>
    (await parts.stripe?.subscription(subscription)) ?? null
  const monitors = createMonitors({ store: stores.monitors, run, standing, now, onTrouble })
  const { FREE_MODE: isFree } = config
  const cards = createCardCheckout({
    ...parts,
    monitors,
    credits: stores.credits,
    rateCounters: stores.rateCounters,
    db,
    store: stores.cardOrders,
    events: stores.cardEvents,
    closed: isFree
      ? 'Everything is free on this instance, so no card is taken.'
      : 'No card is taken on this instance: STRIPE_SECRET_KEY is not set.',
    secret: await ownSecret(db, 'credits-keys'),
    settings: {
      fee: {
        millionths: config.CARD_FEE_PERCENT,
        fixed: config.CARD_FEE_FIXED_USD,
      },
      monitorPrice: config.MONITOR_USD_PER_MONTH,
      webhookSecrets: config.STRIPE_WEBHOOK_SECRET,
      sellsCredits: config.CREDITS_SALES === 'on',
      checkoutsPerMinute: config.CARD_CHECKOUTS_PER_MINUTE,
      checkoutsPerHour: config.CARD_CHECKOUTS_PER_HOUR,
      readsPerMinute: config.CARD_READS_PER_MINUTE,
    },
  })
  return { cards, monitors }
}
