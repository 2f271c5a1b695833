import { foreignObject } from '../lib/foreign-json.ts'
import { isObject, type JsonObject } from '../lib/json-object.ts'
import { readChallenge, type Answered } from '../lib/x402/challenge.ts'
import { rawOffers } from '../lib/x402/quote.ts'
import { canonicalWallet, type SpendWallet, type Terms } from './chains.ts'

/** What a 402 asks for. */
export interface Quote {
  readonly version: 1 | 2
  readonly accepts: readonly JsonObject[]
  /** As the seller wrote it; a payment repeats it. */
  readonly resource: unknown
}

/** Reads a 402. What two readers could read in two ways is not paid. */
export function quoteIn(answer: Answered): Quote | null {
  const { quote, isCertain } = readChallenge(answer)
  if (!quote || !isCertain) return null
  return {
    version: Number(quote['x402Version']) === 1 ? 1 : 2,
    accepts: rawOffers(quote).filter((accept) => isObject(accept)),
    resource: quote['resource'],
  }
}

/** Why an offer is not paid. */
export const REFUSALS = {
  network_mismatch: 'it asks to be paid on another network',
  scheme_not_exact: 'it asks for another scheme than exact',
  asset_not_allowed: 'it asks for another token',
  amount_not_atomic: 'its amount is not written in whole base units',
  price_drift: 'it asks for more than may be paid',
  payto_invalid: 'it names no address that can be paid',
  self_payment: 'it would be paid to this service itself',
  payto_changed: 'it names another wallet than the one that the index knows',
  domain_mismatch: 'it names the token otherwise than the chain does',
} as const satisfies Readonly<Record<string, string>>
export type Refusal = keyof typeof REFUSALS

export interface Rules {
  readonly wallet: SpendWallet
  /** The most that may be paid, in base units. */
  readonly unitsMax: bigint
  /** Wallets that the seller is known by; empty where none is known. */
  readonly payTos: readonly string[]
  /** Addresses of this service. */
  readonly own: readonly string[]
  /** What tokens of that chain are signed under. */
  readonly domain?: { readonly name: string; readonly version: string } | undefined
}

const CANONICAL = /^(0|[1-9]\d{0,30})$/
const isSame = (a: string, b: string): boolean => canonicalWallet(a) === canonicalWallet(b)

const TIMEOUT_SECONDS = 60

/** One offer as terms, or why it is not paid. Nothing of it is believed that is not looked at. */
export function termsOf(accept: JsonObject, rules: Rules): Terms | Refusal {
  const { wallet, unitsMax, payTos, own, domain } = rules
  if (!wallet.labels.includes(String(accept['network']))) return 'network_mismatch'
  if (accept['scheme'] !== 'exact') return 'scheme_not_exact'
  if (!isSame(String(accept['asset']), wallet.asset)) return 'asset_not_allowed'
  const amount = accept['amount'] ?? accept['maxAmountRequired']
  if (typeof amount !== 'string' || !CANONICAL.test(amount) || amount === '0')
    return 'amount_not_atomic'
  if (BigInt(amount) > unitsMax) return 'price_drift'
  const payTo = accept['payTo']
  if (typeof payTo !== 'string' || !wallet.isPayable(payTo)) return 'payto_invalid'
  if (own.some((address) => isSame(address, payTo))) return 'self_payment'
  if (payTos.length > 0 && !payTos.some((known) => isSame(known, payTo))) return 'payto_changed'
  if (domain && !isNamedSo(accept, domain)) return 'domain_mismatch'
  const seconds = Number(accept['maxTimeoutSeconds'])
  const timeoutSeconds = Number.isSafeInteger(seconds) && seconds > 0 ? seconds : TIMEOUT_SECONDS
  return { payTo, units: BigInt(amount), timeoutSeconds, accept }
}

/** A seller that says nothing of the token says nothing wrong. */
function isNamedSo({ extra }: JsonObject, { name, version }: NonNullable<Rules['domain']>) {
  if (!isObject(extra)) return true
  const told = [extra['name'] ?? name, extra['version'] ?? version].map(String)
  return told[0] === name && told[1] === version
}

/** The first offer that may be paid, in the order of the seller; else what was wrong with them. */
export function chooseTerms(quote: Quote, rules: readonly Rules[]): Chosen {
  const refusals: Refusal[] = []
  for (const accept of quote.accepts)
    for (const rule of rules) {
      const terms = termsOf(accept, rule)
      if (typeof terms !== 'string') return { terms, wallet: rule.wallet }
      refusals.push(terms)
    }
  const worst = refusals.find((each) => each !== 'network_mismatch')
  return { refusal: worst ?? 'network_mismatch' }
}

export type Chosen =
  | { readonly terms: Terms; readonly wallet: SpendWallet }
  | { readonly refusal: Refusal }

/** The header that carries a payment, and its value. */
export function paymentHeader(
  { version, resource }: Quote,
  { accept }: Terms,
  payload: JsonObject,
): readonly [name: string, value: string] {
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
  if (!document) return null
  const tx = document['transaction']
  return {
    success: document['success'] === true,
    tx: typeof tx === 'string' && /^[\w-]{16,128}$/.test(tx) ? tx : null,
  }
}
