/** @module-tag long */
import { beforeAll, describe, expect, test } from 'vitest'
import { usdOf, type Usd } from '../src/base/core/money.ts'
import type { Spending } from '../src/base/core/spending.ts'
import { inputShape } from '../src/base/core/shape.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { parseInput } from '../src/selling/call/input.ts'
import { runTool, trialFor } from '../src/selling/call/run.ts'
import btcAddress from '../src/goods/tools/crypto/solana-bitcoin/btc-address.ts'
import solAccount from '../src/goods/tools/crypto/solana-bitcoin/sol-account.ts'
import cryptoPrice from '../src/goods/tools/crypto/prices/crypto-price.ts'
import oraclePrice from '../src/goods/tools/crypto/prices/oracle-price.ts'
import tokenPrice from '../src/goods/tools/crypto/prices/token-price.ts'
import geocode from '../src/goods/tools/data/geo/geocode.ts'
import reverseGeocode from '../src/goods/tools/data/geo/reverse-geocode.ts'
import fxHistorical from '../src/goods/tools/data/markets/fx-historical.ts'
import fxRate from '../src/goods/tools/data/markets/fx-rate.ts'
import fxSeries from '../src/goods/tools/data/markets/fx-timeseries.ts'
import stockDividends from '../src/goods/tools/data/markets/stock-dividends.ts'
import stockHistory from '../src/goods/tools/data/markets/stock-history.ts'
import stockQuote from '../src/goods/tools/data/markets/stock-quote.ts'
import airQuality from '../src/goods/tools/data/weather/air-quality.ts'
import weatherCurrent from '../src/goods/tools/data/weather/weather-current.ts'
import weatherForecast from '../src/goods/tools/data/weather/weather-forecast.ts'
import dns from '../src/goods/tools/network/dns/dns.ts'
import dnsLookup from '../src/goods/tools/network/dns/dns-lookup.ts'
import txStatus from '../src/goods/tools/payments/settlement/tx-status.ts'
import usdcBalance from '../src/goods/tools/payments/settlement/usdc-balance.ts'
import walletBalances from '../src/goods/tools/wallet/read/wallet-balances.ts'
import { catalogOfTools } from './support/catalog.ts'
import { ALICE, AT, BASE_WETH, BOB, evmWorld, type EvmWorld } from './support/evm-world.ts'
import { runExample } from './support/run-tool.ts'
import bitcoin from './support/upstreams/bitcoin.ts'
import chainlinkFeeds from './support/upstreams/chainlink-feeds.ts'
import { standIn, troubled, type Settings } from './support/upstreams/define.ts'
import { WALLET } from './support/upstreams/_blockscout-addresses.ts'
import { dohStandIn } from './support/upstreams/_doh.ts'
import openMeteo from './support/upstreams/open-meteo.ts'
import solana from './support/upstreams/solana.ts'
import stockPrices from './support/upstreams/stock-prices.ts'
import { worldFor } from './support/world.ts'

/** Two providers of one fact: what the buyer is told where they differ, and where one is away. */
const { tools } = await catalogOfTools()
const checking = tools.filter((tool) => 'crossCheck' in inputShape(tool).properties)

let broken: string
let limited: string
beforeAll(async () => {
  broken = await troubled('broken')
  limited = await troubled('limited')
})

describe('every tool that compares', () => {
  test('is known', () => {
    expect(checking.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['stock-quote', 'fx-rate', 'weather-current', 'geocode', 'dns']),
    )
  })
  test.each(checking.map((tool) => [tool.slug, tool] as const))(
    '%s asks nobody who bills, and says who answered',
    async (_slug, tool) => {
      const { answer, billed } = await checkedExample(tool)
      expect(billed).toEqual([])
      expect(answer).toHaveProperty('crossCheck.sources.0')
    },
  )
})

