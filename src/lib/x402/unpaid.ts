import { compare, decimal } from '../decimal.ts'
import { foreignObject } from '../foreign-json.ts'
import { isObject, type JsonObject } from '../json-object.ts'
import { authChallengesIn, mppChallengeOf, mppTermsOf } from '../mpp-wire.ts'
import { readHeader } from './header.ts'
import { offerOf, textIn, type Offer } from './offer.ts'
import { flawsOfQuote, rawOffers } from './quote.ts'

/** What a server answered to a request without a payment. */
export interface UnpaidAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

const MPP_MAX = 20
const DOLLARS = new Set(['USDC', 'USDT', 'PYUSD', 'USDG', 'DAI'])

/** The quotes of both protocols that an answer holds, and what is wrong with them. */
export function readUnpaid({ status, headers, bytes }: UnpaidAnswer, nowMs: number) {
  const problems: string[] = []
  const quote = quoteIn(headers, bytes, problems)
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

/** The header counts; the body is where version 1 stands, and where some repeat it. */
function quoteIn(headers: Headers, bytes: Buffer, problems: string[]): JsonObject | null {
  const header = headers.get('payment-required')
  if (header === null) {
    const body = foreignObject(bytes)
    return Array.isArray(body?.['accepts']) ? body : null
  }
  try {
    const { kind, decoded, problems: written } = readHeader('header', header)
    problems.push(...written.map((problem) => `PAYMENT-REQUIRED: ${problem}`))
    if (kind === 'payment-required') return decoded
  } catch {
    // What cannot be read is told below, like a header of another kind.
  }
  problems.push('PAYMENT-REQUIRED: holds no quote')
  return null
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
