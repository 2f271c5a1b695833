import type { Capability } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { sourceOf, type Source } from '../../base/lib/cross-check.ts'
import { oraclePrice } from '../../engines/onchain/prices/oracle.ts'
import { chainlinkFeeds } from './chainlink-feeds.ts'
import { coingecko, COINGECKO_API_KEY, COINGECKO_IDS } from './coingecko.ts'
import { evm } from './evm.ts'
import { kraken } from './kraken.ts'

export interface CoinPrice {
  /** The coin as it was requested. */
  readonly id: string
  readonly symbol: string
  readonly venue: 'Kraken' | 'CoinGecko' | 'Chainlink'
  readonly price: number
  readonly bid: number | null
  readonly ask: number | null
  readonly change24hPct: number | null
  /** Change since 00:00 UTC. */
  readonly changeTodayPct: number | null
  /** Volume of 24 hours, in the currency of the price. */
  readonly volume24h: number | null
  readonly marketCap: number | null
  readonly atMs: number | null
}

/** The known ones, in any order. */
type PricesOf = (coins: readonly string[], currency: string) => Promise<readonly CoinPrice[]>

export interface CoinPrices {
  /** Prices by symbols; other venues than the first know fewer coins. */
  readonly venues: readonly Source<PricesOf>[]
  /** Prices by ids of CoinGecko; null if this instance does not accept them. */
  readonly byId: PricesOf | null
}

/** Prices of one exchange; for all other coins only if the operator has a plan that permits it. */
export const coinPrices: Capability<CoinPrices> = {
  name: 'coin-prices',
  texts: 'own',
  settings: [COINGECKO_API_KEY],
  live: true,
  providers: [
    ...(kraken.providers ?? []),
    ...(coingecko.providers ?? []),
    ...(chainlinkFeeds.providers ?? []),
  ],
  open(host) {
    const openKraken = kraken.open(host)
    const openGecko = host.setting(COINGECKO_API_KEY.name) ? coingecko.open(host) : null
    const [openFeeds, openChain] = [chainlinkFeeds.open(host), evm.open(host)]
    return (call) => {
      const gecko = openGecko && openGecko(call)
      const oracles = { feeds: openFeeds(call), evm: openChain(call), now: () => host.now() }
      return {
        venues: [
          sourceOf(kraken, async (...asked) => onKraken(openKraken(call), ...asked)),
          sourceOf(
            coingecko,
            gecko &&
              (async (coins, currency) => {
                const ids = coins.map((coin) => COINGECKO_IDS.get(coin.toUpperCase()) ?? null)
                const found = await onCoinGecko(gecko, { coins, ids, currency })
                return known(found, 'CoinGecko')
              }),
          ),
          {
            title: 'Chainlink',
            provider: async (...asked) => known(await onChainlink(oracles, ...asked), 'Chainlink'),
          },
        ],
        byId:
          gecko &&
          (async (coins, currency) => {
            const ids = coins.map((coin) => coin.toLowerCase())
            return onCoinGecko(gecko, { coins, ids, currency })
          }),
      }
    }
  },
}

/** A venue that knows none of the coins proves nothing about them. */
function known(prices: readonly CoinPrice[], venue: string): readonly CoinPrice[] {
  if (prices.length > 0) return prices
  throw new Fault('upstream_failed', `${venue} has no price of these coins in that currency.`)
}

const NOTHING = {
  bid: null,
  ask: null,
  change24hPct: null,
  changeTodayPct: null,
  volume24h: null,
  marketCap: null,
}

interface GeckoQuery {
  readonly coins: readonly string[]
  /** Of each coin; null where it is not known. */
  readonly ids: readonly (string | null)[]
  readonly currency: string
}

async function onCoinGecko(
  gecko: ReturnType<ReturnType<typeof coingecko.open>>,
  { coins, ids, currency }: GeckoQuery,
): Promise<readonly CoinPrice[]> {
  const asked = ids.filter((id) => id !== null)
  const told = asked.length === 0 ? {} : await gecko.prices([...new Set(asked)], currency)
  return coins.flatMap((coin, at): CoinPrice[] => {
    const found = told[ids[at] ?? '']
    const price = found?.[currency]
    if (!found || price == null) return []
    const seconds = found['last_updated_at']
    return [
      {
        ...NOTHING,
        id: coin,
        symbol: coin.toLowerCase(),
        venue: 'CoinGecko',
        price,
        change24hPct: found[`${currency}_24h_change`] ?? null,
        volume24h: found[`${currency}_24h_vol`] ?? null,
        marketCap: found[`${currency}_market_cap`] ?? null,
        atMs: seconds == null ? null : seconds * 1_000,
      },
    ]
  })
}

interface Oracles {
  readonly feeds: ReturnType<ReturnType<typeof chainlinkFeeds.open>>
  readonly evm: ReturnType<ReturnType<typeof evm.open>>
  now(): number
}

/** The network with the most feeds. */
const ORACLE_NETWORK = 'ethereum'

/** Feeds count in dollars; an answer older than its heartbeat is no price. */
async function onChainlink(
  { feeds, evm: nodes, now }: Oracles,
  coins: readonly string[],
  currency: string,
): Promise<readonly CoinPrice[]> {
  if (currency !== 'usd') return []
  const chain = nodes.on(ORACLE_NETWORK)
  const all = await feeds.on(chain.network)
  const found = coins.flatMap((coin) => {
    const feed = all.find(({ pair }) => pair === `${coin.toUpperCase()}/USD`)
    return feed ? [{ coin, feed }] : []
  })
  if (found.length === 0) return []
  const state = await chain.at()
  const rows = found.map(async ({ coin, feed }): Promise<readonly CoinPrice[]> => {
    const { price, stale, updatedIso } = await oraclePrice(state, feed, now())
    if (price === null || stale || updatedIso === null) return []
    const [symbol, atMs] = [coin.toUpperCase(), Date.parse(updatedIso)]
    return [{ ...NOTHING, id: coin, symbol, venue: 'Chainlink', price, atMs }]
  })
  return (await Promise.all(rows)).flat()
}

type Exchange = ReturnType<ReturnType<typeof kraken.open>>

async function onKraken(
  exchange: Exchange,
  coins: readonly string[],
  currency: string,
): Promise<readonly CoinPrice[]> {
  const markets = await exchange.markets()
  const asked = coins.flatMap((coin) => {
    const name = markets.get(`${coin}/${currency}`.toUpperCase())
    return name === undefined ? [] : [{ coin, name }]
  })
  if (asked.length === 0) return []
  const tickers = await exchange.tickers([...new Set(asked.map(({ name }) => name))])
  return asked.flatMap(({ coin, name }): CoinPrice[] => {
    const ticker = tickers[name]
    if (!ticker) return []
    const [price, opened] = [Number(ticker.c[0]), Number(ticker.o)]
    return [
      {
        ...NOTHING,
        id: coin,
        symbol: coin.toUpperCase(),
        venue: 'Kraken',
        price,
        bid: Number(ticker.b[0]),
        ask: Number(ticker.a[0]),
        changeTodayPct: opened > 0 ? Number(((price / opened - 1) * 100).toFixed(4)) : null,
        volume24h: Number((Number(ticker.v[1]) * Number(ticker.p[1])).toPrecision(12)),
        atMs: null,
      },
    ]
  })
}
