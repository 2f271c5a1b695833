import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { nullIfTheirs } from '../../../core/failover.ts'
import { defineTool } from '../../../core/tool.ts'
import { asNumber } from '../../../lib/chains/amounts.ts'
import { line } from '../../../lib/fields.ts'
import { chainlinkFeeds, type ChainlinkFeed } from '../../../upstreams/chainlink-feeds.ts'
import { evm, type EvmState } from '../../../upstreams/evm.ts'
import { oraclePrice } from '../prices/_oracle.ts'
import { wholeIn } from './_contract.ts'

const NETWORKS_MAX = 12
const BLOCKS = 20
/** Tips of the last blocks: low, mid and high. */
const PERCENTILES = [20, 50, 80] as const
const GAS = { transferUsd: 21_000n, tokenTransferUsd: 55_000n, swapUsd: 160_000n } as const
/** Bytes of such transactions, which rollups post to Ethereum. */
const BYTES = { transferUsd: 110, tokenTransferUsd: 180, swapUsd: 450 } as const
/** The contract of OP stacks that tells the charge for data. */
const DATA_ORACLE = '0x420000000000000000000000000000000000000F'

const Snapshot = z.object({
  network: z.string(),
  baseFeeGwei: z.number().nullable(),
  tipLowGwei: z.number(),
  tipMidGwei: z.number(),
  tipHighGwei: z.number(),
  nativeUsd: z.number().nullable().describe('By the oracle of the chain; null if stale or none.'),
  transferUsd: z.number().nullable().describe('Of the native coin, at the mid tip.'),
  tokenTransferUsd: z.number().nullable(),
  swapUsd: z.number().nullable(),
  dataFeeIncluded: z
    .boolean()
    .nullable()
    .describe('Of a rollup: whether its charge for data is in the dollars; null for no rollup.'),
  trend: z.enum(['rising', 'falling', 'flat']).nullable().describe('Of the base fee.'),
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
    cheapest: z.string().nullable().describe('By a token transfer in dollars.'),
  }),
  examples: [
    { input: { networks: 'base' }, at: '2026-01-01T00:10:00Z' },
    { input: { networks: 'base,ethereum,arbitrum' }, at: '2026-01-01T00:10:00Z' },
  ],

  async run({ networks }, { evm, chainlinkFeeds, now }) {
    const asked = [
      ...new Set(
        networks
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ),
    ]
    if (asked.length === 0 || asked.length > NETWORKS_MAX)
      throw badInput(`networks: name 1 to ${NETWORKS_MAX} networks, separated by commas.`)
    const chains = asked.map((name) => evm.on(name))
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

/** The native coin by the oracle of the chain itself; null if stale, or where there is none. */
async function nativeUsd(
  state: EvmState,
  feeds: readonly ChainlinkFeed[],
  nowMs: number,
): Promise<number | null> {
  const feed = feeds.find(({ pair }) => pair === `${state.network.nativeSymbol}/USD`)
  if (!feed) return null
  const { price, stale } = await oraclePrice(state, feed, nowMs)
  return stale ? null : price
}

const Hex = z.string().regex(/^0x[0-9a-f]*$/i)
const History = z.object({
  baseFeePerGas: z.array(Hex).nullish(),
  reward: z.array(z.array(Hex)).nullish(),
})

async function snapshotOf(
  state: EvmState,
  feeds: readonly ChainlinkFeed[],
  nowMs: number,
): Promise<Snapshot> {
  const usd = await nativeUsd(state, feeds, nowMs)
  const count = `0x${Math.min(BLOCKS, state.block.number + 1).toString(16)}`
  const history = await state.read('eth_feeHistory', [count, state.tag, PERCENTILES], History)
  const bases = (history.baseFeePerGas ?? []).map(BigInt)
  const base = bases.at(-1) ?? null
  const [low, mid, high] = PERCENTILES.map((_, at) =>
    median((history.reward ?? []).map((row) => BigInt(row[at] ?? 0))),
  )
  const price = (base ?? 0n) + (mid ?? 0n)
  const isRollup = state.network.rollup !== undefined
  const fees = await dataFees(state)
  const costOf = (kind: keyof typeof GAS): number | null => {
    if (usd === null) return null
    const wei = GAS[kind] * price + (fees?.[kind] ?? 0n)
    return Number((asNumber(wei, 18) * usd).toPrecision(4))
  }
  return {
    network: state.network.slug,
    baseFeeGwei: base === null ? null : asNumber(base, 9),
    tipLowGwei: asNumber(low ?? 0n, 9),
    tipMidGwei: asNumber(mid ?? 0n, 9),
    tipHighGwei: asNumber(high ?? 0n, 9),
    nativeUsd: usd,
    transferUsd: costOf('transferUsd'),
    tokenTransferUsd: costOf('tokenTransferUsd'),
    swapUsd: costOf('swapUsd'),
    // Arbitrum's price of gas holds its data; what others charge for it is not told here.
    dataFeeIncluded: isRollup ? fees !== null || state.network.rollup === 'arbitrum' : null,
    trend: trendOf(bases),
    blockNumber: state.block.number,
  }
}

/** What an OP stack takes for the data of each, in wei; null where it is not told. */
async function dataFees(state: EvmState) {
  if (state.network.rollup !== 'op-stack') return null
  const kinds = Object.keys(BYTES) as (keyof typeof BYTES)[]
  const told = await Promise.all(
    kinds.map(async (kind) => {
      // getL1FeeUpperBound(uint256)
      const size = BYTES[kind].toString(16).padStart(64, '0')
      return wholeIn(await state.call({ to: DATA_ORACLE, data: `0xf1c7a58b${size}` }))
    }),
  )
  if (told.some((one) => one === null)) return null
  return Object.fromEntries(kinds.map((kind, at) => [kind, told[at] ?? 0n])) as Record<
    keyof typeof BYTES,
    bigint
  >
}

function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}

/** A base fee that moved by less than a twentieth is flat. */
function trendOf(bases: readonly bigint[]): Snapshot['trend'] {
  const [first, last] = [bases[0], bases.at(-1)]
  if (first === undefined || last === undefined || first === 0n) return null
  const change = Number(last - first) / Number(first)
  return change > 0.05 ? 'rising' : change < -0.05 ? 'falling' : 'flat'
}