async function checkedExample(tool: Tool) {
  const [{ input, at }] = tool.spec.examples
  const billed: { readonly provider: string; readonly most: Usd }[] = []
  const spending: Spending = {
    async begin(provider, most) {
      billed.push({ provider, most })
      return { costs() {} }
    },
  }
  const world = await worldFor(tool, Date.parse(at ?? AT))
  const { value } = parseInput(tool, { ...(input as object), crossCheck: true })
  const payer = { rail: 'test', wallet: null }
  const context = { ...trialFor(payer), budget: usdOf(tool.price), spending }
  return { answer: await runTool(tool, value, context, world), billed }
}

const DAY = '2026-01-01T00:00:00Z'
const JUNE = '2026-06-01T12:10:00Z'

describe('shares', () => {
  const input = { ticker: 'AAPL', crossCheck: true }
  test('agree', async () => {
    expect(await runExample(stockQuote, input, DAY)).toMatchObject({
      price: 280,
      source: 'Alpha Vantage, Yahoo Finance',
      crossCheck: {
        sources: ['Alpha Vantage', 'Yahoo Finance'],
        agrees: true,
        compared: 6,
        differences: [],
        unanswered: [],
      },
    })
  })
  test('differ', async () => {
    const given = await otherQuote(300)
    expect(await runExample(stockQuote, input, DAY, given)).toMatchObject({
      price: 280,
      crossCheck: {
        agrees: false,
        differences: [
          {
            field: 'price',
            values: { 'Alpha Vantage': 280, 'Yahoo Finance': 300 },
            relative: 0.0667,
            tolerance: '1 %',
            agrees: false,
          },
        ],
      },
    })
  })
  test('without the second provider there is an answer all the same', async () => {
    const given = { UPSTREAM_YAHOO_FINANCE_URL: limited }
    const { crossCheck, source } = await runExample(stockQuote, input, DAY, given)
    expect(source).toBe('Alpha Vantage')
    expect(crossCheck).toMatchObject({
      sources: ['Alpha Vantage'],
      agrees: null,
      unanswered: [{ source: 'Yahoo Finance', reason: expect.stringMatching(/429/) }],
    })
  })
  test('without the first one, the second answers', async () => {
    const given = { UPSTREAM_ALPHA_VANTAGE_URL: broken }
    expect(await runExample(stockQuote, input, DAY, given)).toMatchObject({
      name: 'Apple Inc.',
      source: 'Yahoo Finance',
      crossCheck: {
        sources: ['Yahoo Finance'],
        unanswered: [{ source: 'Alpha Vantage', reason: 'Alpha Vantage answered 500.' }],
      },
    })
  })
  test('without both, the call fails', async () => {
    const given = { UPSTREAM_ALPHA_VANTAGE_URL: broken, UPSTREAM_YAHOO_FINANCE_URL: broken }
    await expect(runExample(stockQuote, input, DAY, given)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: 'Alpha Vantage answered 500.',
    })
  })
  test('bars are compared by their day, payouts by theirs', async () => {
    const bars = await runExample(stockHistory, { ...input, range: '1mo' }, DAY)
    // A day without trades is in one of them only.
    expect(bars['crossCheck']).toMatchObject({
      agrees: false,
      compared: 2,
      differences: [
        { field: 'bars.2025-12-29.adjClose', relative: 0.0179, agrees: false },
        { field: 'bars.2025-12-31.adjClose', relative: 0.00179, agrees: true },
      ],
    })
    const payouts = await runExample(stockDividends, { ...input, range: '1y' }, DAY)
    expect(payouts['crossCheck']).toMatchObject({
      agrees: false,
      differences: [{ field: 'dividendDates', agrees: false }],
    })
  })
})

/** The price of Yahoo alone is another one. */
async function otherQuote(price: number): Promise<Settings> {
  const own = await stockPrices()
  const given = await standIn({
    at: 'UPSTREAM_YAHOO_FINANCE_URL',
    async answer({ path }) {
      const told = await fetch(`${own['UPSTREAM_YAHOO_FINANCE_URL']}${path}`)
      const text = JSON.stringify(await told.json())
      return JSON.parse(
        text.replace('"regularMarketPrice":280', `"regularMarketPrice":${price}`),
      ) as unknown
    },
  })()
  return given
}

