import { addressWord, numberWord } from '../abi-words.ts'
import { checksummed } from '../account-address.ts'
import { addressIn, textIn, wholeIn } from '../chains/contract.ts'
import { knownToken, type KnownToken } from '../chains/known-tokens.ts'
import type { CallOutcome, ChainState } from '../chains/state.ts'
import { isSequencerUp, oraclePrice, type ChainlinkFeed } from './oracle.ts'

/** The least liquidity of a pool: in a smaller one, a single trade sets the price. */
export const LIQUIDITY_USD_MIN = 10_000
export const MEAN_SECONDS = 1_800

/** Factories of Uniswap v3: https://docs.uniswap.org/contracts/v3/reference/deployments. */
const FACTORY = '0x1F98431c8aD98523631AE4a59f267346ea31F984'
const FACTORIES: Readonly<Record<number, string>> = {
  8453: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
  1: FACTORY,
  42161: FACTORY,
  10: FACTORY,
  137: FACTORY,
  43114: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
}
const TIERS = [100, 500, 3_000, 10_000] as const
/** Quote coins, with the price feed of each. */
const QUOTES = [
  ['USDC', 'USDC/USD'],
  ['USDT', 'USDT/USD'],
  ['WETH', 'ETH/USD'],
] as const

export interface OraclePriced {
  readonly token: KnownToken
  readonly usd: number
  readonly feed: string
}

/** The quote coins with a fresh dollar price on this chain. */
export async function quotesOn(
  state: ChainState,
  feeds: readonly ChainlinkFeed[],
  nowMs: number,
): Promise<readonly OraclePriced[]> {
  if ((await isSequencerUp(state, nowMs)) === false) return []
  const read = QUOTES.map(async ([symbol, pair]) => {
    const token = knownToken(state.network, symbol)
    const feed = feeds.find((one) => one.pair === pair)
    const price = token && feed ? await oraclePrice(state, feed, nowMs) : null
    if (!token || !feed || price?.price == null || price.stale) return []
    return [{ token, usd: price.price, feed: feed.address }]
  })
  return (await Promise.all(read)).flat()
}

export type Priced =
  | {
      readonly token: string
      readonly symbol: string | null
      readonly priceUsd: number
      readonly decimals: number
      readonly liquidityUsd: number | null
      readonly method: 'pool' | 'oracle'
      readonly pool: string | null
      readonly quote: string | null
      readonly feed: string
    }
  | { readonly token: string; readonly reason: string }

export interface Pool {
  readonly address: string
  readonly quote: OraclePriced
  /** The balance of the quote coin, in base units. */
  readonly held: bigint
  readonly liquidityUsd: number
}

export async function priceOf(
  state: ChainState,
  given: string,
  quotes: readonly OraclePriced[],
): Promise<Priced> {
  const token = checksummed(given)
  const nothing = (reason: string) => ({ token, reason })
  if (quotes.length === 0)
    return nothing('No fresh oracle on this network knows what a token could be traded against.')
  const [scale, said] = await Promise.all([
    state.call({ to: token, data: '0x313ce567' }),
    state.call({ to: token, data: '0x95d89b41' }),
  ])
  const whole = wholeIn(scale)
  if (whole === null || whole > 77n) return nothing('It answers no decimals: is it a token?')
  const base = { token, symbol: await textIn(said), decimals: Number(whole) }
  const own = quotes.find((quote) => quote.token.address === token)
  if (own) {
    const none = { liquidityUsd: null, pool: null, quote: null }
    return { ...base, ...none, priceUsd: own.usd, method: 'oracle', feed: own.feed }
  }
  const pools = await poolsOf(state, token, quotes)
  const deepest = pools.toSorted((a, b) => b.liquidityUsd - a.liquidityUsd)[0]
  if (!deepest) return nothing('No Uniswap v3 pool against USDC, USDT or WETH.')
  if (deepest.liquidityUsd < LIQUIDITY_USD_MIN)
    return nothing(`Its deepest pool holds less than $${LIQUIDITY_USD_MIN}: that is no price.`)
  const inQuote = await meanPrice(state, deepest, token, base.decimals)
  if (inQuote === null)
    return nothing('Its deepest pool keeps no 30 minutes of history: that is no price.')
  return {
    ...base,
    priceUsd: Number((inQuote * deepest.quote.usd).toPrecision(8)),
    liquidityUsd: Math.round(deepest.liquidityUsd),
    method: 'pool',
    pool: deepest.address,
    quote: deepest.quote.token.symbol,
    feed: deepest.quote.feed,
  }
}

/** The Uniswap v3 pools of a token and these quote coins. */
export async function poolsOf(
  state: ChainState,
  token: string,
  quotes: readonly OraclePriced[],
): Promise<Pool[]> {
  const factory = FACTORIES[state.network.chainId]
  if (factory === undefined) return []
  const asked = quotes.flatMap((quote) => TIERS.map((tier) => ({ quote, tier })))
  const found = asked.map(async ({ quote, tier }) => {
    const both = `${addressWord(token)}${addressWord(quote.token.address)}`
    const data = `0x1698ee82${both}${numberWord(tier)}`
    const address = addressOf(await state.call({ to: factory, data }))
    if (address === null) return []
    return [await poolAt(state, address, quote)]
  })
  return (await Promise.all(found)).flat()
}

/** A pool with its liquidity: twice its balance of the quote coin. */
export async function poolAt(
  state: ChainState,
  address: string,
  quote: OraclePriced,
): Promise<Pool> {
  const data = `0x70a08231${addressWord(address)}`
  const held = wholeIn(await state.call({ to: quote.token.address, data })) ?? 0n
  const units = Number(held) / 10 ** quote.token.decimals
  return { address, quote, held, liquidityUsd: units * quote.usd * 2 }
}

const addressOf = (said: CallOutcome): string | null => (said.isOk ? addressIn(said.data) : null)

/** Quote units for one unit of the token, by the mean tick; null for a pool without history. */
async function meanPrice(
  state: ChainState,
  { address, quote }: Pool,
  token: string,
  decimals: number,
): Promise<number | null> {
  // observe(uint32[]): one list of two, so many seconds ago and now.
  const ago = [0x20, 2, MEAN_SECONDS, 0].map(numberWord).join('')
  const [first, observed] = await Promise.all([
    state.call({ to: address, data: '0x0dfe1681' }),
    state.call({ to: address, data: `0x883bdbfd${ago}` }),
  ])
  if (!observed.isOk || observed.data.length < 2 + 64 * 5) return null
  // Two lists: the place of each, then the length and the two sums of ticks.
  const at = (place: number) => observed.data.slice(2 + place * 64, 66 + place * 64)
  const sum = (place: number) => Number(BigInt.asIntN(56, BigInt(`0x${at(place)}`)))
  const start = Number(BigInt(`0x${at(0)}`)) / 32
  const tick = (sum(start + 2) - sum(start + 1)) / MEAN_SECONDS
  // Token 1 for one of token 0, both in base units.
  const ratio = 1.0001 ** tick
  const isFirst = addressOf(first) === token
  const inBase = isFirst ? ratio : 1 / ratio
  return inBase * 10 ** (decimals - quote.token.decimals)
}
