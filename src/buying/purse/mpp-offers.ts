import { hasDuplicateNames } from '../../base/lib/json-duplicates.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import {
  authChallengesIn,
  base64urlObject,
  mppTermsOf,
} from '../../engines/payment-wires/mpp-wire.ts'
import { SPEND_CHAINS, type Header, type Offer } from './chains.ts'

const CHALLENGES_MAX = 20
const REQUEST_CHARACTERS_MAX = 16 * 1024
const METHOD = 'tempo'
const INTENT = 'charge'
/** Members of a challenge that the credential repeats. */
const ECHOED = [
  'id',
  'realm',
  'method',
  'intent',
  'request',
  'description',
  'digest',
  'expires',
  'header',
  'opaque',
] as const
/** Headers in which sellers may expect the credential. */
const CARRIERS: ReadonlySet<string> = new Set(['authorization', 'payment-authorization'])

type Params = ReadonlyMap<string, string>

/**
 * The MPP offers of a 402 in the form of x402: charges on chains that the purse knows. Ambiguous
 * challenges are left out.
 */
export function mppOffersIn({ headers }: { readonly headers: Headers }): readonly Offer[] {
  return authChallengesIn(headers.get('www-authenticate') ?? '')
    .filter(({ scheme }) => /^payment$/i.test(scheme))
    .slice(0, CHALLENGES_MAX)
    .flatMap(({ params, problems }) => (problems.length > 0 ? [] : (offerOf(params) ?? [])))
}

function offerOf(params: Params): Offer | null {
  const [id, realm, text = ''] = ['id', 'realm', 'request'].map((name) => params.get(name))
  const carrier = params.get('header')?.toLowerCase() ?? 'authorization'
  if (params.get('method') !== METHOD || params.get('intent') !== INTENT) return null
  if (!id || !realm || !CARRIERS.has(carrier) || text.length > REQUEST_CHARACTERS_MAX) return null
  const request = base64urlObject(text)
  if (!request || hasDuplicateNames(Buffer.from(text, 'base64url').toString('utf8'))) return null
  const { amountBase, currency, recipient, chain } = mppTermsOf(request)
  const details = isObject(request['methodDetails']) ? request['methodDetails'] : {}
  const expires = params.get('expires')
  const accept = {
    scheme: INTENT,
    network: chain ?? SPEND_CHAINS.tempo,
    asset: currency,
    amount: amountBase,
    payTo: recipient,
    extra: { challenge: { id, realm, ...(expires !== undefined && { expires }) }, details },
  }
  return { accept, header: (payload) => headerOf(params, carrier, payload) }
}

/** What a seller claims about an MPP settlement. */
export function mppReceiptIn(headers: Headers): { success: boolean; tx: string | null } | null {
  const receipt = base64urlObject(headers.get('payment-receipt') ?? '')
  if (!receipt) return null
  const { status, reference } = receipt
  const isHash = typeof reference === 'string' && /^0x[0-9a-f]{64}$/i.test(reference)
  return { success: status === 'success', tx: isHash ? reference : null }
}

function headerOf(params: Params, carrier: string, { source, ...payload }: JsonObject): Header {
  const challenge = Object.fromEntries(
    ECHOED.flatMap((name) => {
      const value = params.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const credential = { challenge, payload, ...(source !== undefined && { source }) }
  return [carrier, `Payment ${Buffer.from(JSON.stringify(credential)).toString('base64url')}`]
}