describe('exchange rates', () => {
  test('agree, but for their rounding', async () => {
    const input = { from: 'USD', to: 'EUR', amount: 100, crossCheck: true }
    expect(await runExample(fxRate, input, DAY)).toMatchObject({
      rate: 0.85106,
      crossCheck: {
        sources: ['Frankfurter', 'European Central Bank'],
        agrees: true,
        compared: 1,
        differences: [
          { field: 'rates.2025-12-31.EUR', values: { 'European Central Bank': 0.851064 } },
        ],
      },
    })
  })
  test.each([
    [fxRate, { from: 'USD', to: 'JPY' }, { rate: 156.672, date: '2025-12-31', origin: 'ECB' }],
    [
      fxHistorical,
      { from: 'USD', to: 'EUR,JPY', date: '2025-01-05' },
      {
        rates: { EUR: 0.970968, JPY: 157.044 },
        rateDates: { EUR: '2025-01-03', JPY: '2025-01-03' },
      },
    ],
    [
      fxSeries,
      { from: 'EUR', to: 'USD', startDate: '2025-01-01', endDate: '2025-01-05' },
      {
        points: [
          { date: '2025-01-02', rate: 1.0321 },
          { date: '2025-01-03', rate: 1.0299 },
        ],
      },
    ],
  ] as const)('the bank answers while Frankfurter is away: %#', async (spec, input, expected) => {
    const given = { UPSTREAM_FRANKFURTER_URL: broken }
    expect(await runExample(spec, input, DAY, given)).toMatchObject({
      ...expected,
      source: 'European Central Bank',
    })
  })
  test('what the bank does not quote is the failure of the first', async () => {
    const given = { UPSTREAM_FRANKFURTER_URL: broken }
    for (const input of [{ from: 'AED', to: 'USD' }])
      await expect(runExample(fxRate, input, DAY, given)).rejects.toThrow(
        'Frankfurter answered 500.',
      )
    const { crossCheck } = await runExample(fxRate, { from: 'AED', to: 'USD', crossCheck: true })
    expect(crossCheck).toMatchObject({
      unanswered: [{ reason: 'The European Central Bank does not quote AED.' }],
    })
  })
})

describe('weather', () => {
  const place = { lat: 48.85, lon: 2.35, crossCheck: true }
  test('of two models', async () => {
    const { crossCheck } = await runExample(weatherCurrent, place, JUNE, await openMeteo())
    expect(crossCheck).toMatchObject({ sources: ['Open-Meteo', 'MET Norway'], compared: 6 })
    const days = await runExample(weatherForecast, { ...place, days: 3 }, JUNE, await openMeteo())
    // The first day has begun, so that one of them tells of its rest alone.
    expect(days['crossCheck']).toMatchObject({ compared: 8 })
  })
  test('air of a model and of sensors', async () => {
    const air = await runExample(airQuality, place, JUNE, await openMeteo())
    expect(air['crossCheck']).toMatchObject({
      sources: ['Open-Meteo', 'Sensor.Community'],
      compared: 4,
      differences: expect.arrayContaining([
        expect.objectContaining({ field: 'pm25UgM3', tolerance: '±15', agrees: true }),
      ]),
    })
  })
  test('without the key of the second', async () => {
    const { crossCheck } = await runExample(weatherCurrent, place, JUNE)
    expect(crossCheck).toMatchObject({
      sources: ['MET Norway'],
      agrees: null,
      unanswered: [{ source: 'Open-Meteo', reason: 'It is not set up here.' }],
    })
  })
})

