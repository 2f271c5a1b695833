import { z } from 'zod'
import { isTheirs, nullIfTheirs, orNull } from '../../../../base/core/failover.ts'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { asNumber } from '../../../../engines/onchain/chains/amounts.ts'
import { NATIVE_DECIMALS } from '../../../../engines/onchain/chains/evm-networks.ts'
import { networksIn } from '../../../../engines/onchain/chains/fields.ts'
import {
  dataCharge,
  dataGas,
  gasPrices,
  median,
  TOKEN_TRANSFER,
} from '../../../../engines/onchain/chains/gas.ts'
import { line } from '../../../../base/lib/fields.ts'
import { nativeUsd, oraclePrice } from '../../../../engines/onchain/prices/oracle.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm, type EvmChain, type EvmState } from '../../../../capabilities/upstreams/evm.ts'
import { solana } from '../../../../capabilities/upstreams/solana.ts'

const NETWORKS_MAX = 12
const SOLANA = 'solana'
/** A token transfer on Solana takes one signature and this many compute units. */
const SIGNATURE_LAMPORTS = 5_000n
const SOLANA_UNITS = 10_000n
const MICRO = 1_000_000n
const LAMPORT_DECIMALS = 9
const SLOT_SECONDS = 0.4
/** The network whose oracle gives the price of SOL. */
const SOL_NETWORK = 'base'

const Rail = z.object({
  network: z.string(),
  feeUsd: z
    .number()
    .nullable()
    .describe('Fee in dollars; null if a part of it or the price of the coin is unknown.'),
  feePctOfAmount: z.number().nullable(),
  finalitySeconds: z
    .number()
    .nullable()
    .describe('Age of the newest final block against the newest block; null if unknown.'),
  note: z.string().nullable(),
})
type Rail = z.output<typeof Rail>

