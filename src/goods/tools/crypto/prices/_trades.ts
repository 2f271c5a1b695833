import type { kraken } from '../../../../capabilities/upstreams/kraken.ts'

type Exchange = ReturnType<ReturnType<typeof kraken.open>>

/** Last trades by names such as BTC/USD; what is not traded is left out. */
export async function lastTrades(
  exchange: Exchange,
  pairs: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const markets = await exchange.markets()
  const asked = [...new Set(pairs)].flatMap((pair) => {
    const name = markets.get(pair)
    return name === undefined ? [] : [{ pair, name }]
  })
  if (asked.length === 0) return new Map()
  const told = await exchange.tickers(asked.map(({ name }) => name))
  return new Map(
    asked.flatMap(({ pair, name }) => {
      const last = told[name]?.c[0]
      return last === undefined ? [] : [[pair, Number(last)] as const]
    }),
  )
}
