import type { Answer } from '../../../../outside/net/request.ts'
import type { Handshake } from '../../../../outside/net/tls.ts'
import { isTestChain } from '../../../../engines/onchain/chains/caip.ts'
import { isObject } from '../../../../base/lib/json-object.ts'
import { readChallenge } from '../../../../engines/payment-wires/challenge.ts'
import { offerOf, type Offer } from '../../../../engines/payment-wires/offer.ts'
import { flawsOfQuote, rawOffers } from '../../../../engines/payment-wires/quote.ts'
import { readUnpaid } from '../../../../engines/payment-wires/unpaid.ts'
import type { Listing } from '../../../../buying/sellers/listing.ts'

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

export interface Check {
  readonly name: string
  /** Null if it could not be checked. */
  readonly passed: boolean | null
  readonly severity: Severity
  readonly detail: string
}

/** What the endpoint answered. Null means that it did not answer, or was not asked. */
export interface Shown {
  readonly url: URL
  readonly nowMs: number
  readonly unpaid: Answer
  readonly unpaidMs: number
  /** The answer to a forged payment. */
  readonly forged: Answer | null
  /** The answer over plain HTTP. */
  readonly plain: Answer | null
  readonly handshake: Handshake | null
  readonly daysLeft: number | null
  readonly manifest: ManifestSeen | null
}

export interface ManifestSeen {
  readonly url: string
  readonly listings: readonly Listing[]
  /** What the manifest says of the endpoint. */
  readonly listing: Listing | null
}

const SLOW_MS = 3_000
/** Proxies refuse longer headers. */
const HEADER_MAX = 6_000
const TOLD_MAX = 5
const HTTP_ERROR = 500

export const isGood = ({ status }: Answer): boolean => status >= 200 && status < 300

export type Say = (name: string, severity: Severity, passed: boolean | null, detail: string) => void

export function quoteChecks({ url, unpaid, unpaidMs, nowMs }: Shown, say: Say): readonly Offer[] {
  const { status, headers, bytes } = unpaid
  const { quote, mpp, problems, resource } = readUnpaid(unpaid, nowMs)
  const free = 'It delivers without a payment: it is free, or it fails to charge.'
  const asks = status === 402
  const other = isGood(unpaid)
    ? free
    : `It answers ${status} instead of 402; it may require an input.`
  say('asksToBePaid', 'critical', asks, asks ? 'Unpaid, it answers 402.' : other)
  const readable = quote !== null || mpp.length > 0
  const kinds = [quote && 'x402', mpp.length > 0 && 'MPP'].filter(Boolean).join(' and ')
  const unread = problems.slice(0, TOLD_MAX).join('; ')
  const read = readable ? `Quotes of ${kinds}.` : `No quote can be read: ${unread}`
  say('quoteReadable', 'critical', readable, read)
  if (!quote) {
    const why = 'There is no x402 quote to check.'
    for (const name of ['quoteForm', 'oneReading', 'genuineToken', 'headerAndBody'])
      say(name, 'high', null, why)
    return []
  }
  const flaws = flawsOfQuote(quote)
  const words = (severity: string): string =>
    flaws
      .filter((flaw) => flaw.severity === severity)
      .slice(0, TOLD_MAX)
      .map(({ path, message }) => `${path}: ${message}`)
      .join('; ')
  const [wrong, warned] = [words('error'), words('warning')]
  say('quoteForm', 'high', wrong === '', wrong || 'Its quote breaks no rule.')
  say('quoteAdvice', 'low', warned === '', warned || 'Its quote needs no advice.')
  const { isCertain } = readChallenge(unpaid)
  const certain = 'All readers see the same quote in it.'
  const doubt =
    'Two readers can see different quotes in it, for example because a name is given twice.'
  say('oneReading', 'high', isCertain, isCertain ? certain : doubt)
  const offers = rawOffers(quote).filter(isObject).map(offerOf)
  const genuine = offers.filter(
    ({ symbol, chain }) => symbol !== null && chain !== null && !isTestChain(chain),
  )
  const paid = `${genuine.length} of ${offers.length} offers accept a stablecoin that this service knows.`
  say('genuineToken', 'high', genuine.length > 0, paid)
  bodyCheck(unpaid, offers, say)
  const sold = URL.parse(resource?.url ?? '')
  const same = sold === null ? null : sold.host === url.host
  const named = sold
    ? `It names ${sold.host} as what is sold.`
    : 'It does not name the full address of what is sold.'
  say('resource', 'medium', same, named)
  const described = Boolean(resource?.description ?? offers.length === 0)
  const says = described ? 'It says what is sold.' : 'Its resource has no description (version 2).'
  if (quote['x402Version'] === 2) say('described', 'low', described, says)
  const isJson = bytes.length === 0 || /[/+]json\b/i.test(headers.get('content-type') ?? '')
  const type = isJson
    ? 'JSON, or empty.'
    : 'It does not answer in JSON, which is all that the client accepts.'
  say('bodyType', 'low', isJson, type)
  const size = headers.get('payment-required')?.length ?? 0
  say('headerSize', 'medium', size <= HEADER_MAX, `Its PAYMENT-REQUIRED has ${size} characters.`)
  say('speed', 'low', unpaidMs <= SLOW_MS, `It answered within ${unpaidMs} ms.`)
  return offers
}

/** Some buyers read the header, others the body: both must hold the same offers. */
function bodyCheck({ headers, bytes }: Answer, offers: readonly Offer[], say: Say): void {
  const inBody = readChallenge({ headers: new Headers(), bytes }).quote
  if (!headers.has('payment-required') || !inBody)
    return say('headerAndBody', 'high', true, 'Only the header or the body holds a quote.')
  const other = rawOffers(inBody).filter(isObject).map(offerOf)
  const strange = other.filter((offer) => !offers.some((one) => termsOf(one) === termsOf(offer)))
  const detail =
    strange.length === 0
      ? 'Header and body offer the same.'
      : `${strange.length} offers of the body are not in the header: payee or amount differ.`
  say('headerAndBody', 'high', strange.length === 0, detail)
}

const priceOf = ({ chain, network, asset, amountBase }: Offer): string =>
  [chain ?? network, asset?.toLowerCase(), amountBase].join(' ')
const termsOf = (offer: Offer): string =>
  `${priceOf(offer)} ${offer.chain?.startsWith('eip155:') ? offer.payTo?.toLowerCase() : offer.payTo}`

export function forgedChecks({ unpaid, forged }: Shown, offers: readonly Offer[], say: Say): void {
  const none = 'It did not answer a forged payment.'
  const told = forged ? `It answered ${forged.status} to a forged payment.` : none
  const gave = forged && unpaid.status === 402 ? !isGood(forged) : null
  say('refusesForged', 'critical', gave, told)
  const stood = forged ? forged.status < HTTP_ERROR : null
  say('forgedNoCrash', 'medium', stood, told)
  const again = forged && readChallenge(forged).quote
  if (!again || offers.length === 0)
    return say('steadyPrice', 'medium', null, 'It gave no second quote.')
  const before = new Set(offers.map(priceOf))
  const now = rawOffers(again).filter(isObject).map(offerOf).map(priceOf)
  const same = now.length === before.size && now.every((price) => before.has(price))
  const detail = same
    ? 'Two quotes ask for the same price.'
    : 'Two quotes in a row ask for different prices.'
  say('steadyPrice', 'medium', same, detail)
}
