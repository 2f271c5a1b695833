import { z } from 'zod'
import { isObject } from '../../../../base/lib/json-object.ts'
import { offerOf } from '../../../../engines/payment-wires/offer.ts'

const text = z.string().nullable()

export const FlawShape = z.object({
  path: z.string().describe('Path of the value that it is about.'),
  message: z.string().describe('What is wrong, or what a payer should know.'),
  severity: z.enum(['error', 'warning']).describe('error: it cannot be paid as it is.'),
})

export const OfferShape = z.object({
  scheme: text,
  network: text.describe('Network as the seller writes it.'),
  chain: text.describe('CAIP-2 id; null for a network that this service does not know.'),
  asset: text.describe('Address of the token.'),
  symbol: text.describe('Symbol of a genuine stablecoin that this service lists; else null.'),
  amountBase: text.describe('Amount in base units of the token.'),
  amount: text.describe('Amount in units of the token; null if its decimals are unknown.'),
  payTo: text,
  maxTimeoutSeconds: z.int().nullable(),
})

/** What answers show of an entry of `accepts`. */
export function toldOffer(raw: unknown) {
  const { domain: _domain, ...offer } = offerOf(isObject(raw) ? raw : {})
  return offer
}
