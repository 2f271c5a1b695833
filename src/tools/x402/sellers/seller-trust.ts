import { z } from 'zod'
import { defineTool } from '../../../core/tool.ts'
import { sellerRecords } from '../../../sellers/records.ts'
import { HistoryShape, originField } from './_origin.ts'

export default defineTool({
  route: 'GET /api/x402/seller-trust',
  name: 'Seller trust',
  description:
    'Whether one paid x402 seller is proven: what the index knows of its API, and every field of the router gate: crawls, prices, wallets, settled calls. The seller is not asked.',
  asks: ['can I trust this x402 seller', 'is this paid API endpoint proven by settled calls'],
  price: '$0.005',
  uses: { sellerRecords },
  input: z.object({ origin: originField().describe('Host or address of the seller.') }),
  output: z.object({
    origin: z.string(),
    listed: z.boolean().describe('Whether the index knows the seller.'),
    reason: z.string().nullable().describe('Why nothing is known.'),
    displayName: z.string().nullable(),
    manifest: z
      .object({
        parsed: z.boolean(),
        sources: z.array(z.string()).describe('Documents and registries that tell of its routes.'),
        lastCrawledIso: z.string().nullable(),
        crawlError: z.string().nullable(),
      })
      .nullable(),
    health: z
      .object({
        score: z.number().nullable().describe('Share of the latest five crawls that were good.'),
        window: z.array(z.boolean()).describe('The latest crawls, the newest first.'),
        paywallProbe: z.boolean().describe('Whether its own 402 was seen.'),
      })
      .nullable(),
    toolCount: z.int().nullable(),
    paidToolCount: z.int().nullable(),
    priceRangeUsd: z.object({ min: z.number(), max: z.number() }).nullable(),
    advertisedNetworks: z.array(z.string()).describe('CAIP-2 ids.'),
    advertisedPayTo: z.record(z.string(), z.array(z.string())).describe('Wallets by network.'),
    sharedPayTo: z.array(z.string()).describe('Wallets that other sellers name too.'),
    settledCallsObserved: z
      .array(
        HistoryShape.extend({
          wallet: z.string(),
          selfFunded: z.int().describe('Calls paid with money of the wallet itself.'),
          sinceIso: z.string().describe('Since when the chain is watched for it.'),
        }),
      )
      .nullable()
      .describe('By wallet on Base; null where the chain is not watched.'),
    routerGate: z
      .object({
        crawlOk: z.boolean(),
        networkKnown: z.boolean(),
        supportedRoute: z.boolean(),
        priceKnown: z.boolean(),
        deliveryOk: z.boolean().describe('No payment of the router there was lost lately.'),
        settlementFloor: HistoryShape,
        withinUnprovenUsd: z.boolean(),
      })
      .nullable(),
    router: z
      .object({ eligible: z.boolean(), reason: z.string(), meaning: z.string() })
      .nullable()
      .describe('What the router decides for its best route.'),
    blockers: z.array(z.string()).describe('What keeps the router from buying there.'),
    caveats: z.array(z.string()),
    generatedIso: z.string(),
  }),
  examples: [{ input: { origin: 'https://example.com' } }],

  async run({ origin }, { sellerRecords, now }) {
    return {
      ...(await sellerRecords.trust(origin)),
      generatedIso: new Date(now()).toISOString(),
    }
  },
})
