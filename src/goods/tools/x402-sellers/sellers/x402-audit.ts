import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import type { Handshake } from '../../../../outside/net/tls.ts'
import { tls } from '../../../../outside/net/tls.ts'
import { web, type Web } from '../../../../outside/net/web.ts'
import { manifests } from '../../../../buying/sellers/manifest.ts'
import { checksOf, gradeOf, manifestOf } from './_audit.ts'
import { SEVERITIES } from './_audit-quote.ts'

const BYTES_MAX = 256 * 1024
const TIMEOUT_MS = 10_000
const HTTPS_PORT = 443
const FORGED = Buffer.from('{"x402Version":2,"payload":{}}').toString('base64')
const text = z.string().nullable()

export default defineTool({
  route: 'GET /api/x402/audit',
  name: 'x402 endpoint audit',
  description:
    'Security audit of an x402 endpoint from outside, without paying: grade for form of the quote, forged payment, TLS, caching, leaks, manifest.',
  asks: [
    'audit my x402 endpoint for mistakes before launch',
    'grade how well a paid API endpoint is set up, from outside',
    'is my paid endpoint secure',
  ],
  price: '$0.010',
  uses: { web, tls, manifests },
  input: z.object({
    url: webUrl().describe('Address of the paid endpoint.'),
    method: z
      .enum(['GET', 'POST'])
      .default('GET')
      .describe('Request method; POST sends an empty JSON object.'),
  }),
  output: z.object({
    url: z.string(),
    grade: z
      .enum(['A', 'B', 'C', 'D', 'F'])
      .describe(
        'A from 90 of 100 points, B 75, C 60, D 40. A failed check costs 20 points if high, 8 if medium, 3 if low; critical means F.',
      ),
    checks: z.array(
      z.object({
        name: z.string(),
        passed: z
          .boolean()
          .nullable()
          .describe('Whether the check passed; null if it could not be made.'),
        severity: z.enum(SEVERITIES).describe('Severity of a failure.'),
        detail: z.string().describe('What was seen.'),
      }),
    ),
    offers: z.array(
      z.object({
        scheme: text,
        network: text.describe('Network as the seller writes it.'),
        asset: text,
        symbol: text.describe('Symbol of a genuine stablecoin that this service lists; else null.'),
        amount: text.describe('Amount in units of the token.'),
        amountBase: text,
        payTo: text,
      }),
    ),
    manifest: z
      .object({ url: z.string(), routes: z.int(), lists: z.boolean() })
      .nullable()
      .describe('The manifest that lists its routes, and whether this endpoint is listed.'),
    status: z.int().describe('HTTP status of the unpaid answer.'),
    note: z.string(),
  }),
  examples: [{ input: { url: 'https://example.com/api/tool' } }],

  async run({ url: address, method }, { web, tls, manifests, now }) {
    const url = new URL(address)
    const began = now()
    const unpaid = await askSeller(web, url, method)
    const unpaidMs = now() - began
    const isTls = url.protocol === 'https:'
    const [forged, plain, handshake, manifest] = await Promise.all([
      askSeller(web, url, method, { 'payment-signature': FORGED, 'x-payment': FORGED }).catch(
        nullIfTheirs,
      ),
      isTls && url.port === '' ? askSeller(web, plainOf(url), method).catch(nullIfTheirs) : null,
      isTls
        ? tls.handshake(url.hostname, Number(url.port || HTTPS_PORT)).catch(nullIfTheirs)
        : null,
      manifestOf(web, manifests.read, url),
    ])
    const daysLeft = daysLeftOf(handshake, began)
    const shown = { url, nowMs: began, unpaid, unpaidMs, forged, plain, handshake, daysLeft }
    const { offers, checks } = checksOf({ ...shown, manifest })
    return {
      url: address,
      grade: gradeOf(checks),
      checks: [...checks],
      offers: offers.map(({ scheme, network, asset, symbol, amount, amountBase, payTo }) => ({
        scheme,
        network,
        asset,
        symbol,
        amount,
        amountBase,
        payTo,
      })),
      manifest: manifest && {
        url: manifest.url,
        routes: manifest.listings.length,
        lists: manifest.listing !== null,
      },
      status: unpaid.status,
      note: 'Nothing was paid, so this does not show whether it settles and delivers.',
    }
  },
})

const askSeller = (
  web: Web,
  url: URL,
  method: 'GET' | 'POST',
  headers: Readonly<Record<string, string>> = {},
) =>
  web.request(url, {
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: '{}' }),
    bytesMax: BYTES_MAX,
    timeoutMs: TIMEOUT_MS,
    redirectsMax: 0,
  })

function plainOf(url: URL): URL {
  const plain = new URL(url)
  plain.protocol = 'http:'
  return plain
}

function daysLeftOf(handshake: Handshake | null, nowMs: number): number | null {
  const [own] = handshake?.chain ?? []
  if (!own) return null
  return Math.floor((Date.parse(new X509Certificate(own).validTo) - nowMs) / DAY_MS)
}
