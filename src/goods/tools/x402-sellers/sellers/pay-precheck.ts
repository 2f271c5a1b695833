import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { lists } from '../../../../capabilities/kept/lists.ts'
import { chainNamed } from '../../../../engines/onchain/chains/caip.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import { isObject, textOr, type JsonObject } from '../../../../base/lib/json-object.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { readHeader } from '../../../../engines/payment-wires/header.ts'
import { offerOf } from '../../../../engines/payment-wires/offer.ts'
import { flawsOfQuote, rawOffers } from '../../../../engines/payment-wires/quote.ts'
import { readUnpaid } from '../../../../engines/payment-wires/unpaid.ts'
import { web, type Web } from '../../../../outside/net/web.ts'
import { sellerRecords } from '../../../../buying/sellers/seller-records.ts'
import { sellerMarket } from '../../../../buying/sellers/market-capability.ts'
import {
  judged,
  knownOf,
  marketRatio,
  originOf,
  SANCTIONED,
  sanctionedAmong,
  type PaymentChallenge,
  type PrecheckConcern,
} from './_precheck.ts'

const BYTES_MAX = 256 * 1024
const TIMEOUT_MS = 15_000
const OFFERS_MAX = 20
const ROUTES_MAX = 200
const WORDS_MAX = 400
const DEAR = 5

const text = z.string().nullable()

export default defineTool({
  route: 'POST /api/pay-precheck',
  name: 'Pay precheck',
  description:
    'Before you pay a 402: is the asset genuine, the payee not sanctioned, the price usual, the seller known? Says pay, ask or refuse, with reasons.',
  asks: [
    'should my agent pay this 402 quote or is it a scam',
    'before I pay a 402, is the payee sanctioned, the asset genuine and the price usual',
    'should I pay this 402',
    'is the payee safe',
  ],
  price: '$0.005',
  uses: { web, lists, sellerRecords, market: sellerMarket },
  bodyBytesMax: 200 * KB,
  input: z.object({
    url: webUrl()
      .optional()
      .describe(
        'Address of the endpoint, which is requested once by GET, without paying. Give url or offer.',
      ),
    offer: z
      .union([z.string().max(32_768), json({ bytesMax: 100 * KB })])
      .optional()
      .describe('Body of a 402, or the value of its PAYMENT-REQUIRED header. Give url or offer.'),
    maxUsd: z.number().min(0).max(1e6).optional().describe('The most that you would pay.'),
    network: z
      .string()
      .max(80)
      .optional()
      .describe('Only offers on this network: a name or a CAIP-2 id.'),
  }),
  output: z.object({
    decision: z
      .enum(['pay', 'ask', 'refuse'])
      .describe('ask: a person should check. pay: no objection was found, which proves nothing.'),
    reasons: z.array(z.string()).describe('What was found, the worst first.'),
    offers: z.array(
      z.object({
        network: text,
        asset: text,
        amountUsd: z
          .number()
          .nullable()
          .describe('Price in dollars; null if the token is not a known dollar stablecoin.'),
        payTo: text,
        scheme: text,
        ok: z.boolean(),
        problems: z.array(z.string()),
      }),
    ),
    asset: z
      .object({ symbol: text, genuine: z.boolean() })
      .nullable()
      .describe('Token of the cheapest offer that is ok, else of the first offer.'),
    priceVsMarket: z
      .number()
      .nullable()
      .describe(
        'Price divided by the median price of similar tools of other sellers; null below five prices.',
      ),
    payTo: z
      .object({
        sanctioned: z
          .boolean()
          .nullable()
          .describe('Whether the payee is on the OFAC list; null if not checked.'),
        firstSeenIso: text.describe('Since when the index knows the seller.'),
        settlements: z
          .int()
          .nullable()
          .describe('Settled calls seen on the chain; null if the chain is not watched.'),
      })
      .nullable(),
  }),
  examples: [
    {
      input: {
        offer: {
          x402Version: 1,
          accepts: [
            {
              scheme: 'exact',
              network: 'base',
              maxAmountRequired: '10000',
              resource: 'https://api.example.com/report',
              description: 'A report.',
              mimeType: 'application/json',
              payTo: '0x8589427373d6d84e98730d7795d8f6f8731fda16',
              maxTimeoutSeconds: 60,
              asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
              extra: { name: 'USD Coin', version: '2' },
            },
          ],
        },
      },
      at: '2026-06-02T00:00:00Z',
    },
    { input: { url: 'https://example.com/api/tool' } },
  ],

  async run(input, { web, lists, sellerRecords, market, now }) {
    const chain = input.network === undefined ? undefined : chainNamed(input.network)
    if (input.network !== undefined && !chain)
      throw badInput(
        'network: is unknown; must be a name such as base or a CAIP-2 id such as eip155:8453',
      )
    const asked = await quoteOf(input, web, now())
    const said: PrecheckConcern[] = asked.problems.map((what) => ['ask', what])
    const judgedOffers = asked.raw
      .flatMap((raw, at) => (isObject(raw) ? [{ offer: offerOf(raw), at }] : []))
      .filter(({ offer }) => !chain || offer.chain === chain.id)
      .slice(0, OFFERS_MAX)
      .map(({ offer, at }) => judged(offer, `accepts[${at}]`, asked.flaws, input.maxUsd))
    const listed = await sanctionedAmong(
      lists,
      judgedOffers.map(({ payTo }) => payTo),
    )
    // A seller that names one sanctioned payee is not paid through another payee either.
    if ([...listed.values()].includes(true)) said.push(['refuse', SANCTIONED])
    const offers = judgedOffers.map((one) =>
      listed.get(one.payTo) === true
        ? { ...one, ok: false, problems: [...one.problems, SANCTIONED] }
        : one,
    )
    const best =
      offers
        .filter(({ ok }) => ok)
        .toSorted((a, b) => (a.amountUsd ?? Infinity) - (b.amountUsd ?? Infinity))[0] ?? offers[0]
    if (!best) {
      said.push(['refuse', chain ? `No offer is on ${chain.slug}.` : 'There is no offer to pay.'])
      return { ...verdictOf(said), offers: [], asset: null, priceVsMarket: null, payTo: null }
    }
    if (!best.ok) said.push(...best.problems.map((what): PrecheckConcern => ['refuse', what]))
    const origin = originOf(input.url ?? asked.resource)
    const sanctioned = listed.get(best.payTo) ?? null
    const [seller, priceVsMarket] = await Promise.all([
      origin === null ? null : sellerRecords.dossier(origin, ROUTES_MAX),
      marketRatio(market, asked.words, best.amountUsd, origin),
    ])
    if (sanctioned === null) said.push(['ask', 'Whether the payee is sanctioned was not checked.'])
    const known = knownOf(seller, best.payTo)
    said.push(...known.said)
    if (priceVsMarket !== null && priceVsMarket >= DEAR)
      said.push([
        'ask',
        `It costs ${Math.round(priceVsMarket)} times the median price of similar tools.`,
      ])
    const { firstSeenIso, settlements } = known
    return {
      ...verdictOf(said),
      offers: offers.map(({ symbol: _symbol, ...offer }) => offer),
      asset: { symbol: best.symbol, genuine: best.symbol !== null },
      priceVsMarket,
      payTo: best.payTo === null ? null : { sanctioned, firstSeenIso, settlements },
    }
  },
})

