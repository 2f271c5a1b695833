import type { CallLog } from '../call/call-log.ts'
import type { Delivery } from '../call/delivery.ts'
import type { Running } from '../call/run.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Db } from '../../base/core/db.ts'
import type { Usd } from '../../base/core/money.ts'
import type { Monitors } from '../../capabilities/monitors/monitors.ts'
import type { CardFee } from '../payments/checkout/fee.ts'
import type { StripeCheckout } from '../payments/checkout/stripe-checkout.ts'
import type { CardEventStore } from '../../stores/card-events.ts'
import type { CardOrderStore } from '../../stores/card-orders.ts'
import type { CreditStore } from '../../stores/credits.ts'
import type { RateCounterStore } from '../../stores/rate-counters.ts'

/** What the card checkout is built from. */
export interface CheckoutParts {
  /** Null if cards are not accepted. */
  readonly stripe: StripeCheckout | null
  readonly closed: string
  readonly settings: CheckoutSettings
  readonly baseUrl: string
  readonly db: Db
  readonly store: CardOrderStore
  readonly events: CardEventStore
  readonly credits: Pick<CreditStore, 'setDisabled' | 'issuing'>
  readonly rateCounters: RateCounterStore | null
  readonly catalog: Pick<Catalog, 'bySlug'>
  readonly running: Running
  readonly delivery: Pick<Delivery, 'deliver'>
  readonly callLog: Pick<CallLog, 'end'>
  /** A secret of this service: credits keys are derived from it. */
  readonly secret: string
  readonly monitors: Monitors
  now(): number
  onTrouble(what: string, cause: unknown): void
}

export interface CheckoutSettings {
  readonly fee: CardFee
  readonly monitorPrice: Usd
  readonly webhookSecrets: readonly string[]
  readonly sellsCredits: boolean
  readonly checkoutsPerMinute: number
  readonly checkoutsPerHour: number
  readonly readsPerMinute: number
}
