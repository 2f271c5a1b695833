import { z } from 'zod'
import { isObject } from '../../../lib/json-object.ts'
import { offerOf } from '../../../lib/x402/offer.ts'

const text = z.string().nullable()

export const FlawShape = z.object({
  path: z.string().describe('Where it stands.'),
  message: z.string().describe('What is wrong, or what a payer should know.'),
  severity: z.enum(['error', 'warning']).describe('error: it cannot be paid like that.'),
})

export const OfferShape = z.object({
  scheme: text,
  network: text.describe('As it is written.'),
  chain: text.describe('CAIP-2 id; null for a network that is not known here.'),
  asset: text.describe('Address of the token.'),
  symbol: text.describe('Where the token is a genuine stablecoin of the list here.'),
  amountBase: text.describe('Base units of the token.'),
  amount: text.describe('In units of the token; null where its decimals are not known here.'),
  payTo: text,
  maxTimeoutSeconds: z.int().nullable(),
})

/** What answers say of an entry of `accepts`. */
export function toldOffer(raw: unknown) {
  const { domain: _domain, ...offer } = offerOf(isObject(raw) ? raw : {})
  return offer
}
