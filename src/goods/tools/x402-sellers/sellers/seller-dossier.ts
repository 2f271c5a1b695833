import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { sellerRecords } from '../../../../buying/sellers/seller-records.ts'
import { HistoryShape, originField, RouterByChain, RouterVerdict } from './_origin.ts'

const text = z.string().nullable()

const PaymentCounts = z.object({
  calls: z.int(),
  delivered: z.int().describe('Payments that brought an answer.'),
  failed: z.int().describe('Payments that were taken, or never answered, and brought nothing.'),
  refused: z.int().describe('Payments that the seller did not take.'),
  keptRate: z
    .number()
    .nullable()
    .describe('Share of those delivered among delivered and failed; null below three.'),
  medianMs: z.int().nullable().describe('Until the answer, of those delivered.'),
})

const NOTICE = 'This is a record of what was seen, without a judgement or score.'

export default defineTool({
  route: 'POST /api/seller-dossier',
  name: 'Seller dossier',
  description:
    'Everything recorded about one x402 seller: crawl history, routes with prices and where they come from, wallets, settlement evidence, the verdict of the router on each chain, and how its payments ended. Ends in plain-language flags, no score. The seller is not asked.',
  asks: [
    'full record of an x402 seller before I buy',
    'price provenance and wallets of a seller',
    'history of a seller',
  ],
  price: '$0.050',
  uses: { sellerRecords },
  input: z.object({
    origin: originField().describe('Host or address of the seller.'),
    tools: z.int().min(0).max(200).default(50).describe('Most routes to list, 0 to 200.'),
  }),
  output: z.object({
    origin: z.string(),
    listed: z.boolean().describe('Whether the index knows the seller.'),
    identity: z
      .object({
        displayName: z.string(),
        domain: z.string().describe('Its registered domain.'),
        foundBy: z.string().describe('Who named the seller: the operator or a registry.'),
        firstSeenIso: z.string(),
      })
      .nullable(),
    crawl: z
      .object({
        attempts: z.int().describe('Latest crawls that are stored, at most 50.'),
        successes: z.int(),
        history: z.array(
          z.object({
            atIso: z.string(),
            ok: z.boolean(),
            ms: z.int(),
            routes: z.int(),
            error: text,
          }),
        ),
      })
      .nullable(),
    catalog: z
      .object({
        tools: z.array(
          z.object({
            slug: z.string(),
            name: z.string(),
            method: text,
            url: z.string(),
            priceUsd: z
              .number()
              .nullable()
              .describe('Price in dollars; null if unknown, 0 if free.'),
            price: z.object({
              source: text.describe('Source whose price it is.'),
              sources: z
                .array(z.string())
                .describe('Sources of the price, the most reliable first.'),
              sinceIso: z
                .string()
                .describe('Since when the most reliable source states this price.'),
              conflict: z
                .boolean()
                .describe('Whether the prices of the sources differ by a factor of two or more.'),
            }),
            dispatch: z.object({ eligible: z.boolean(), reason: z.string() }),
            routerDispatchByChain: RouterByChain,
          }),
        ),
        toolCount: z.int(),
        toolsTruncated: z.boolean(),
        priceProvenance: z
          .record(z.string(), z.int())
          .describe('Number of routes by the source of their price; `unknown`: none.'),
      })
      .nullable(),
    wallets: z
      .object({
        advertisedByNetwork: z
          .record(z.string(), z.array(z.string()))
          .describe('Wallets by the network on which they want to be paid, as CAIP-2 ids.'),
        evidenceByWallet: z.array(
          z.object({
            wallet: z.string(),
            sharedWith: z.array(z.string()).describe('Other sellers that name this wallet.'),
            selfFunded: z.int().describe('Calls paid with money that came from the wallet itself.'),
            refunded: z.int().describe('Calls whose payment was sent back.'),
          }),
        ),
      })
      .nullable(),
    settlementEvidence: z
      .object({
        chain: z
          .array(HistoryShape.extend({ wallet: z.string(), sinceIso: z.string() }))
          .describe('Settled calls on Base, by wallet.'),
        registries: z
          .object({ calls30d: z.int(), payers30d: z.int(), lastCalledIso: text })
          .nullable()
          .describe('Counts of registries: sum of calls, and the most payers of one route.'),
      })
      .nullable(),
    router: RouterVerdict.nullable().describe('What the router decides for its best route.'),
    routerPayments: PaymentCounts.extend({
      lastIso: z.string(),
      byChain: z.record(z.string(), PaymentCounts),
    })
      .nullable()
      .describe('How payments of this service to the seller ended; null if there were none.'),
    priceHistory: z
      .array(
        z.object({
          slug: z.string(),
          source: z.string(),
          priceUsd: z.number().nullable(),
          sinceIso: z.string().describe('Since when the source named this price.'),
        }),
      )
      .describe('Prices that its sources have named, the newest first, at most 200.'),
    flags: z.array(z.string()).describe('Findings, in sentences.'),
    caveats: z.array(z.string()),
    notice: z.string(),
    generatedIso: z.string(),
  }),
  examples: [{ input: { origin: 'https://example.com', tools: 10 } }],

  async run({ origin, tools }, { sellerRecords, now }) {
    const told = await sellerRecords.dossier(origin, tools)
    return { ...told, notice: NOTICE, generatedIso: new Date(now()).toISOString() }
  },
})
