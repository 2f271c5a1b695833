import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { foreignObject } from '../../../../base/lib/foreign-json.ts'
import type { Web } from '../../../../outside/net/web.ts'
import type { Manifest } from '../../../../buying/sellers/manifest.ts'
import type { Offer } from '../../../../engines/payment-wires/offer.ts'
import type { Accept } from '../../../../buying/sellers/accepts.ts'
import {
  forgedChecks,
  isGood,
  quoteChecks,
  type Check,
  type ManifestSeen,
  type Say,
  type Severity,
  type Shown,
} from './_audit-quote.ts'

const SCANNED_MAX = 64 * 1024
const DAYS_MIN = 7
const MANIFEST_BYTES_MAX = 1024 * 1024
const MANIFEST_MS = 10_000
const MANIFESTS = ['/.well-known/x402', '/.well-known/x402.json'] as const

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

/** Applies each rule once, in the order in which a buyer meets them. */
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

function transportChecks(shown: Shown, say: Say): void {
  const { url, unpaid, plain, handshake, daysLeft } = shown
  const isTls = url.protocol === 'https:'
  const open = 'The address is not https: anybody on the network path can change the payee.'
  say('https', 'critical', isTls, isTls ? 'The address is https.' : open)
  if (isTls) {
    const trusted = handshake && handshake.distrust === null
    const how = handshake?.distrust ?? handshake?.protocol ?? 'the TLS handshake could not be read'
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
  const kept = 'No header lets caches keep its 402.'
  say('notCached', 'high', freshness === null, freshness ?? kept)
}

/** Caches keep a 402 only if its headers allow it (RFC 9111, 3 and 4.2.2). */
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
  const trace = traced ? 'An answer shows a stack trace.' : 'No answer shows a stack trace.'
  say('noTraces', 'medium', !traced, trace)
  const leaked = holds(SECRETS)
  const secret = leaked
    ? 'An answer seems to hold a secret key.'
    : 'No answer seems to hold a secret key.'
  say('noSecrets', 'critical', !leaked, secret)
  const told = ['server', 'x-powered-by', 'x-aspnet-version']
    .map((name) => unpaid.headers.get(name) ?? '')
    .filter((value) => /\d+\.\d+/.test(value))
  const version = told.join(', ').slice(0, 200)
  say('noVersions', 'low', told.length === 0, version || 'No header reveals a version.')
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
      ? 'Payees and amounts match the quote.'
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

/** A check that was not done costs no points. */
export function gradeOf(checks: readonly Check[]) {
  const lost = checks
    .filter(({ passed }) => passed === false)
    .reduce((sum, { severity }) => sum + POINTS[severity], 0)
  return GRADES.find(([least]) => 100 - lost >= least)?.[1] ?? 'F'
}

/** The manifest of the seller, which lists its routes. */
export async function manifestOf(
  web: Web,
  read: (document: unknown, origin: string) => Manifest,
  { origin, pathname }: URL,
): Promise<ManifestSeen | null> {
  for (const path of MANIFESTS) {
    const url = origin + path
    const options = { bytesMax: MANIFEST_BYTES_MAX, timeoutMs: MANIFEST_MS, redirectsMax: 2 }
    const answer = await web.request(url, options).catch(nullIfTheirs)
    const document = answer?.status === 200 ? foreignObject(answer.bytes) : null
    if (!document) continue
    const { listings } = read(document, origin)
    const isThis = (each: string): boolean => {
      const one = URL.parse(each)
      return one?.origin === origin && one.pathname === pathname
    }
    return { url, listings, listing: listings.find((one) => isThis(one.url)) ?? null }
  }
  return null
}
