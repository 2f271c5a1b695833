import { foreignObject } from '../../base/lib/foreign-json.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { readChallenge, type Answered } from '../../engines/payment-wires/challenge.ts'
import { rawOffers } from '../../engines/payment-wires/quote.ts'
import { canonicalWallet, type Header, type Offer, type SpendWallet, type Terms } from './chains.ts'
import { mppOffersIn, mppReceiptIn } from './mpp-offers.ts'
import type { Refusal } from './refusals.ts'

/** What a 402 offers, over x402 and over MPP; null where nothing of it can be read. */
export function offersIn(answer: Answered): readonly Offer[] | null {
  const offers = [...x402OffersIn(answer), ...mppOffersIn(answer)]
  return offers.length === 0 ? null : offers
}

/** What two readers could read in two ways is not paid. */
function x402OffersIn(answer: Answered): readonly Offer[] {
  const { quote, isCertain } = readChallenge(answer)
  if (!quote || !isCertain) return []
  const asked = {
    version: Number(quote['x402Version']) === 1 ? (1 as const) : (2 as const),
    resource: quote['resource'],
  }
  return rawOffers(quote)
    .filter((accept) => isObject(accept))
    .map((accept) => ({ accept, header: (payload) => headerOf(asked, accept, payload) }))
}

export interface Rules {
  readonly wallet: SpendWallet
  /** The most that may be paid, in base units. */
  readonly unitsMax: bigint
  /** Wallets that the seller is known by; empty where none is known. */
  readonly payTos: readonly string[]
  /** Addresses of this service. */
  readonly own: readonly string[]
}

const CANONICAL = /^(0|[1-9]\d{0,30})$/
const isSame = (a: string, b: string): boolean => canonicalWallet(a) === canonicalWallet(b)

const TIMEOUT_SECONDS = 60

/** The terms of one offer, or why it is not paid. Each field is checked before it is used. */
export function termsOf(offer: Offer, rules: Rules): Terms | Refusal {
  const { accept } = offer
  const { wallet, unitsMax, payTos, own } = rules
  if (!wallet.labels.includes(String(accept['network']))) return 'network_mismatch'
  if (accept['scheme'] !== wallet.scheme) return 'scheme_not_exact'
  if (!isSame(String(accept['asset']), wallet.asset)) return 'asset_not_allowed'
  const amount = accept['amount'] ?? accept['maxAmountRequired']
  if (typeof amount !== 'string' || !CANONICAL.test(amount) || amount === '0')
    return 'amount_not_atomic'
  if (BigInt(amount) > unitsMax) return 'price_drift'
  const payTo = accept['payTo']
  if (typeof payTo !== 'string' || !wallet.isPayable(payTo)) return 'payto_invalid'
  if (own.some((address) => isSame(address, payTo))) return 'self_payment'
  if (payTos.length > 0 && !payTos.some((known) => isSame(known, payTo))) return 'payto_changed'
  const objection = wallet.objection(accept)
  if (objection) return objection
  const seconds = Number(accept['maxTimeoutSeconds'])
  const timeoutSeconds = Number.isSafeInteger(seconds) && seconds > 0 ? seconds : TIMEOUT_SECONDS
  return { payTo, units: BigInt(amount), timeoutSeconds, offer }
}

/** The first offer that may be paid, in the order of the seller; else why none can be paid. */
export function chooseTerms(offers: readonly Offer[], rules: readonly Rules[]): Chosen {
  const refusals: Refusal[] = []
  for (const offer of offers)
    for (const rule of rules) {
      const terms = termsOf(offer, rule)
      if (typeof terms !== 'string') return { terms, wallet: rule.wallet }
      refusals.push(terms)
    }
  const worst = refusals.find((each) => each !== 'network_mismatch')
  return { refusal: worst ?? 'network_mismatch' }
}

export type Chosen =
  | { readonly terms: Terms; readonly wallet: SpendWallet }
  | { readonly refusal: Refusal }

interface QuotedRequest {
  readonly version: 1 | 2
  /** As the seller wrote it; a payment repeats it. */
  readonly resource: unknown
}

function headerOf(
  { version, resource }: QuotedRequest,
  accept: JsonObject,
  payload: JsonObject,
): Header {
  const message =
    version === 1
      ? { x402Version: 1, scheme: accept['scheme'], network: accept['network'], payload }
      : { x402Version: 2, ...(isObject(resource) && { resource }), accepted: accept, payload }
  const value = Buffer.from(JSON.stringify(message)).toString('base64')
  return [version === 1 ? 'x-payment' : 'payment-signature', value]
}

/** What a seller says about the settlement: its own word. */
export function receiptIn(headers: Headers): { success: boolean; tx: string | null } | null {
  const header = headers.get('payment-response') ?? headers.get('x-payment-response')
  const document = header === null ? null : foreignObject(Buffer.from(header, 'base64'))
  if (!document) return mppReceiptIn(headers)
  const tx = document['transaction']
  return {
    success: document['success'] === true,
    tx: typeof tx === 'string' && /^[\w-]{16,128}$/.test(tx) ? tx : null,
  }
}