describe('geocoding', () => {
  const input = { q: '401 S 2nd St, Springfield', crossCheck: true }
  test('an address of the United States', async () => {
    expect((await runExample(geocode, input))['crossCheck']).toMatchObject({
      sources: ['OpenStreetMap Nominatim', 'US Census Bureau Geocoder'],
      agrees: true,
      compared: 2,
    })
    const given = { UPSTREAM_NOMINATIM_URL: broken }
    expect(await runExample(geocode, { q: input.q }, undefined, given)).toMatchObject({
      results: [
        { lat: 39.7983, lon: -89.6537, displayName: '401 S 2ND ST, SPRINGFIELD, IL, 62701' },
      ],
      source: expect.stringMatching(/^US Census Bureau Geocoder/),
    })
  })
  test('an address elsewhere', async () => {
    const abroad = { q: '10 Downing Street, London', crossCheck: true }
    expect((await runExample(geocode, abroad))['crossCheck']).toMatchObject({
      agrees: null,
      unanswered: [{ reason: expect.stringMatching(/no such address in the United States/) }],
    })
    const named = await runExample(geocode, { ...abroad, countryCodes: 'gb' })
    expect(named['crossCheck']).toMatchObject({ unanswered: [] })
    const given = { UPSTREAM_NOMINATIM_URL: broken }
    await expect(runExample(geocode, { q: abroad.q }, undefined, given)).rejects.toThrow(
      'OpenStreetMap Nominatim answered 500.',
    )
  })
})

test('a state', async () => {
  const springfield = { lat: 39.7990175, lon: -89.6439575, crossCheck: true }
  const given = await standIn({
    at: 'UPSTREAM_NOMINATIM_URL',
    answer: () => ({
      lat: '39.8',
      lon: '-89.6',
      display_name: 'Springfield',
      address: { city: 'Springfield', state: 'Illinois', country_code: 'us' },
    }),
  })()
  // The stand-in of the Census has California everywhere.
  expect(await runExample(reverseGeocode, springfield, DAY, given)).toMatchObject({
    state: 'Illinois',
    crossCheck: {
      agrees: false,
      differences: [
        {
          field: 'state',
          values: {
            'OpenStreetMap Nominatim': 'Illinois',
            'US Census Bureau Geocoder': 'California',
          },
        },
      ],
    },
  })
})

describe('names', () => {
  test.each([
    ['example.com', 'A'],
    ['example.com', 'NS'],
    ['example.com', 'MX'],
    ['mail.example.com', 'MX'],
  ])('%s %s is the same everywhere', async (name, type) => {
    expect((await runExample(dns, { name, type, crossCheck: true }))['crossCheck']).toEqual({
      sources: ['DNS', 'Cloudflare DNS'],
      agrees: true,
      compared: 1,
      differences: [],
      unanswered: [],
    })
  })
  test('a resolver that is behind differs, and one that is away is replaced', async () => {
    const old = dohStandIn('UPSTREAM_CLOUDFLARE_DNS_URL', { 'example.com A': [[1, '192.0.2.1']] })
    const input = { name: 'example.com', crossCheck: true }
    expect((await runExample(dns, input, DAY, await old()))['crossCheck']).toMatchObject({
      agrees: false,
      differences: [{ values: { DNS: ['93.184.215.14'], 'Cloudflare DNS': ['192.0.2.1'] } }],
    })
    const given = { UPSTREAM_CLOUDFLARE_DNS_URL: broken }
    expect((await runExample(dns, input, DAY, given))['crossCheck']).toMatchObject({
      sources: ['DNS', 'Google Public DNS'],
      agrees: true,
      unanswered: [{ source: 'Cloudflare DNS' }],
    })
  })
  test.each([
    ['example.com', 'TXT', [['v=spf1 ', '-all']]],
    ['mail.example.com', 'MX', [{ exchange: 'first.example.com', priority: 10 }, {}]],
    ['example.com', 'MX', [{ exchange: '', priority: 0 }]],
  ])(
    'public resolvers answer for name servers that are away: %s %s',
    async (name, type, records) => {
      const given = { DNS_SERVERS: '127.0.0.1:1' }
      expect(await runExample(dns, { name, type }, DAY, given)).toMatchObject({
        records,
        source: 'Cloudflare DNS',
      })
    },
  )
  test('all records of a name', async () => {
    const given = { DNS_SERVERS: '127.0.0.1:1' }
    expect(await runExample(dnsLookup, { domain: 'caa.example.com' }, DAY, given)).toMatchObject({
      caa: [
        { tag: 'issue', value: 'letsencrypt.org', critical: false },
        { tag: 'iodef', value: 'mailto:a@example.com', critical: true },
      ],
    })
    const { soa } = await runExample(dnsLookup, { domain: 'example.com' }, DAY, given)
    expect(soa).toMatchObject({ primary: 'ns.icann.org', serial: 2_024_081_435 })
    const all = await runExample(dnsLookup, { domain: 'example.com', crossCheck: true }, DAY)
    expect(all['crossCheck']).toMatchObject({
      agrees: false,
      compared: 7,
      differences: [{ field: 'txt' }],
    })
  })
})