function verdictOf(said: readonly PrecheckConcern[]) {
  const refused = said.filter(([decision]) => decision === 'refuse')
  const decision = refused.length > 0 ? 'refuse' : said.length > 0 ? 'ask' : 'pay'
  const others = said.filter(([one]) => one === 'ask')
  const reasons = [...refused, ...others].map(([, what]) => what)
  if (reasons.length === 0) reasons.push('The token is genuine, and no objection was found.')
  return { decision, reasons: [...new Set(reasons)] } as const
}

async function quoteOf(
  { url, offer }: { url?: string | undefined; offer?: unknown },
  web: Pick<Web, 'request'>,
  nowMs: number,
): Promise<PaymentChallenge> {
  if ((url === undefined) === (offer === undefined))
    throw badInput('url: is required unless offer is given; give exactly one of url and offer.')
  if (url === undefined) return quoteIn(read(offer), [])
  const headers = { accept: 'application/json' }
  const answer = await web.request(url, { headers, bytesMax: BYTES_MAX, timeoutMs: TIMEOUT_MS })
  const { quote, problems } = readUnpaid(answer, nowMs)
  if (!quote) return { raw: [], flaws: [], problems, resource: null, words: '' }
  const asked = quoteIn(quote, [])
  const flawed = new Set(asked.flaws.map(({ path, message }) => `${path}: ${message}`))
  return { ...asked, problems: problems.filter((problem) => !flawed.has(problem)) }
}

function read(offer: unknown): JsonObject {
  if (isObject(offer)) return offer
  if (typeof offer !== 'string')
    throw badInput(
      'offer: must be the JSON body of a 402 or the value of a PAYMENT-REQUIRED header',
    )
  const { kind, decoded } = readHeader('offer', offer)
  if (kind !== 'payment-required')
    throw badInput('offer: must be a PAYMENT-REQUIRED header, not another x402 header')
  return decoded
}

function quoteIn(quote: JsonObject, problems: readonly string[]): PaymentChallenge {
  const raw = rawOffers(quote)
  const first = raw.find(isObject) ?? {}
  const named = isObject(quote['resource']) ? quote['resource'] : {}
  const resource = textOr(named['url'] ?? quote['resource'] ?? first['resource'], null)
  const words = textOr(named['description'] ?? quote['description'] ?? first['description'], '')
  return { raw, flaws: flawsOfQuote(quote), problems, resource, words: words.slice(0, WORDS_MAX) }
}
