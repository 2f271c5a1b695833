import type { Capability } from '../../base/core/capability.ts'
import { coingecko, COINGECKO_API_KEY } from './coingecko.ts'
import { kraken } from './kraken.ts'

export interface CoinPrice {
  /** The coin as it was requested. */
  readonly id: string
  readonly symbol: string
  readonly venue: 'Kraken' | 'CoinGecko'
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

export interface CoinPrices {
  /** The known ones, in any order. */
  of(coins: readonly string[], currency: string): Promise<readonly CoinPrice[]>
  /** Whether CoinGecko ids and other currencies are accepted too. */
  readonly takesIds: boolean
}

/** Prices of one exchange; for all other coins only if the operator has a plan that permits it. */
export const coinPrices: Capability<CoinPrices> = {
  name: 'coin-prices',
  texts: 'own',
  settings: [COINGECKO_API_KEY],
  live: true,
  providers: [...(kraken.providers ?? []), ...(coingecko.providers ?? [])],
  open(host) {
    const openKraken = kraken.open(host)
    const takesIds = Boolean(host.setting(COINGECKO_API_KEY.name))
    const openOther = takesIds ? coingecko.open(host) : null
    return (call) => ({
      takesIds,
      async of(coins, currency) {
        const traded = await onKraken(openKraken(call), coins, currency)
        const left = coins.filter((coin) => !traded.some(({ id }) => id === coin))
        if (!openOther || left.length === 0) return traded
        const ids = left.map((coin) => coin.toLowerCase())
        const told = await openOther(call).prices(ids, currency)
        const others = left.flatMap((coin): CoinPrice[] => {
          const found = told[coin.toLowerCase()]
          const price = found?.[currency]
          if (!found || price == null) return []
          const seconds = found['last_updated_at']
          return [
            {
              id: coin,
              symbol: coin.toLowerCase(),
              venue: 'CoinGecko',
              price,
              bid: null,
              ask: null,
              changeTodayPct: null,
              change24hPct: found[`${currency}_24h_change`] ?? null,
              volume24h: found[`${currency}_24h_vol`] ?? null,
              marketCap: found[`${currency}_market_cap`] ?? null,
              atMs: seconds == null ? null : seconds * 1_000,
            },
          ]
        })
        return [...traded, ...others]
      },
    })
  },
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
        id: coin,
        symbol: coin.toUpperCase(),
        venue: 'Kraken',
        price,
        bid: Number(ticker.b[0]),
        ask: Number(ticker.a[0]),
        change24hPct: null,
        changeTodayPct: opened > 0 ? Number(((price / opened - 1) * 100).toFixed(4)) : null,
        volume24h: Number((Number(ticker.v[1]) * Number(ticker.p[1])).toPrecision(12)),
        marketCap: null,
        atMs: null,
      },
    ]
  })
}