describe('coins', () => {
  const input = { coins: 'BTC,ETH', crossCheck: true }
  const gecko = (btc: number) =>
    standIn({
      at: 'UPSTREAM_COINGECKO_URL',
      answer: ({ query }) =>
        query.get('ids') === 'bitcoin,ethereum' && {
          bitcoin: { usd: btc, last_updated_at: Date.parse(DAY) / 1_000 },
          ethereum: { usd: 3_001, last_updated_at: Date.parse(DAY) / 1_000 },
        },
    })()
  test('two venues', async () => {
    const { crossCheck } = await runExample(cryptoPrice, input, DAY, await gecko(110_000))
    expect(crossCheck).toMatchObject({
      sources: ['Kraken', 'CoinGecko'],
      agrees: false,
      compared: 2,
      differences: [
        {
          field: 'prices.BTC.price',
          values: { Kraken: 100_000, CoinGecko: 110_000 },
          agrees: false,
        },
        { field: 'prices.ETH.price', agrees: true },
      ],
    })
  })
  test('while Kraken is away', async () => {
    const given = { ...(await gecko(100_500)), UPSTREAM_KRAKEN_URL: broken }
    expect(await runExample(cryptoPrice, { coins: 'BTC,ETH' }, DAY, given)).toMatchObject({
      prices: [{ id: 'BTC', price: 100_500, venue: 'CoinGecko' }, { id: 'ETH' }],
      source: 'CoinGecko',
    })
  })
})

