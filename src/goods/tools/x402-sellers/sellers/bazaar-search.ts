import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { numberOf, decimal } from '../../../../engines/numbers/decimal.ts'
import { evmNetworkNamed } from '../../../../engines/onchain/chains/evm-networks.ts'
import { offerOf } from '../../../../engines/payment-wires/offer.ts'
import { cdpBazaar, type BazaarResource } from '../../../../capabilities/upstreams/cdp-bazaar.ts'

const text = z.string().nullable()

export default defineTool({
  route: 'GET /api/x402/bazaar-search',
  name: 'Bazaar search',
  description:
    "Coinbase's x402 Bazaar index searched live: paid endpoints of other sellers with price, wallet and calls of the last 30 days.",
  asks: [
    'find paid APIs in the Coinbase x402 index',
    'x402 bazaar listings for weather',
    "other paid APIs in Coinbase's index",
  ],
  price: '$0.002',
  uses: { bazaar: cdpBazaar },
  input: z.object({
    q: searchText(400)
      .optional()
      .describe('What to search for, up to 400 characters; without it, everything is listed.'),
    network: z
      .string()
      .max(80)
      .optional()
      .describe('Paid on this network only: a CAIP-2 id, such as eip155:8453.'),
    payTo: z
      .string()
      .max(128)
      .optional()
      .describe('Endpoints of the seller with this wallet only.'),
    limit: z.int().min(1).max(100).default(20).describe('Most rows, 1 to 100.'),
  }),
  output: z.object({
    resources: z.array(
      z.object({
        url: z.string(),
        description: text,
        seller: text,
        priceUsd: z
          .number()
          .nullable()
          .describe('Price of its cheapest offer in dollars; null if unknown.'),
        network: text.describe('Network of that offer, else of its first offer.'),
        payTo: text,
        calls30d: z.number().nullable(),
        payers30d: z.number().nullable(),
        lastCalledIso: text,
      }),
    ),
    count: z.int(),
    complete: z.boolean().nullable().describe('False if the index left some results out.'),
  }),
  examples: [{ input: { q: 'weather' } }],

  async run({ q, network, payTo, limit }, { bazaar }) {
    const found = await (q === undefined
      ? bazaar.listed({ payTo, limit, isWanted: (found) => isOn(network, found) })
      : bazaar.search({ query: q, network, payTo, limit }))
    const resources = found.resources.slice(0, limit).map(rowOf)
    const { partialResults = null } = found
    return {
      resources,
      count: resources.length,
      complete: partialResults === null ? null : !partialResults,
    }
  },
})

const isOn = (network: string | undefined, { accepts }: BazaarResource): boolean =>
  network === undefined || accepts.some((accept) => idOf(accept.network) === idOf(network))

/** Rows of version 1 name networks by words. */
function idOf(network: string | null | undefined): string | null {
  const known = evmNetworkNamed(network ?? '')
  return known ? `eip155:${known.chainId}` : (network ?? null)
}

const DOLLARS = new Set(['USDC', 'USDT', 'PYUSD', 'USDG', 'DAI'])
const DESCRIPTION_MAX = 500

function rowOf({ resource, description, serviceName, accepts, quality }: BazaarResource) {
  const offers = accepts.map((accept) => offerOf(accept))
  const priced = offers.flatMap((offer) =>
    offer.amount !== null && DOLLARS.has(offer.symbol ?? '')
      ? [{ offer, usd: numberOf(decimal(offer.amount)) }]
      : [],
  )
  const [best] = priced.toSorted((a, b) => a.usd - b.usd)
  const { network = null, payTo = null } = best?.offer ?? offers[0] ?? {}
  return {
    url: resource,
    description: description?.slice(0, DESCRIPTION_MAX) ?? null,
    seller: serviceName ?? null,
    priceUsd: best?.usd ?? null,
    network,
    payTo,
    calls30d: quality?.l30DaysTotalCalls ?? null,
    payers30d: quality?.l30DaysUniquePayers ?? null,
    lastCalledIso: quality?.lastCalledAt ?? null,
  }
}