export default defineTool({
  route: 'GET /api/rail-cost',
  name: 'Rail cost',
  description:
    'What a stablecoin transfer costs now on each network, in dollars and of the amount, ranked, with time to finality.',
  asks: [
    'rank networks by what a stablecoin transfer costs now',
    'cheapest network for a stablecoin transfer and its finality',
    'cheapest chain to send dollars',
    'compare transfer fees',
  ],
  price: '$0.004',
  uses: { evm, chainlinkFeeds, solana },
  input: z.object({
    amountUsd: z
      .number()
      .min(0.001)
      .max(1_000_000)
      .default(1)
      .describe('Amount to send, in dollars.'),
    networks: line(400)
      .default('base,arbitrum,optimism,polygon,avalanche,ethereum,solana')
      .describe(`EVM networks and solana, separated by commas, ${NETWORKS_MAX} at most.`),
  }),
  output: z.object({
    amountUsd: z.number(),
    rails: z.array(Rail).describe('The cheapest first; unknown costs last.'),
    cheapest: z.string().nullable(),
    fastest: z.string().nullable().describe('Network with the shortest time to finality.'),
    failed: z.array(z.object({ network: z.string(), reason: z.string() })),
    note: z.string(),
  }),
  examples: [
    { input: { amountUsd: 0.01, networks: 'base,solana' }, at: '2026-01-01T00:10:00Z' },
    { input: { amountUsd: 0.01 }, at: '2026-01-01T00:10:00Z' },
  ],

  async run({ amountUsd, networks }, { evm, chainlinkFeeds, solana, now }) {
    const names = networks.split(',').map((name) => name.trim())
    const others = names.filter((name) => name.toLowerCase() !== SOLANA && name !== '')
    const asked = others.length > 0 ? networksIn(others.join(','), NETWORKS_MAX) : []
    const isSolana = others.length < names.filter(Boolean).length
    if (asked.length === 0 && !isSolana)
      throw badInput(`networks: name 1 to ${NETWORKS_MAX} networks, separated by commas.`)

    const read = async (chain: EvmChain) => {
      const feeds = (await chainlinkFeeds.on(chain.network).catch(nullIfTheirs)) ?? []
      const state = await chain.at()
      return { state, feeds, usd: await nativeUsd(state, feeds, now()) }
    }
    const works = asked.map((network) => ({
      network: network.slug,
      cost: async (): Promise<Omit<Rail, 'feePctOfAmount'>> => {
        const chain = evm.on(network.slug)
        const { state, usd } = await read(chain)
        const [fee, finalitySeconds] = await Promise.all([
          transferFee(state),
          finality(chain, state),
        ])
        return {
          network: network.slug,
          feeUsd: fee === null || usd === null ? null : asNumber(fee, NATIVE_DECIMALS) * usd,
          finalitySeconds,
          note: fee === null ? 'The network charges for data, but does not say how much.' : null,
        }
      },
    }))
    if (isSolana)
      works.push({
        network: SOLANA,
        async cost() {
          const [fees, slots, { state, feeds }] = await Promise.all([
            solana.priorityFees(),
            solana.slots(),
            read(evm.on(SOL_NETWORK)),
          ])
          const feed = feeds.find(({ pair }) => pair === 'SOL/USD')
          const oracle = feed && (await oraclePrice(state, feed, now()))
          const usd = oracle && !oracle.stale ? oracle.price : null
          const lamports = SIGNATURE_LAMPORTS + (median(fees) * SOLANA_UNITS) / MICRO
          return {
            network: SOLANA,
            feeUsd: usd === null ? null : asNumber(lamports, LAMPORT_DECIMALS) * usd,
            finalitySeconds: rounded((slots.confirmed - slots.finalized) * SLOT_SECONDS),
            note: 'A recipient who never held the token costs 0.00204 SOL more, locked in the token account.',
          }
        },
      })

    const told = await Promise.allSettled(works.map(({ cost }) => cost()))
    const rails = told.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const failed = told.flatMap((one, at) => {
      if (one.status === 'fulfilled') return []
      const thrown: unknown = one.reason
      if (!isTheirs(thrown) || rails.length === 0) throw thrown
      const reason = thrown instanceof Error ? thrown.message : 'The network did not answer.'
      return [{ network: works[at]?.network ?? '', reason }]
    })
    const sorted = rails
      .map(({ feeUsd, ...rail }) => ({
        ...rail,
        feeUsd: feeUsd === null ? null : Number(feeUsd.toPrecision(4)),
        feePctOfAmount:
          feeUsd === null ? null : Number(((feeUsd / amountUsd) * 100).toPrecision(4)),
      }))
      .toSorted((a, b) => (a.feeUsd ?? Infinity) - (b.feeUsd ?? Infinity))
    const final = sorted.filter(({ finalitySeconds }) => finalitySeconds !== null)
    const [fastest] = final.toSorted((a, b) => (a.finalitySeconds ?? 0) - (b.finalitySeconds ?? 0))
    return {
      amountUsd,
      rails: sorted,
      cheapest: sorted[0]?.feeUsd == null ? null : sorted[0].network,
      fastest: fastest?.network ?? null,
      failed,
      note: NOTE,
    }
  },
})

const NOTE =
  `A transfer of a token is counted as ${TOKEN_TRANSFER.gas} gas and ${TOKEN_TRANSFER.bytes} ` +
  'bytes at the usual tip; with x402 the facilitator usually pays it.'

/** Fee in wei; null if the network does not report a part of it. */
async function transferFee(state: EvmState): Promise<bigint | null> {
  const { gas, bytes } = TOKEN_TRANSFER
  const [{ baseFee, mid }, data] = await Promise.all([gasPrices(state), dataCharge(state, bytes)])
  const price = (baseFee ?? 0n) + mid
  if (data.how === 'unknown') return null
  if (data.how !== 'in-gas') return gas * price + (data.how === 'apart' ? data.wei : 0n)
  const more = await dataGas(state, bytes)
  return more === null ? null : (gas + more) * price
}

/** Seconds between the newest block and the newest final one, by the timestamps of the chain. */
async function finality(chain: EvmChain, { block }: EvmState): Promise<number | null> {
  const final = await orNull(chain.at('finalized')).catch(nullIfTheirs)
  return final ? Math.max(0, block.timestamp - final.block.timestamp) : null
}

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10
