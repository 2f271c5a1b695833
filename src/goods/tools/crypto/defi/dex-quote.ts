import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { addressWord, numberWord } from '../../../../engines/onchain/abi-words.ts'
import { baseUnits, tokenUnits } from '../../../../engines/onchain/chains/amounts.ts'
import { evmAddress } from '../../../../engines/onchain/chains/fields.ts'
import { numericText } from '../../../../base/lib/fields.ts'
import { readToken } from '../../../../engines/onchain/evm-reads.ts'
import { evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'

/** https://docs.uniswap.org/contracts/v3/reference/deployments: QuoterV2. */
const QUOTER = '0x61fFE014bA17989E743c5F6cB21bF9697530B21e'
const QUOTERS = {
  base: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
  ethereum: QUOTER,
  arbitrum: QUOTER,
  optimism: QUOTER,
  polygon: QUOTER,
} as const
const TIERS = [100, 500, 3_000, 10_000] as const
const QUOTE = '0xc6a5026a'
/** A part so small that it does not move the price. */
const PART = 1_000n
const PRECISION = 10n ** 18n

export default defineTool({
  route: 'GET /api/dex-quote',
  name: 'Quote a swap',
  description:
    'What a token swap would return on Uniswap v3 now, with price impact, best fee tier and gas.',
  asks: [
    'what would a token swap return on uniswap',
    'price impact of a swap on uniswap v3',
    'how much do I get if I swap 1 ETH',
    'price of a swap on Uniswap',
  ],
  price: '$0.002',
  uses: { evm },
  input: z.object({
    tokenIn: evmAddress().describe('Contract of the token to sell.'),
    tokenOut: evmAddress().describe('Contract of the token to buy.'),
    amount: numericText(120).describe('Amount of tokenIn in units, such as 1.5.'),
    network: z
      .enum(['base', 'ethereum', 'arbitrum', 'optimism', 'polygon'])
      .default('base')
      .describe('Network of the pools.'),
    fee: z
      .enum(['auto', '100', '500', '3000', '10000'])
      .default('auto')
      .describe('Fee tier in hundredths of a basis point; auto takes the one that returns most.'),
  }),
  output: z.object({
    amountIn: z.string(),
    amountOut: z
      .string()
      .describe('Units of tokenOut after the fee of the pool; gas is not counted.'),
    amountOutBase: z.string(),
    symbolIn: z.string().nullable(),
    symbolOut: z.string().nullable(),
    genuineOut: z.boolean().nullable().describe('False for a namesake of a known token.'),
    price: z.number().describe('Units of tokenOut for one of tokenIn.'),
    priceImpactPct: z
      .number()
      .nullable()
      .describe('How much worse the price is than for a thousandth of the amount, in percent.'),
    thin: z
      .boolean()
      .describe('Price impact over 5 percent: the pools are too small for the amount.'),
    feeTier: z.int(),
    gasEstimate: z.string().describe('Gas of the swap itself, as the quoter counts it.'),
    route: z.string(),
    otherTiers: z.record(z.string(), z.string()).describe('Result for the other fee tiers.'),
    network: z.string(),
    blockNumber: z.int(),
  }),
  examples: [
    {
      input: {
        tokenIn: '0x4200000000000000000000000000000000000006',
        tokenOut: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        amount: '1',
      },
    },
  ],

  async run({ tokenIn, tokenOut, amount, network, fee }, { evm }) {
    if (tokenIn === tokenOut) throw badInput('tokenOut: must differ from tokenIn.')
    const state = await evm.on(network).at()
    const [given, wanted] = await Promise.all([
      readToken(state, tokenIn),
      readToken(state, tokenOut),
    ])
    const [inDecimals, outDecimals] = [given.decimals, wanted.decimals]
    if (inDecimals === null) throw notFound('tokenIn: is not a token (it has no decimals).')
    if (outDecimals === null) throw notFound('tokenOut: is not a token (it has no decimals).')
    const base = baseUnits('amount', amount, inDecimals)
    if (base <= 0n || base >= 2n ** 255n) throw badInput('amount: must be above 0, below 2^255.')
    const ask = async (tier: number, of: bigint) =>
      quoteOf(state, QUOTERS[network], [tokenIn, tokenOut], of, tier)
    const tiers = fee === 'auto' ? TIERS : [Number(fee)]
    const quotes = (await Promise.all(tiers.map((tier) => ask(tier, base)))).filter(
      (quote) => quote !== null && quote.out > 0n,
    ) as Quote[]
    const best = quotes.toSorted((a, b) => (a.out < b.out ? 1 : -1))[0]
    if (!best) throw notFound('No pool of Uniswap v3 has enough of both tokens for this amount.')
    const small = base / PART > 0n ? await ask(best.tier, base / PART) : null
    const impact = small ? impactOf(base, best.out, base / PART, small.out) : null
    const names = [given.symbol ?? tokenIn, wanted.symbol ?? tokenOut]
    return {
      amountIn: tokenUnits(base, inDecimals),
      amountOut: tokenUnits(best.out, outDecimals),
      amountOutBase: String(best.out),
      symbolIn: given.symbol,
      symbolOut: wanted.symbol,
      genuineOut: wanted.genuine,
      price: priceOf(base, best.out, inDecimals, outDecimals),
      priceImpactPct: impact,
      thin: (impact ?? 0) > 5,
      feeTier: best.tier,
      gasEstimate: String(best.gas),
      route: `${names[0]} > ${names[1]} (Uniswap v3, ${best.tier / 10_000} %)`,
      otherTiers: Object.fromEntries(
        quotes
          .filter(({ tier }) => tier !== best.tier)
          .map(({ tier, out }) => [String(tier), tokenUnits(out, outDecimals)]),
      ),
      network,
      blockNumber: state.block.number,
    }
  },
})

interface Quote {
  readonly tier: number
  readonly out: bigint
  readonly gas: bigint
}

/** Null if there is no pool of that tier, or it holds too little. */
async function quoteOf(
  state: EvmState,
  quoter: string,
  [tokenIn, tokenOut]: readonly [string, string],
  amount: bigint,
  tier: number,
): Promise<Quote | null> {
  const numbers = [amount, tier, 0].map(numberWord).join('')
  const data = `${QUOTE}${addressWord(tokenIn)}${addressWord(tokenOut)}${numbers}`
  const said = await state.call({ to: quoter, data })
  if (!said.isOk || said.data.length < 2 + 4 * 64) return null
  const at = (place: number) => BigInt(`0x${said.data.slice(2 + place * 64, 66 + place * 64)}`)
  return { tier, out: at(0), gas: at(3) }
}

/** In percent, to a ten-thousandth: how much less each unit returns than a unit of a small part. */
function impactOf(amount: bigint, out: bigint, part: bigint, partOut: bigint): number | null {
  if (partOut === 0n) return null
  const ratio = (out * part * 1_000_000n) / (partOut * amount)
  return Math.max(0, Number(1_000_000n - ratio) / 10_000)
}

function priceOf(amount: bigint, out: bigint, inDecimals: number, outDecimals: number): number {
  const scaled =
    (out * PRECISION * 10n ** BigInt(inDecimals)) / (amount * 10n ** BigInt(outDecimals))
  return Number((Number(scaled) / 1e18).toPrecision(10))
}
