import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { sellerRecords } from '../../../../buying/sellers/seller-records.ts'
import { HistoryShape, originField, RouterVerdict } from './_origin.ts'

const TokenName = z.object({ name: z.string(), version: z.string() }).nullable()

const GateEvidence = z.object({
  domainNames: z
    .array(
      z.object({
        network: z.string(),
        asset: z.string().nullable(),
        advertised: TokenName,
        expected: TokenName.describe('Name that the contract states on the chain.'),
        matches: z.boolean(),
        seenIso: z.string().describe('When a source last stated it.'),
      }),
    )
    .describe('Names that the seller gives to tokens that this service knows.'),
  payTo: z
    .object({
      wallet: z.string(),
      sources: z
        .array(z.string())
        .describe('Documents and registries whose routes name this wallet.'),
      namedIso: z.string().describe('When one of them last named it.'),
      isShared: z
        .boolean()
        .describe('Whether unrelated sellers name it too, so that it proves nothing of this one.'),
      watchedSinceIso: z.string().nullable(),
      lastSettledIso: z.string().nullable().describe('Time of the last settled call.'),
      chainReadIso: z.string().nullable().describe('Time up to which the chain was read.'),
    })
    .nullable()
    .describe('Wallet whose history counts; null if none is named on Base.'),
})

export default defineTool({
  route: 'GET /api/x402/seller-trust',
  name: 'Seller trust',
  description:
    'Whether one paid x402 seller is proven: what the index knows of its API, and every field of the router gate: crawls, prices, wallets, settled calls. The seller is not asked.',
  asks: [
    'can I trust this x402 seller',
    'is this paid API endpoint proven by settled calls',
    'can I trust this paid API',
    'is the seller honest',
  ],
  price: '$0.005',
  uses: { sellerRecords },
  input: z.object({ origin: originField().describe('Host or address of the seller.') }),
  output: z.object({
    origin: z.string(),
    listed: z.boolean().describe('Whether the index knows the seller.'),
    indexState: z
      .enum(['ready', 'warming'])
      .describe('`warming`: it has not been crawled yet, or nobody has.'),
    reason: z.string().nullable().describe('Why nothing is known.'),
    displayName: z.string().nullable(),
    manifest: z
      .object({
        parsed: z.boolean(),
        sources: z.array(z.string()).describe('Documents and registries that list its routes.'),
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
    advertisedNetworks: z.array(z.string()).describe('Networks that it advertises, as CAIP-2 ids.'),
    advertisedPayTo: z.record(z.string(), z.array(z.string())).describe('Wallets by network.'),
    sharedPayTo: z.array(z.string()).describe('Wallets that other sellers name too.'),
    settledCallsObserved: z
      .array(
        HistoryShape.extend({
          wallet: z.string(),
          selfFunded: z.int().describe('Calls paid with money that came from the wallet itself.'),
          sinceIso: z.string().describe('Since when its payments on the chain are watched.'),
        }),
      )
      .nullable()
      .describe('Settled calls by wallet on Base; null if the chain is not watched.'),
    routerGate: z
      .object({
        crawlOk: z.boolean(),
        networkKnown: z.boolean(),
        supportedRoute: z.boolean(),
        priceKnown: z.boolean(),
        domainNameOk: z
          .boolean()
          .nullable()
          .describe(
            'Whether known tokens are advertised under their own names; null if none is named.',
          ),
        deliveryOk: z
          .boolean()
          .describe('Whether no payment of the router to this seller was lost lately.'),
        settledCalls: z
          .int()
          .nullable()
          .describe('At the wallet that it asks to be paid at on Base; null: not watched.'),
        payers: z.int().nullable().describe('Different payers of these calls.'),
        settlementFloor: HistoryShape,
        evidenceAtAdvertisedPayTo: z
          .boolean()
          .nullable()
          .describe('Whether that wallet has any history; null: not watched, or none is named.'),
        withinUnprovenUsd: z.boolean(),
        evidence: GateEvidence,
      })
      .nullable(),
    router: RouterVerdict.nullable().describe('What the router decides for its best route.'),
    blockers: z.array(z.string()).describe('What prevents the router from buying there.'),
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
