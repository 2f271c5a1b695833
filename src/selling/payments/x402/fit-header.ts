import { encodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import type { Quote } from '../rail.ts'
import { extensionsOf, type Depth } from './extensions.ts'
import { paymentRequired, type Merchant } from './requirements.ts'

/** The largest header that common proxies take, and how much of it optional members may fill. */
const HEADER_MAX = 4096
const HEADER_FILLED = 3072

interface DetailLevel {
  readonly depth: Depth
  readonly without: readonly Optional[]
  readonly max: number
}

/** From the most to the least detail: what buyers need least goes first. */
const DETAIL_LEVELS: readonly DetailLevel[] = [
  { depth: 'whole', without: [], max: HEADER_FILLED },
  { depth: 'whole', without: ['tags', 'serviceName'], max: HEADER_FILLED },
  { depth: 'example', without: ['tags', 'serviceName'], max: HEADER_FILLED },
  { depth: 'example', without: ['tags', 'serviceName', 'description'], max: HEADER_FILLED },
  { depth: 'route', without: ['tags', 'serviceName', 'description', 'mimeType'], max: HEADER_MAX },
]

type Optional = 'tags' | 'serviceName' | 'description' | 'mimeType'

export interface EncodedOffer {
  readonly required: PaymentRequired
  /** The value of `PAYMENT-REQUIRED`. */
  readonly header: string
}

/**
 * The offers with as much detail as fits into a header. When not all offers fit, those of the last
 * networks are left out.
 */
export function tell(
  quote: Quote,
  offers: readonly PaymentRequirements[],
  merchant: Merchant,
  error: string,
): EncodedOffer {
  const whole = paymentRequired(quote, offers, merchant, error)
  for (const { depth, without, max } of DETAIL_LEVELS) {
    const fitting = encoded({
      ...whole,
      resource: lean(whole.resource, without),
      extensions: extensionsOf(quote.tool, depth),
    })
    if (fitting.header.length <= max) return fitting
  }
  const { extensions: _, ...bare } = { ...whole, resource: lean(whole.resource, OPTIONAL) }
  for (let count = offers.length; ; count--) {
    const fitting = encoded({ ...bare, accepts: offers.slice(0, count) })
    if (fitting.header.length <= HEADER_MAX || count === 1) return fitting
  }
}

const OPTIONAL: readonly Optional[] = ['tags', 'serviceName', 'description', 'mimeType']

const encoded = (required: PaymentRequired): EncodedOffer => ({
  required,
  header: encodePaymentRequiredHeader(required),
})

function lean<T extends object>(resource: T, without: readonly Optional[]): T {
  const kept = Object.entries(resource).filter(([name]) => !without.includes(name as Optional))
  return Object.fromEntries(kept) as T
}
