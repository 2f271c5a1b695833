import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jupiter } from '../../../../capabilities/upstreams/jupiter.ts'
import { solanaAddress } from '../../../../engines/onchain/chain-amounts.ts'

const U64_MAX = 2n ** 64n - 1n

export default defineTool({
  route: 'GET /api/sol-swap-quote',
  name: 'Solana swap quote',
  description:
    'Quote of the best Solana swap route and output through Jupiter, with its price impact.',
  asks: [
    'Jupiter quote for a swap on Solana',
    'best route and price impact of a Solana swap',
    'swap SOL for USDC, how much do I get',
    'Jupiter',
  ],
  price: '$0.003',
  uses: { jupiter },
  input: z.object({
    inputMint: solanaAddress().describe('Mint of the token to sell.'),
    outputMint: solanaAddress().describe('Mint of the token to buy.'),
    amountBase: z
      .string()
      .regex(/^[1-9]\d{0,19}$/, { error: 'must be a whole number of base units, 1 or more' })
      .describe('Amount of the token to sell in base units, as text.'),
    slippageBps: z
      .int()
      .min(1)
      .max(5_000)
      .default(50)
      .describe('Slippage that is accepted, in basis points, 1 to 5000.'),
  }),
  output: z.object({
    inAmount: z.string().describe('Amount that goes in, in base units.'),
    outAmount: z.string().describe('Amount that comes out now, in base units.'),
    minOutAmount: z.string().describe('Least amount that comes out, given the slippage.'),
    priceImpactPct: z.number().describe('How far the swap itself moves the price, in percent.'),
    route: z
      .array(
        z.object({
          venue: z.string().nullable().describe('Exchange.'),
          inputMint: z.string().describe('Token in.'),
          outputMint: z.string().describe('Token out.'),
          inAmount: z.string().describe('Base units in.'),
          outAmount: z.string().describe('Base units out.'),
          percent: z.number().nullable().describe('Share of the step that goes this way.'),
        }),
      )
      .describe('Steps of the route.'),
    slot: z.int().nullable().describe('Slot of the quote; it holds for seconds only.'),
  }),
  examples: [
    {
      input: {
        inputMint: 'So11111111111111111111111111111111111111112',
        outputMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        amountBase: '1000000000',
      },
      at: '2026-06-02T00:00:00Z',
      output: {
        inAmount: '1000000000',
        outAmount: '145678901',
        minOutAmount: '144950506',
        priceImpactPct: 0.0123,
        route: [
          {
            venue: 'Whirlpool',
            inputMint: 'So11111111111111111111111111111111111111112',
            outputMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
            inAmount: '1000000000',
            outAmount: '145678901',
            percent: 100,
          },
        ],
        slot: 340_000_100,
        source: 'Jupiter',
        asOf: '2026-06-02T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ inputMint, outputMint, amountBase, slippageBps }, { jupiter }) {
    if (inputMint === outputMint) throw badInput('outputMint: must differ from inputMint.')
    if (BigInt(amountBase) > U64_MAX)
      throw badInput('amountBase: must be at most 18446744073709551615.')
    const quote = await jupiter.quote({ inputMint, outputMint, amount: amountBase, slippageBps })
    return {
      inAmount: quote.inAmount,
      outAmount: quote.outAmount,
      minOutAmount: quote.otherAmountThreshold,
      // Jupiter calls it a percentage, but answers a fraction of one.
      priceImpactPct: Math.round(quote.priceImpactPct * 1e6) / 1e4,
      route: quote.routePlan.map(({ percent, swapInfo }) => ({
        venue: swapInfo.label ?? null,
        inputMint: swapInfo.inputMint,
        outputMint: swapInfo.outputMint,
        inAmount: swapInfo.inAmount,
        outAmount: swapInfo.outAmount,
        percent: percent ?? null,
      })),
      slot: quote.contextSlot ?? null,
    }
  },
})
