import type { z } from 'zod'
import { isSameJson } from '../../base/lib/canonical-json.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { recoverSigner, typedDataDigest } from '../onchain/typed-data.ts'
import { chainIdOf } from '../onchain/chains/caip.ts'
import { transferTypes } from '../onchain/token-permits.ts'
import { offerOf, textIn, type Flaw, type Offer } from './offer.ts'
import { rawOffers } from './quote.ts'
import { Authorization, Permit2 } from './signed.ts'

/** A payment, checked against the quote that it answers. */
export interface ReadPayment {
  readonly flaws: readonly Flaw[]
  /** The index of the chosen entry of `accepts`; null for none. */
  readonly matchedOffer: number | null
  /** When it expires, in seconds since 1970; null if it does not say. */
  readonly validBefore: number | null
  readonly payer: string | null
}

type Add = (path: string, message: string, severity?: Flaw['severity']) => void

const same = (a: string | null, b: string | null): boolean => a?.toLowerCase() === b?.toLowerCase()

/** Finds all reasons why a payment does not pay a quote, as far as they show without a chain. */
export async function readPayment(
  payment: JsonObject,
  quote: JsonObject,
  nowMs: number,
): Promise<ReadPayment> {
  const flaws: Flaw[] = []
  const add: Add = (path, message, severity = 'error') => flaws.push({ path, message, severity })
  if (payment['x402Version'] !== quote['x402Version'])
    add('payment.x402Version', 'is not the version of the quote')
  const accepted = isObject(payment['accepted']) ? payment['accepted'] : payment
  const matchedOffer = matching(accepted, rawOffers(quote), add)
  const raw = matchedOffer === null ? accepted : rawOffers(quote)[matchedOffer]
  const offer = offerOf(isObject(raw) ? raw : {})
  const { payload } = payment
  if (!isObject(payload)) {
    add('payment.payload', 'must be an object with what was signed')
    return { flaws, matchedOffer, validBefore: null, payer: null }
  }
  echoFlaws(payment, quote, add)
  const terms = { offer, seconds: Math.floor(nowMs / 1000), add }
  if (offer.chain?.startsWith('eip155:'))
    return { flaws, matchedOffer, ...(await evmPayment(payload, terms)) }
  const held = offer.chain?.startsWith('algorand:') ? 'paymentGroup' : 'transaction'
  if (payload[held] === undefined) add(`payment.payload.${held}`, 'is required on that network')
  return { flaws, matchedOffer, validBefore: null, payer: null }
}

function matching(accepted: JsonObject, offers: readonly unknown[], add: Add): number | null {
  const wanted = offerOf(accepted)
  const at = offers.findIndex((raw) => {
    const offer = offerOf(isObject(raw) ? raw : {})
    const isSameAmount = wanted.amountBase === null || offer.amountBase === wanted.amountBase
    const isSamePlace =
      offer.network !== null && wanted.network !== null
        ? chainIdOf(offer.network) === chainIdOf(wanted.network)
        : false
    const named = [
      [wanted.asset, offer.asset],
      [wanted.payTo, offer.payTo],
    ] as const
    return (
      offer.scheme === wanted.scheme &&
      isSamePlace &&
      isSameAmount &&
      named.every(([mine, theirs]) => mine === null || same(mine, theirs))
    )
  })
  if (at < 0) {
    add('payment.accepted', 'is none of the offers of the quote')
    return null
  }
  if (isObject(accepted['extra']) && !isSameJson(accepted, offers[at]))
    add('payment.accepted', 'differs from the offer in a detail; stock servers compare all of it')
  return at
}

function echoFlaws(payment: JsonObject, quote: JsonObject, add: Add): void {
  const [sold, named] = [quote['resource'], payment['resource']]
  if (isObject(sold) && isObject(named) && sold['url'] !== named['url'])
    add('payment.resource.url', 'is not the resource of the quote', 'warning')
  const [told, echoed] = [quote['extensions'], payment['extensions']]
  if (!isObject(told) || !isObject(echoed)) return
  for (const [name, extension] of Object.entries(told)) {
    const [info, answer] = [extension, echoed[name]].map((one) =>
      isObject(one) ? one['info'] : undefined,
    )
    if (!isObject(info) || !isObject(answer)) continue
    if (
      Object.entries(info).some(([key, value]) => key in answer && !isSameJson(answer[key], value))
    )
      add(
        `payment.extensions.${name}`,
        'changes what the quote says; it must be repeated as it stood',
      )
  }
}

interface Terms {
  readonly offer: Offer
  readonly seconds: number
  readonly add: Add
}

type Signed = Pick<ReadPayment, 'validBefore' | 'payer'>