describe('chains', () => {
  let world: EvmWorld
  let feeds: Settings
  beforeAll(async () => {
    world = await evmWorld()
    feeds = await chainlinkFeeds()
  })

  test('an oracle answers for an exchange that is away', async () => {
    const given = { ...world.settings, ...feeds, COINGECKO_API_KEY: '' }
    const away = { ...given, UPSTREAM_KRAKEN_URL: broken }
    expect(await runExample(cryptoPrice, { coins: 'eth' }, AT, away)).toMatchObject({
      prices: [{ id: 'eth', price: 3_000, venue: 'Chainlink', bid: null, stale: false }],
    })
    const none = runExample(cryptoPrice, { coins: 'DUST' }, AT, away)
    await expect(none).rejects.toThrow('Kraken answered 500.')
    const both = await runExample(cryptoPrice, { coins: 'ETH', crossCheck: true }, AT, given)
    expect(both['crossCheck']).toMatchObject({
      sources: ['Kraken', 'Chainlink'],
      agrees: true,
      unanswered: [{ source: 'CoinGecko', reason: 'It is not set up here.' }],
    })
  })

  test('an oracle and a pool are compared with an exchange', async () => {
    const pairs = { pairs: 'ETH/USD,EUR/USD', crossCheck: true }
    expect((await runExample(oraclePrice, pairs, AT))['crossCheck']).toMatchObject({
      sources: ['Chainlink', 'Kraken'],
      agrees: true,
      compared: 1,
    })
    const tokens = { tokens: BASE_WETH, crossCheck: true }
    expect((await runExample(tokenPrice, tokens, AT))['crossCheck']).toMatchObject({
      agrees: true,
      compared: 1,
    })
  })

  test('nodes answer of one block, and one that lies is told', async () => {
    const input = { address: ALICE, crossCheck: true }
    const url = world.settings['EVM_RPC_BASE_URL'] ?? ''
    const given = { ...world.settings, EVM_RPC_BASE_URL: `${url},${await liar(url)}` }
    const { crossCheck, balanceBase } = await runExample(usdcBalance, input, AT, given)
    expect(crossCheck).toMatchObject({
      sources: ['EVM node of Base', 'EVM node of Base (2)'],
      agrees: false,
      compared: 2,
      differences: [
        {
          field: 'balanceBase',
          values: { 'EVM node of Base': balanceBase, 'EVM node of Base (2)': '7' },
          tolerance: 'none',
        },
      ],
    })
    const away = { ...world.settings, EVM_RPC_BASE_URL: `${url},${broken}` }
    expect((await runExample(usdcBalance, input, AT, away))['crossCheck']).toMatchObject({
      sources: ['EVM node of Base'],
      agrees: null,
      unanswered: [{ source: 'EVM node of Base (2)' }],
    })
  })

  test('what an explorer says of tokens is compared with their contracts', async () => {
    const input = { address: WALLET, crossCheck: true }
    const { crossCheck } = await runExample(walletBalances, input, AT)
    expect(crossCheck).toMatchObject({
      sources: ['Blockscout', 'EVM node of Base'],
      differences: expect.arrayContaining([
        expect.objectContaining({
          field: expect.stringMatching(/^tokens\.0x[0-9a-fA-F]{40}\.balanceBase$/),
          tolerance: 'none',
          agrees: false,
        }),
      ]),
    })
  })

  test('a transaction that only one node knows', async () => {
    const txHash = await world.send({ to: BOB, value: 1n })
    await world.mined(txHash)
    const url = world.settings['EVM_RPC_BASE_URL'] ?? ''
    const given = { ...world.settings, EVM_RPC_BASE_URL: `${await liar(url)},${url}` }
    const told = await runExample(txStatus, { txHash, crossCheck: true }, AT, given)
    expect(told).toMatchObject({
      status: 'not_found',
      crossCheck: { agrees: false, differences: [{ field: 'status', agrees: false }] },
    })
  })

  test('two nodes of Solana', async () => {
    const given = await solana()
    const url = given['SOLANA_RPC_URL']
    const input = { address: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg', crossCheck: true }
    const both = await runExample(solAccount, input, JUNE, { SOLANA_RPC_URL: `${url},${url}` })
    expect(both['crossCheck']).toMatchObject({
      sources: ['Solana node', 'Solana node (2)'],
      agrees: true,
      compared: 5,
    })
  })

  test('two servers of Bitcoin', async () => {
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    const input = { address, transactions: 0, crossCheck: true }
    expect((await runExample(btcAddress, input))['crossCheck']).toMatchObject({
      sources: ['mempool.space', 'Blockstream Explorer'],
      agrees: true,
      compared: 6,
    })
    const own = await bitcoin()
    const behind = await standIn({
      at: 'UPSTREAM_BLOCKSTREAM_URL',
      async answer({ path }) {
        const told = await fetch(`${own['UPSTREAM_BLOCKSTREAM_URL']}${path}`)
        const text = JSON.stringify(await told.json())
        return JSON.parse(
          text.replace('"funded_txo_sum":398000', '"funded_txo_sum":397000'),
        ) as unknown
      },
    })()
    expect((await runExample(btcAddress, input, JUNE, behind))['crossCheck']).toMatchObject({
      agrees: false,
      differences: [
        { field: 'confirmedSat', values: { 'mempool.space': '148000' } },
        { field: 'receivedSat' },
      ],
    })
  })
})

/** A node that says 7 to every call of a contract, and knows no transaction. */
async function liar(url: string): Promise<string> {
  const word = `0x${'7'.padStart(64, '0')}`
  const lies: Readonly<Record<string, unknown>> = {
    eth_call: word,
    eth_getTransactionByHash: null,
    eth_getTransactionReceipt: null,
  }
  const { NODE = '' } = await standIn({
    at: 'NODE',
    async answer({ body }) {
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(url, { method: 'POST', headers, body })
      const told: unknown = await reply.json()
      const asked = [JSON.parse(body) as { id: number; method: string }].flat()
      const answers = [told].flat().map((one) => {
        const { id } = one as { id: number }
        const { method } = asked.find((each) => each.id === id)!
        return method in lies ? { jsonrpc: '2.0', id, result: lies[method] } : one
      })
      return Array.isArray(told) ? answers : answers[0]
    },
  })()
  return NODE
}
