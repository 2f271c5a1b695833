import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { tokenUnits } from '../../../../engines/onchain/chains/amounts.ts'
import { wholeIn } from '../../../../engines/onchain/chains/contract.ts'
import { knownToken } from '../../../../engines/onchain/chains/known-tokens.ts'
import {
  askSources,
  crossCheckField,
  crossCheckResult,
  sourceOf,
} from '../../../../base/lib/cross-check.ts'
import { line } from '../../../../base/lib/fields.ts'
import { nearly } from '../../../../base/lib/figures.ts'
import { oraclePrice, type ChainlinkFeed } from '../../../../engines/onchain/prices/oracle.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'
import { kraken } from '../../../../capabilities/upstreams/kraken.ts'
import { lastTrades } from './_trades.ts'

const SYMBOLS_MAX = 10
const NETWORKS_MAX = 8
/** Coins pegged to another currency than the dollar. */
const EURO = new Set(['EURC', 'EURS', 'EURCV', 'AGEUR'])
/** Coins pegged to a dollar; one that earns interest, such as sUSDe, has no peg. */
const DOLLAR = new Set(
  'USDC USDT DAI PYUSD USDS GHO LUSD FRAX RLUSD USDG TUSD USDP FDUSD CRVUSD SUSD USDE BUSD GUSD USDD USD0 MIM'.split(
    ' ',
  ),
)
const TOTAL_SUPPLY = '0x18160ddd'

