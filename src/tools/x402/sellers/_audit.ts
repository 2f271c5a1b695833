import type { Handshake } from '../../../net/tls.ts'
import type { Answer } from '../../../net/request.ts'
import { isObject } from '../../../lib/json-object.ts'
import { readChallenge } from '../../../lib/x402/challenge.ts'
import { isTestChain } from '../../../lib/chains/caip.ts'
import { offerOf, type Offer } from '../../../lib/x402/offer.ts'
import { flawsOfQuote, rawOffers } from '../../../lib/x402/quote.ts'
import { readUnpaid } from '../../../lib/x402/unpaid.ts'
import type { Accept } from '../../../sellers/accepts.ts'
import type { Listing } from '../../../sellers/listing.ts'

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
type Severity = (typeof SEVERITIES)[number]

export interface Check {
  readonly name: string
  /** Null where it could not be looked at. */
  readonly passed: boolean | null
  readonly severity: Severity
  readonly detail: string
}

/** What the endpoint showed. Null is what did not answer, or was not asked for. */
export interface Shown {
  readonly url: URL
  readonly nowMs: number
  readonly unpaid: Answer
  readonly unpaidMs: number
  /** The answer to a payment that is none. */
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
  /** What it says of the endpoint. */
  readonly listing: Listing | null
}

const SLOW_MS = 3_000
/** Proxies in between refuse more than that in all headers. */
const HEADER_MAX = 6_000
const SCANNED_MAX = 64 * 1024
const DAYS_MIN = 7
const TOLD_MAX = 5
const HTTP_ERROR = 500

const TRACES = [
  /^\s{0,20}at [^\n]{1,200}:\d{1,6}:\d{1,6}\)?$/m,
  /Traceback \(most recent call last\)/,
  /\/node_modules\//,
  /goroutine \d{1,9} \[running\]/,
  /^panic: /m,
]
const SECRETS = [
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/,
  /\b[sr]k_live_[0-9A-Za-z]{10}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /"(private_?key|mnemonic|seed_?phrase|client_?secret)"\s{0,5}:\s{0,5}"[^"]{8}/i,
]

const isGood = ({ status }: Answer): boolean => status >= 200 && status < 300

/** Each rule once, in the order in which a buyer meets them. */
export function checksOf(shown: Shown): { offers: readonly Offer[]; checks: readonly Check[] } {
  const checks: Check[] = []
  const say = (name: string, severity: Severity, passed: boolean | null, detail: string) =>
    void checks.push({ name, passed, severity, detail })
  const offers = quoteChecks(shown, say)
  forgedChecks(shown, offers, say)
  transportChecks(shown, say)
  leakChecks(shown, say)
  manifestChecks(shown, offers, say)
  return { offers, checks }
}

type Say = (name: string, severity: Severity, passed: boolean | null, detail: string) => void