async function evmPayment(payload: JsonObject, terms: Terms): Promise<Signed> {
  if (payload['permit2Authorization'] !== undefined) return permit2Payment(payload, terms)
  const { offer, seconds, add } = terms
  const at = 'payment.payload.authorization'
  const read = Authorization.safeParse(payload['authorization'])
  if (!read.success) {
    for (const issue of read.error.issues.slice(0, 6))
      add([at, ...issue.path].join('.'), 'is missing or not of its form')
    return { validBefore: null, payer: null }
  }
  const { from, to, value, validAfter, validBefore, nonce } = read.data
  if (offer.payTo !== null && !same(to, offer.payTo))
    add(`${at}.to`, `pays ${to}, and the offer names ${offer.payTo}`)
  if (offer.amountBase !== null && BigInt(value) !== BigInt(offer.amountBase))
    add(`${at}.value`, `is ${value}, and the offer asks ${offer.amountBase}`)
  windowFlaws({ from: Number(validAfter), to: Number(validBefore) }, at, terms)
  await signatureFlaws({ from, to, value, validAfter, validBefore, nonce }, payload, terms)
  if (
    offer.maxTimeoutSeconds !== null &&
    Number(validBefore) - seconds > offer.maxTimeoutSeconds + 60
  )
    add(`${at}.validBefore`, 'is later than the offer needs', 'warning')
  return { validBefore: secondsIn(validBefore), payer: from }
}

const SECONDS_MAX = 253_402_300_799

const secondsIn = (digits: string): number | null =>
  Number(digits) <= SECONDS_MAX ? Number(digits) : null

function windowFlaws(
  window: { readonly from: number; readonly to: number },
  at: string,
  { seconds, add }: Pick<Terms, 'seconds' | 'add'>,
): void {
  if (window.from > seconds) add(`${at}.validAfter`, 'lies in the future: it is not valid yet')
  if (window.to <= seconds) add(`${at}.validBefore`, 'has passed: it has expired')
  else if (window.to - seconds < 10) add(`${at}.validBefore`, 'passes within 10 seconds', 'warning')
}

async function signatureFlaws(
  message: z.output<typeof Authorization>,
  payload: JsonObject,
  { offer, add }: Terms,
): Promise<void> {
  const at = 'payment.payload.signature'
  const signature = payload['signature']
  if (typeof signature !== 'string' || !/^0x([0-9a-fA-F]{2}){1,4096}$/.test(signature))
    return add(at, 'must be the signature as 0x and hex digits')
  const { domain, asset, chain } = offer
  if (domain === null || asset === null || chain === null)
    return add(at, 'could not be checked: the offer names no token domain', 'warning')
  const digest = await typedDataDigest({
    ...transferTypes,
    domain: {
      ...domain,
      chainId: Number(chain.slice('eip155:'.length)),
      verifyingContract: asset.toLowerCase(),
    },
    message: lowered(message),
  }).catch(() => null)
  if (digest === null)
    return add(at, 'could not be checked: the offer cannot be encoded', 'warning')
  const { signer, problems } = await recoverSigner(digest, signature)
  for (const problem of problems) add(at, problem, signer === null ? 'warning' : 'error')
  if (signer !== null && !same(signer, message.from))
    add(
      at,
      `is of ${signer}, not of ${message.from}: another key, or another domain or value was signed`,
    )
}

const lowered = (message: z.output<typeof Authorization>) => ({
  ...message,
  from: message.from.toLowerCase(),
  to: message.to.toLowerCase(),
})

/** The contracts that settle payments of x402 through Permit2, as @x402/evm names them. */
const PROXIES = [
  '0x402085c248eea27d92e8b30b2c58ed07f9e20001',
  '0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002',
]

function permit2Payment(payload: JsonObject, terms: Terms): Signed {
  const { offer, add } = terms
  const at = 'payment.payload.permit2Authorization'
  const read = Permit2.safeParse(payload['permit2Authorization'])
  if (!read.success) {
    for (const issue of read.error.issues.slice(0, 6))
      add([at, ...issue.path].join('.'), 'is missing or not of its form')
    return { validBefore: null, payer: null }
  }
  const { from, spender, permitted, deadline, witness } = read.data
  if (offer.asset !== null && !same(permitted.token, offer.asset))
    add(`${at}.permitted.token`, 'is another token than the offer asks')
  if (offer.amountBase !== null && BigInt(permitted.amount) < BigInt(offer.amountBase))
    add(`${at}.permitted.amount`, `is ${permitted.amount}, and the offer asks ${offer.amountBase}`)
  if (offer.payTo !== null && !same(witness.to, offer.payTo))
    add(`${at}.witness.to`, `pays ${witness.to}, and the offer names ${offer.payTo}`)
  if (!PROXIES.includes(spender.toLowerCase()))
    add(`${at}.spender`, 'is none of the contracts that x402 settles through')
  windowFlaws({ from: Number(witness.validAfter), to: Number(deadline) }, at, terms)
  if (textIn(payload['signature']) === null && typeof payload['signature'] !== 'string')
    add('payment.payload.signature', 'is required')
  else add('payment.payload.signature', 'of a permit is not checked here', 'warning')
  return { validBefore: secondsIn(deadline), payer: from }
}
