import { compare, decimal } from '../numbers/decimal.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { authChallengesIn, mppChallengeOf, mppTermsOf } from './mpp-wire.ts'
import { readChallenge, type Answered } from './challenge.ts'
import { offerOf, textIn, type Offer } from './offer.ts'
import { flawsOfQuote, rawOffers } from './quote.ts'

/** The response to a request without a payment. */
export interface UnpaidAnswer extends Answered {
  readonly status: number
}

const MPP_MAX = 20
const DOLLARS = new Set(['USDC', 'USDT', 'PYUSD', 'USDG', 'DAI'])

/** The quotes of x402 and MPP in a response, with their problems. */
export function readUnpaid(answer: UnpaidAnswer, nowMs: number) {
  const { status, headers } = answer
  const { quote, problems: written } = readChallenge(answer)
  const problems = [...written]
  const mpp = challengesIn(headers.get('www-authenticate') ?? '', nowMs, problems)
  if (status !== 402) problems.push(`it answers ${status} without a payment, and not 402`)
  else if (!quote && mpp.length === 0)
    problems.push('it answers 402 without a quote of x402 or MPP that can be read')
  if (quote)
    for (const { path, message } of flawsOfQuote(quote)) problems.push(`${path}: ${message}`)
  const offers = quote ? rawOffers(quote) : []
  const version = quote?.['x402Version']
  return {
    quote,
    version: typeof version === 'number' && Number.isSafeInteger(version) ? version : null,
    offers,
    mpp,
    cheapest: cheapestOf(offers.filter(isObject).map(offerOf)),
    resource: resourceIn(quote),
    problems,
  }
}

function challengesIn(header: string, nowMs: number, problems: string[]) {
  const ours = authChallengesIn(header).filter(({ scheme }) => /^payment$/i.test(scheme))
  return ours.slice(0, MPP_MAX).map((one, at) => {
    const { method, intent, realm, expiresIso, request, problems: own } = mppChallengeOf(one, nowMs)
    problems.push(...own.map((problem) => `mpp[${at}]: ${problem}`))
    const { amountBase, currency, recipient, chain } = mppTermsOf(request)
    return { method, intent, realm, expiresIso, amountBase, currency, recipient, chain }
  })
}

function cheapestOf(offers: readonly Offer[]) {
  const known = offers.flatMap(({ network, symbol, amount, payTo }) =>
    symbol !== null && DOLLARS.has(symbol) && amount !== null
      ? [{ network, symbol, amount, payTo }]
      : [],
  )
  return known.toSorted((a, b) => compare(decimal(a.amount), decimal(b.amount)))[0] ?? null
}

function resourceIn(quote: JsonObject | null) {
  const { resource } = quote ?? {}
  if (!isObject(resource)) return null
  const { url, description, mimeType } = resource
  const words = typeof description === 'string' ? description.slice(0, 1_000) : null
  return { url: textIn(url), description: words, mimeType: textIn(mimeType) }
}
