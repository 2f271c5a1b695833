import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { asNumber } from '../../../../engines/onchain/chains/amounts.ts'
import { networksIn } from '../../../../engines/onchain/chains/fields.ts'
import { line } from '../../../../base/lib/fields.ts'
import { dataCharge, gasPrices, TOKEN_TRANSFER } from '../../../../engines/onchain/chains/gas.ts'
import { nativeUsd, type ChainlinkFeed } from '../../../../engines/onchain/prices/oracle.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'

const NETWORKS_MAX = 12
const GAS = {
  transferUsd: 21_000n,
  tokenTransferUsd: TOKEN_TRANSFER.gas,
  swapUsd: 160_000n,
} as const
/** Typical sizes in bytes of such transactions, which rollups post to Ethereum. */
const BYTES = { transferUsd: 110, tokenTransferUsd: TOKEN_TRANSFER.bytes, swapUsd: 450 } as const

const Snapshot = z.object({
  network: z.string(),
  baseFeeGwei: z.number().nullable(),
  tipLowGwei: z.number(),
  tipMidGwei: z.number(),
  tipHighGwei: z.number(),
  nativeUsd: z
    .number()
    .nullable()
    .describe('Price by the oracle of the chain; null if it is stale or missing.'),
  transferUsd: z
    .number()
    .nullable()
    .describe('Cost of a transfer of the native coin, at the mid tip.'),
  tokenTransferUsd: z.number().nullable(),
  swapUsd: z.number().nullable(),
  dataFeeIncluded: z
    .boolean()
    .nullable()
    .describe('Whether the dollar costs include the data fee of a rollup; null on other networks.'),
  trend: z.enum(['rising', 'falling', 'flat']).nullable().describe('Trend of the base fee.'),
  blockNumber: z.int(),
})
type Snapshot = z.output<typeof Snapshot>

export default defineTool({
  route: 'GET /api/gas-snapshot',
  name: 'Gas snapshot',
  description:
    'Gas prices on many networks now, with the dollar cost of a transfer, a token transfer and a swap.',
  asks: [
    'gas prices on many networks in dollars',
    'cheapest network by gas for a token transfer and a swap',
    'is it cheap to send now',
    'network fees across chains',
    'what costs a transfer on Base',
    'gwei now',
  ],
  price: '$0.002',
  uses: { evm, chainlinkFeeds },
  input: z.object({
    networks: line(400)
      .default('base,ethereum,arbitrum,optimism,polygon')
      .describe('EVM networks separated by commas, 12 at most.'),
  }),
  output: z.object({
    networks: z.array(Snapshot),
    failed: z.array(z.object({ network: z.string(), reason: z.string() })),
    cheapest: z
      .string()
      .nullable()
      .describe('Network where a token transfer costs the fewest dollars.'),
  }),
  examples: [
    { input: { networks: 'base' }, at: '2026-01-01T00:10:00Z' },
    { input: { networks: 'base,ethereum,arbitrum' }, at: '2026-01-01T00:10:00Z' },
  ],

  async run({ networks }, { evm, chainlinkFeeds, now }) {
    const chains = networksIn(networks, NETWORKS_MAX).map(({ slug }) => evm.on(slug))
    const told = await Promise.allSettled(
      chains.map(async (chain) => {
        const feeds = (await chainlinkFeeds.on(chain.network).catch(nullIfTheirs)) ?? []
        return snapshotOf(await chain.at(), feeds, now())
      }),
    )
    const good = told.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const failed = told.flatMap((one, at) => {
      if (one.status === 'fulfilled') return []
      if (good.length === 0) throw one.reason
      nullIfTheirs(one.reason)
      const reason = one.reason instanceof Error ? one.reason.message : 'It failed.'
      return [{ network: chains[at]?.network.slug ?? '', reason }]
    })
    const priced = good.filter(({ tokenTransferUsd }) => tokenTransferUsd !== null)
    const ordered = priced.toSorted((a, b) => (a.tokenTransferUsd ?? 0) - (b.tokenTransferUsd ?? 0))
    return { networks: good, failed, cheapest: ordered[0]?.network ?? null }
  },
})

async function snapshotOf(
  state: EvmState,
  feeds: readonly ChainlinkFeed[],
  nowMs: number,
): Promise<Snapshot> {
  const usd = await nativeUsd(state, feeds, nowMs)
  const { baseFees, baseFee, low, mid, high } = await gasPrices(state)
  const price = (baseFee ?? 0n) + mid
  const isRollup = state.network.rollup !== undefined
  const fees = await dataFees(state)
  const costOf = (kind: keyof typeof GAS): number | null => {
    if (usd === null) return null
    const wei = GAS[kind] * price + (fees?.[kind] ?? 0n)
    return Number((asNumber(wei, 18) * usd).toPrecision(4))
  }
  return {
    network: state.network.slug,
    baseFeeGwei: baseFee === null ? null : asNumber(baseFee, 9),
    tipLowGwei: asNumber(low, 9),
    tipMidGwei: asNumber(mid, 9),
    tipHighGwei: asNumber(high, 9),
    nativeUsd: usd,
    transferUsd: costOf('transferUsd'),
    tokenTransferUsd: costOf('tokenTransferUsd'),
    swapUsd: costOf('swapUsd'),
    // Arbitrum's gas price includes its data fee; the data fee of other rollups is not known here.
    dataFeeIncluded: isRollup ? fees !== null || state.network.rollup === 'arbitrum' : null,
    trend: trendOf(baseFees),
    blockNumber: state.block.number,
  }
}

/** Data fee of an OP stack chain for each kind, in wei; null if it is not known. */
async function dataFees(state: EvmState) {
  const kinds = Object.keys(BYTES) as (keyof typeof BYTES)[]
  const told = await Promise.all(kinds.map((kind) => dataCharge(state, BYTES[kind])))
  const fees = told.flatMap((one) => (one.how === 'apart' ? [one.wei] : []))
  if (fees.length < kinds.length) return null
  return Object.fromEntries(kinds.map((kind, at) => [kind, fees[at] ?? 0n])) as Record<
    keyof typeof BYTES,
    bigint
  >
}

/** A base fee that changed by less than a twentieth counts as flat. */
function trendOf(bases: readonly bigint[]): Snapshot['trend'] {
  const [first, last] = [bases[0], bases.at(-1)]
  if (first === undefined || last === undefined || first === 0n) return null
  const change = Number(last - first) / Number(first)
  return change > 0.05 ? 'rising' : change < -0.05 ? 'falling' : 'flat'
}