function quoteChecks({ url, unpaid, unpaidMs, nowMs }: Shown, say: Say): readonly Offer[] {
  const { status, headers, bytes } = unpaid
  const { quote, mpp, problems, resource } = readUnpaid(unpaid, nowMs)
  const free = 'It delivers without a payment: it is free, or it gives its goods away.'
  const asks = status === 402
  const other = isGood(unpaid) ? free : `It answers ${status} and not 402; it may want an input.`
  say('asksToBePaid', 'critical', asks, asks ? 'Unpaid, it answers 402.' : other)
  const readable = quote !== null || mpp.length > 0
  const kinds = [quote && 'x402', mpp.length > 0 && 'MPP'].filter(Boolean).join(' and ')
  const unread = problems.slice(0, TOLD_MAX).join('; ')
  const read = readable ? `Quotes of ${kinds}.` : `No quote can be read: ${unread}`
  say('quoteReadable', 'critical', readable, read)
  if (!quote) {
    const why = 'There is no quote of x402 to look at.'
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
  const doubt = 'Its form lets two readers see two quotes, as a name that stands twice does.'
  say('oneReading', 'high', isCertain, isCertain ? certain : doubt)
  const offers = rawOffers(quote).filter(isObject).map(offerOf)
  const genuine = offers.filter(
    ({ symbol, chain }) => symbol !== null && chain !== null && !isTestChain(chain),
  )
  const paid = `${genuine.length} of ${offers.length} offers take a stablecoin that is known here.`
  say('genuineToken', 'high', genuine.length > 0, paid)
  bodyCheck(unpaid, offers, say)
  const sold = URL.parse(resource?.url ?? '')
  const same = sold === null ? null : sold.host === url.host
  const named = sold ? `It names ${sold.host} as what is sold.` : 'It names no full address.'
  say('resource', 'medium', same, named)
  const described = Boolean(resource?.description ?? offers.length === 0)
  const says = described ? 'It says what is sold.' : 'Its resource has no description (version 2).'
  if (quote['x402Version'] === 2) say('described', 'low', described, says)
  const isJson = bytes.length === 0 || /[/+]json\b/i.test(headers.get('content-type') ?? '')
  const type = isJson ? 'JSON, or empty.' : 'It sends something else to who accepts JSON only.'
  say('bodyType', 'low', isJson, type)
  const size = headers.get('payment-required')?.length ?? 0
  say('headerSize', 'medium', size <= HEADER_MAX, `Its PAYMENT-REQUIRED has ${size} characters.`)
  say('speed', 'low', unpaidMs <= SLOW_MS, `It answered within ${unpaidMs} ms.`)
  return offers
}

/** Buyers read the one or the other. */
function bodyCheck({ headers, bytes }: Answer, offers: readonly Offer[], say: Say): void {
  const inBody = readChallenge({ headers: new Headers(), bytes }).quote
  if (!headers.has('payment-required') || !inBody)
    return say('headerAndBody', 'high', true, 'The quote stands in one place.')
  const other = rawOffers(inBody).filter(isObject).map(offerOf)
  const strange = other.filter((offer) => !offers.some((one) => termsOf(one) === termsOf(offer)))
  const detail =
    strange.length === 0
      ? 'Header and body offer the same.'
      : `${strange.length} offers of the body stand not in the header: payee or amount differ.`
  say('headerAndBody', 'high', strange.length === 0, detail)
}

const priceOf = ({ chain, network, asset, amountBase }: Offer): string =>
  [chain ?? network, asset?.toLowerCase(), amountBase].join(' ')
const termsOf = (offer: Offer): string =>
  `${priceOf(offer)} ${offer.chain?.startsWith('eip155:') ? offer.payTo?.toLowerCase() : offer.payTo}`

function forgedChecks({ unpaid, forged }: Shown, offers: readonly Offer[], say: Say): void {
  const none = 'It did not answer a payment that is none.'
  const told = forged ? `It answered ${forged.status} to a payment that is none.` : none
  const gave = forged && unpaid.status === 402 ? !isGood(forged) : null
  say('refusesForged', 'critical', gave, told)
  const stood = forged ? forged.status < HTTP_ERROR : null
  say('forgedNoCrash', 'medium', stood, told)
  const again = forged && readChallenge(forged).quote
  if (!again || offers.length === 0)
    return say('steadyPrice', 'medium', null, 'It quoted no second time.')
  const before = new Set(offers.map(priceOf))
  const now = rawOffers(again).filter(isObject).map(offerOf).map(priceOf)
  const same = now.length === before.size && now.every((price) => before.has(price))
  const detail = same ? 'Two quotes ask the same.' : 'Two quotes, a moment apart, differ.'
  say('steadyPrice', 'medium', same, detail)
}

function transportChecks(shown: Shown, say: Say): void {
  const { url, unpaid, plain, handshake, daysLeft } = shown
  const isTls = url.protocol === 'https:'
  const open = 'The address is not https: anybody between can change who is paid.'
  say('https', 'critical', isTls, isTls ? 'The address is https.' : open)
  if (isTls) {
    const trusted = handshake && handshake.distrust === null
    const how = handshake?.distrust ?? handshake?.protocol ?? 'no handshake could be looked at'
    say('certificate', 'high', trusted, `${trusted ? 'Trusted' : 'Not trusted'}: ${how}.`)
    const left = daysLeft === null ? null : daysLeft >= DAYS_MIN
    say('certificateLasts', 'medium', left, `Days left: ${daysLeft ?? 'unknown'}.`)
    const hsts = unpaid.headers.has('strict-transport-security')
    const strict = hsts ? 'sent' : 'not sent'
    say('hsts', 'low', hsts, `Strict-Transport-Security is ${strict}.`)
    const quoted = plain !== null && (plain.status === 402 || isGood(plain))
    const said = plain
      ? `Over plain HTTP it answers ${plain.status}.`
      : 'Nothing answers over plain HTTP.'
    if (url.port === '') say('noPlainQuote', 'high', !quoted, said)
  }
  const freshness = freshnessOf(unpaid.headers)
  const kept = 'Nothing says that caches may keep its 402.'
  say('notCached', 'high', freshness === null, freshness ?? kept)
}

/** A 402 is kept only where it says so itself (RFC 9111, 3 and 4.2.2). */
function freshnessOf(headers: Headers): string | null {
  const control = headers.get('cache-control')?.toLowerCase() ?? ''
  if (Number(headers.get('age') ?? 0) > 0) return `It came from a cache: Age ${headers.get('age')}.`
  if (/\b(no-store|no-cache|private)\b/.test(control)) return null
  const [, seconds = '0'] = /\b(?:s-maxage|max-age)\s*=\s*"?(\d{1,10})/.exec(control) ?? []
  if (Number(seconds) > 0 || /\bpublic\b/.test(control))
    return `Cache-Control lets caches keep its quote: ${control.slice(0, 200)}`
  const until = Date.parse(headers.get('expires') ?? '')
  const from = Date.parse(headers.get('date') ?? '')
  return control === '' && until > from ? 'Expires lets caches keep its quote.' : null
}

function leakChecks({ unpaid, forged }: Shown, say: Say): void {
  const answers = [unpaid, forged].filter((answer) => answer !== null)
  const texts = answers.map(({ bytes }) => bytes.subarray(0, SCANNED_MAX).toString('utf8'))
  const holds = (rules: readonly RegExp[]) => texts.some((text) => rules.some((r) => r.test(text)))
  const traced = holds(TRACES)
  const trace = traced ? 'An answer shows the trace of an error.' : 'No answer shows a trace.'
  say('noTraces', 'medium', !traced, trace)
  const leaked = holds(SECRETS)
  const secret = leaked ? 'An answer looks as if it held a key.' : 'No answer looks as if it did.'
  say('noSecrets', 'critical', !leaked, secret)
  const told = ['server', 'x-powered-by', 'x-aspnet-version']
    .map((name) => unpaid.headers.get(name) ?? '')
    .filter((value) => /\d+\.\d+/.test(value))
  const version = told.join(', ').slice(0, 200)
  say('noVersions', 'low', told.length === 0, version || 'No header tells a version.')
}

function manifestChecks({ manifest }: Shown, offers: readonly Offer[], say: Say): void {
  const found = manifest ? `${manifest.listings.length} routes at ${manifest.url}.` : 'None found.'
  say('manifest', 'low', manifest !== null, found)
  if (!manifest) return
  const { listing } = manifest
  const named = listing ? 'It lists this address.' : 'It does not list this address.'
  say('manifestLists', 'low', listing !== null, named)
  const told = listing?.accepts.filter(({ payTo, amount }) => payTo !== null || amount !== null)
  if (!told || told.length === 0 || offers.length === 0)
    return say('manifestAgrees', 'medium', null, 'There is nothing to compare.')
  const strange = told.filter((accept) => !offers.some((offer) => agrees(accept, offer)))
  const detail =
    strange.length === 0
      ? 'Payees and amounts are those of the quote.'
      : `${strange.length} of ${told.length} ways to pay differ from the quote.`
  say('manifestAgrees', 'medium', strange.length === 0, detail)
}

const agrees = ({ network, payTo, amount }: Accept, offer: Offer): boolean =>
  (network === null || network === offer.chain) &&
  (payTo === null || payTo.toLowerCase() === offer.payTo?.toLowerCase()) &&
  (amount === null || amount === offer.amountBase)

const POINTS: Readonly<Record<Severity, number>> = { critical: 100, high: 20, medium: 8, low: 3 }
const GRADES = [
  [90, 'A'],
  [75, 'B'],
  [60, 'C'],
  [40, 'D'],
] as const

/** What was not looked at counts for nothing. */
export function gradeOf(checks: readonly Check[]) {
  const lost = checks
    .filter(({ passed }) => passed === false)
    .reduce((sum, { severity }) => sum + POINTS[severity], 0)
  return GRADES.find(([least]) => 100 - lost >= least)?.[1] ?? 'F'
}
