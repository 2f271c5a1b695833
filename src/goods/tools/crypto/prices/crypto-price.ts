import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { HOUR_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckField, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { line } from '../../../../base/lib/fields.ts'
import { nearly } from '../../../../base/lib/figures.ts'
import { coinPrices, type CoinPrice } from '../../../../capabilities/upstreams/coin-prices.ts'

const COINS_MAX = 50
/** With less volume in a day, or a wider spread, a price is not reliable. */
const VOLUME_MIN = 10_000
const SPREAD_BP_MAX = 200
const STALE_MS = HOUR_MS

export default defineTool({
  route: 'GET /api/crypto-price',
  name: 'Crypto price',
  description:
    'Spot price of coins such as bitcoin and ether now, with bid, ask, change and volume of the day.',
  asks: [
    'current price of bitcoin and ethereum',
    'spot price of a coin in euros',
    'how much is one bitcoin worth',
    'ETH in dollars',
    'what does a coin cost now',
  ],
  price: '$0.002',
  uses: { coinPrices },
  input: z.object({
    coins: line(1_000)
      .min(1)
      .describe(
        `Symbols such as BTC separated by commas, at most ${COINS_MAX}; also CoinGecko ids if this instance has its key.`,
      ),
    currency: z
      .string()
      .trim()
      .regex(/^[A-Za-z]{3,5}$/, { error: 'must be a currency such as usd' })
      .overwrite((text) => text.toLowerCase())
      .default('usd')
      .describe(
        'usd, eur, gbp, cad, chf, jpy or aud; others if this instance has the CoinGecko key.',
      ),
    crossCheck: crossCheckField(
      'Kraken, CoinGecko if this instance has its key, and Chainlink on Ethereum for dollars',
    ),
  }),
  output: z.object({
    prices: z.array(
      z.object({
        id: z.string().describe('Coin as given in the input.'),
        symbol: z.string(),
        price: z.number().describe('Price of the last trade.'),
        bid: z.number().nullable(),
        ask: z.number().nullable(),
        spreadBp: z.number().nullable(),
        change24hPct: z
          .number()
          .nullable()
          .describe('Null for Kraken, which reports the change of today only.'),
        changeTodayPct: z.number().nullable().describe('Change since 00:00 UTC.'),
        volume24h: z
          .number()
          .nullable()
          .describe('Volume on this venue, in the currency of the price.'),
        marketCap: z.number().nullable(),
        thin: z
          .boolean()
          .nullable()
          .describe('The coin is hardly traded, or its spread is wide: the price is not reliable.'),
        priceIso: z
          .string()
          .nullable()
          .describe('Time of the price; null if the venue reports none, then asOf counts.'),
        stale: z.boolean().describe('Whether the price is older than an hour.'),
        venue: z.string(),
      }),
    ),
    missing: z.array(z.string()).describe('Coins that are not traded there in that currency.'),
    currency: z.string(),
    count: z.int(),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    { input: { coins: 'BTC,ETH' } },
    { input: { coins: 'btc,dogwifcoin' }, at: '2026-01-01T00:10:00Z' },
  ],

  async run({ coins, currency, crossCheck }, { coinPrices, now }) {
    const asked = [...new Set(coins.split(',').map((coin) => coin.trim()))]
    const wrong = asked.find((coin) => !/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(coin))
    if (wrong !== undefined || asked.length > COINS_MAX)
      throw badInput(`coins: must be at most ${COINS_MAX} such as BTC, separated by commas.`)
    const { answer: traded, checked } = await askSources(
      coinPrices.venues,
      (pricesOf) => pricesOf(asked, currency),
      crossCheck && { figures: figuresOf },
    )
    const left = asked.filter((coin) => !traded.some(({ id }) => id === coin))
    const others = left.length === 0 ? null : await coinPrices.byId?.(left, currency)
    const told = [...traded, ...(others ?? [])]
    const missing = asked.filter((coin) => !told.some(({ id }) => id === coin))
    if (told.length === 0)
      throw notFound(
        `coins: ${missing.slice(0, 5).join(', ')}: not traded on Kraken in ${currency}` +
          (coinPrices.byId ? ', and not an id of CoinGecko.' : '.'),
      )
    const inOrder = asked.flatMap((coin) => told.find(({ id }) => id === coin) ?? [])
    return {
      prices: inOrder.map((one) => rowOf(one, now())),
      missing,
      currency,
      count: inOrder.length,
      ...checked,
    }
  },
})

const figuresOf = (prices: readonly CoinPrice[]) =>
  Object.fromEntries(prices.map(({ id, price }) => [`prices.${id}.price`, nearly(price, 0.01)]))

function rowOf({ atMs, ...one }: CoinPrice, nowMs: number) {
  const { bid, ask, volume24h } = one
  const mid = bid === null || ask === null ? null : (bid + ask) / 2
  const spreadBp =
    mid === null || bid === null || ask === null || mid <= 0
      ? null
      : Number((((ask - bid) / mid) * 10_000).toFixed(2))
  const isKnown = spreadBp !== null || volume24h !== null
  return {
    ...one,
    spreadBp,
    thin: isKnown
      ? (volume24h ?? VOLUME_MIN) < VOLUME_MIN || (spreadBp ?? 0) > SPREAD_BP_MAX
      : null,
    priceIso: atMs === null ? null : new Date(atMs).toISOString(),
    stale: atMs !== null && nowMs - atMs > STALE_MS,
  }
}
