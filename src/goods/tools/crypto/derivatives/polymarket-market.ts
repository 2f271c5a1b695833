import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { polymarket } from '../../../../capabilities/upstreams/polymarket.ts'

const Levels = z.array(z.object({ price: z.number(), size: z.number() }))

export default defineTool({
  route: 'GET /api/polymarket-market',
  name: 'Polymarket market',
  description: 'One Polymarket market: the odds of its outcomes, order book and price history.',
  asks: [
    'one polymarket market: odds, order book',
    'price history of the outcomes of a polymarket market',
    'odds of a bet',
    'chance that an event happens by the betting market',
  ],
  price: '$0.002',
  uses: { polymarket },
  input: z.object({
    slug: z
      .string()
      .trim()
      .max(200)
      .regex(/^[a-z0-9-]+$/, { error: 'must be a slug such as fed-decision-in-january' })
      .describe('Slug of the market, as polymarket-search answers it.'),
    history: z
      .enum(['none', '1d', '1w', '1m', 'max'])
      .default('none')
      .describe('Whether to add past prices of the first outcome.'),
    orderbook: z
      .boolean()
      .default(false)
      .describe('Whether to add bids and asks, 20 for each outcome.'),
  }),
  output: z.object({
    slug: z.string(),
    question: z.string(),
    description: z.string().nullable().describe('Rules by which the market is decided.'),
    outcomes: z.array(
      z.object({
        name: z.string(),
        price: z.number().nullable(),
        tokenId: z.string().nullable(),
        bids: Levels.optional(),
        asks: Levels.optional(),
      }),
    ),
    volumeUsd: z.number().nullable(),
    endIso: z.string().nullable(),
    resolved: z.boolean(),
    history: z.array(z.object({ timeIso: z.string(), price: z.number() })),
  }),
  examples: [
    { input: { slug: 'fed-decision-in-january' } },
    { input: { slug: 'fed-decision-in-january', history: '1w', orderbook: true } },
  ],

  async run({ slug, history, orderbook }, { polymarket }) {
    const market = await polymarket.market(slug)
    const tokens = market.clobTokenIds ?? []
    const [first] = tokens
    const [past, ...books] = await Promise.all([
      history === 'none' || first === undefined ? [] : polymarket.history(first, history),
      ...(orderbook ? tokens.slice(0, 10).map((token) => polymarket.book(token)) : []),
    ])
    return {
      slug: market.slug,
      question: market.question,
      description: market.description ?? null,
      outcomes: market.outcomes.map((name, at) => {
        const price = market.outcomePrices?.[at]
        return {
          name,
          price: price === undefined ? null : Number(price),
          tokenId: tokens[at] ?? null,
          ...books[at],
        }
      }),
      volumeUsd: market.volume ?? null,
      endIso: market.endDate ?? null,
      resolved: market.umaResolutionStatus === 'resolved',
      history: past.map(({ t, p }) => ({ timeIso: new Date(t * 1_000).toISOString(), price: p })),
    }
  },
})