export default defineTool({
  route: 'GET /api/stablecoin-peg',
  name: 'Stablecoin pegs',
  description:
    'How well stablecoins hold their peg by Chainlink oracles on Ethereum, with the supply on each network.',
  asks: [
    'do stablecoins hold their peg now',
    'has any stablecoin lost its peg, by on-chain oracle',
    'has a stablecoin lost its dollar',
    'is USDT still worth one dollar',
    'depeg',
  ],
  price: '$0.002',
  uses: { evm, chainlinkFeeds, kraken },
  input: z.object({
    symbols: line(120)
      .min(1)
      .default('USDC,USDT,DAI,PYUSD,EURC')
      .describe(`Coins separated by commas, ${SYMBOLS_MAX} at most.`),
    networks: line(200)
      .min(1)
      .default('ethereum,base,arbitrum,optimism,polygon')
      .describe(`Networks whose supply is read, separated by commas, ${NETWORKS_MAX} at most.`),
    crossCheck: crossCheckField('Chainlink, and the last trades of Kraken'),
  }),
  output: z.object({
    coins: z.array(
      z.object({
        symbol: z.string(),
        price: z.number().describe('Price in dollars.'),
        peg: z
          .number()
          .nullable()
          .describe('Peg in dollars, by EUR/USD for a euro coin; null if that is stale.'),
        deviationBp: z
          .number()
          .nullable()
          .describe('Deviation from the peg in basis points; null if the oracle is stale.'),
        feed: z.string().describe('Contract of the oracle, on Ethereum.'),
        updatedIso: z.string().nullable(),
        ageSeconds: z.int().nullable(),
        stale: z
          .boolean()
          .describe('Whether the answer is older than the heartbeat of the oracle.'),
        supplyByNetwork: z
          .record(z.string(), z.string())
          .describe('Supply in units that the issuer itself made there, without bridged coins.'),
      }),
    ),
    worst: z.string().nullable().describe('Coin furthest from its peg; null if all are stale.'),
    missing: z.array(z.string()).describe('Coins without an oracle on Ethereum.'),
    unread: z.array(z.string()).describe('Networks whose nodes did not answer.'),
    blockNumber: z.int().describe('Block of Ethereum.'),
    count: z.int(),
    crossCheck: crossCheckResult(),
  }),
  examples: [{ input: { symbols: 'USDC,USDT', networks: 'ethereum' }, at: '2026-01-01T00:10:00Z' }],

  async run({ symbols, networks, crossCheck }, { evm, chainlinkFeeds, kraken: exchange, now }) {
    const asked = listOf('symbols', symbols.toUpperCase(), SYMBOLS_MAX)
    const wrong = asked.find((symbol) => !/^[A-Z0-9.]{2,10}$/.test(symbol))
    if (wrong !== undefined) throw badInput(`symbols: ${wrong} is not a symbol such as USDC.`)
    const pegless = asked.find((symbol) => !DOLLAR.has(symbol) && !EURO.has(symbol))
    if (pegless !== undefined)
      throw badInput(`symbols: ${pegless} is not a stablecoin whose peg is known here.`)
    const chains = listOf('networks', networks, NETWORKS_MAX).map((name) => evm.on(name))
    const home = evm.on('ethereum')
    const [state, feeds] = await Promise.all([home.at(), chainlinkFeeds.on(home.network)])
    const feedOf = (pair: string): ChainlinkFeed | undefined =>
      feeds.find((one) => one.pair.toUpperCase() === pair)
    const euroFeed = asked.some((symbol) => EURO.has(symbol)) ? feedOf('EUR/USD') : undefined
    const [euro, ...states] = await Promise.all([
      euroFeed ? oraclePrice(state, euroFeed, now()) : null,
      ...chains.map((chain) =>
        chain.network === home.network ? state : chain.at().catch(nullIfTheirs),
      ),
    ])
    async function coinOf(symbol: string) {
      const feed = feedOf(`${symbol}/USD`)
      const read = feed ? await oraclePrice(state, feed, now()) : null
      if (!feed || read?.price == null) return null
      const euroPeg = euro === null || euro.stale ? null : euro.price
      const peg = EURO.has(symbol) ? euroPeg : 1
      const isSure = !read.stale && peg !== null
      return {
        symbol,
        price: read.price,
        peg,
        deviationBp: isSure ? Number(((read.price / peg - 1) * 10_000).toFixed(2)) : null,
        feed: feed.address,
        updatedIso: read.updatedIso,
        ageSeconds: read.ageSeconds,
        stale: read.stale,
        supplyByNetwork: await suppliesOf(symbol, states),
      }
    }
    async function tradesOf() {
      const trades = await lastTrades(
        exchange,
        asked.map((symbol) => `${symbol}/USD`),
      )
      return figuresOf(Array.from(trades, ([pair, price]) => [pair.replace('/USD', ''), price]))
    }
    const { answer: coins, checked } = await askSources(
      [{ title: 'Chainlink', provider: coinOf }],
      (read) => Promise.all(asked.map(read)),
      crossCheck && {
        figures: (rows) => figuresOf(rows.flatMap((one) => (one ? [[one.symbol, one.price]] : []))),
        also: [sourceOf(kraken, tradesOf)],
      },
    )
    const found = coins.filter((coin) => coin !== null)
    if (found.length === 0)
      throw notFound('symbols: none of these coins has an oracle on Ethereum.')
    const sure = found.filter(({ deviationBp }) => deviationBp !== null)
    return {
      coins: found,
      worst: sure.toSorted((a, b) => off(b) - off(a))[0]?.symbol ?? null,
      missing: asked.filter((symbol) => !found.some((coin) => coin.symbol === symbol)),
      unread: chains.filter((_, at) => states[at] === null).map(({ network }) => network.slug),
      blockNumber: state.block.number,
      count: found.length,
      ...checked,
    }
  },
})

const figuresOf = (prices: readonly (readonly [symbol: string, price: number])[]) =>
  Object.fromEntries(
    prices.map(([symbol, price]) => [`coins.${symbol}.price`, nearly(price, 0.005)]),
  )

const off = ({ deviationBp }: { readonly deviationBp: number | null }): number =>
  Math.abs(deviationBp ?? 0)

function listOf(field: string, text: string, most: number): readonly string[] {
  const list = [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean)
  if (list.length === 0 || list.length > most)
    throw badInput(`${field}: must name 1 to ${most}, separated by commas.`)
  return list
}

async function suppliesOf(symbol: string, states: readonly (EvmState | null)[]) {
  const read = states.map(async (state): Promise<readonly [string, string][]> => {
    const token = state ? knownToken(state.network, symbol) : undefined
    if (!state || !token || token.isBridged) return []
    const supply = wholeIn(await state.call({ to: token.address, data: TOTAL_SUPPLY }))
    return supply === null ? [] : [[state.network.slug, tokenUnits(supply, token.decimals)]]
  })
  return Object.fromEntries((await Promise.all(read)).flat())
}
