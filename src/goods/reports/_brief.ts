import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import type { PartReading } from './_audit-parts.ts'
import { ifThere, numberOf, rowsOf, textOf, type ReportTools } from './_report-tools.ts'
import type { Table } from './_document.ts'
import { pagesOn } from './_evidence.ts'
import { dollars, explorerOf, fineNumber, wholeNumber } from './_fields.ts'

/** The parts of a brief on a coin: the tools that are asked, and their sentences. */

export const DAYS = 90
const PAGES_MAX = 10
const NEWS_ASKED = 8

export interface Coin {
  readonly name: string
  readonly symbol: string
  readonly address: string | undefined
  readonly network: string
}

/** The form of symbols on exchanges. */
const TRADED = /^[A-Za-z0-9]{2,10}$/

/** Asks all tools that may know the coin. Parts without an answer are reported as missing. */
export async function marketOf({ name, symbol, address, network }: Coin, tools: ReportTools) {
  const isTraded = TRADED.test(symbol)
  if (!isTraded)
    tools.missing.push({
      part: 'Price and history',
      why: `no exchange lists a coin as ${symbol || name}; symbols are 2 to 10 letters and digits.`,
    })
  const pairs = address === undefined ? { q: symbol, network } : { token: address, network }
  const [spot, history, pool, traded, protocol, repository, news, pages] = await Promise.all([
    isTraded ? ifThere(tools, 'Price', 'crypto-price', { coins: symbol }) : null,
    isTraded ? tools.part('History', 'crypto-history', { coin: symbol, days: DAYS }) : null,
    address === undefined
      ? null
      : tools.part('Price by a pool', 'token-price', { tokens: address, network }),
    ifThere(tools, 'Trading pairs', 'dex-pairs', pairs),
    ifThere(tools, 'Protocol', 'defi-protocol', { protocol: slugOf(name) }),
    repositoryOf(name, tools),
    ifThere(tools, 'News', 'search-news', { q: `${name} crypto`, count: NEWS_ASKED }),
    pagesOn([`${name} ${symbol} crypto token`, `${name} token risks`], PAGES_MAX, tools),
  ])
  return { spot, history, pool, pairs: traded, protocol, repository, news, pages }
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)

/** The repository of that name with the most stars. It may belong to somebody else. */
async function repositoryOf(name: string, tools: ReportTools): Promise<JsonObject | null> {
  const wanted = { q: name, sort: 'stars', limit: 10 }
  const found = await ifThere(tools, 'Development', 'github-search', wanted)
  const slug = slugOf(name)
  const repo = rowsOf(found, 'repos')
    .flatMap((row) => textOf(row, 'repo') ?? [])
    .find((one) => one.toLowerCase().split('/').includes(slug))
  if (repo !== undefined) return ifThere(tools, 'Development', 'github-repo', { repo })
  if (found)
    tools.missing.push({ part: 'Development', why: `no repository on GitHub is called ${slug}.` })
  return null
}

const price = (value: number | null, currency: string): string =>
  value === null ? 'not told' : `${value} ${currency.toUpperCase()}`

export function spotRead(answer: JsonObject): PartReading {
  const lines = rowsOf(answer, 'prices').map((row) => {
    const change = numberOf(row, 'change24hPct')
    return (
      `${textOf(row, 'symbol') ?? 'The coin'}: ${numberOf(row, 'price') ?? 'no price'}` +
      `, change in 24 hours ${change === null ? 'not told' : `${fineNumber(change)}%`}` +
      `, at ${textOf(row, 'venue') ?? 'a venue not told'}`
    )
  })
  return { lines: lines.length > 0 ? lines : ['No venue names the coin'], findings: [] }
}

export function historyRead(answer: JsonObject): PartReading {
  const points = rowsOf(answer, 'points')
  const [first, last] = [points[0], points.at(-1)]
  const currency = textOf(answer, 'currency') ?? ''
  const share = (name: string) => {
    const value = numberOf(answer, name)
    return value === null ? 'not told' : `${fineNumber(value)}%`
  }
  return {
    lines: [
      `From ${price(numberOf(first, 'price'), currency)} on ${dayOf(first)} to ` +
        `${price(numberOf(last, 'price'), currency)} on ${dayOf(last)}: ${share('returnPct')}`,
      `Highest close ${price(numberOf(answer, 'high'), currency)}`,
      `Lowest close ${price(numberOf(answer, 'low'), currency)}`,
      `Volatility over a year: ${share('volatilityPct')}`,
    ],
    findings: [],
  }
}

const dayOf = (point: JsonObject | undefined): string =>
  textOf(point, 'timeIso')?.slice(0, 10) ?? 'a day not told'

/** The closing price of each day, the oldest first. */
export function historyTable(answer: JsonObject | null): Table | null {
  const points = rowsOf(answer, 'points')
  if (points.length < 2) return null
  return {
    name: 'closes',
    label: `Close of each day in ${(textOf(answer, 'currency') ?? '').toUpperCase()}`,
    columns: ['Day', 'Close'],
    rows: points.map((point) => [dayOf(point), numberOf(point, 'price')]),
    chart: { kind: 'lines', labels: 0, values: [1], says: 'How the price went, day by day.' },
  }
}

export function protocolRead(answer: JsonObject): PartReading {
  const locked = numberOf(answer, 'tvlUsd')
  const fees = numberOf(answer, 'feesUsd24h')
  return {
    lines: [
      `Protocol: ${textOf(answer, 'name') ?? 'not told'}, ${textOf(answer, 'category') ?? 'kind not told'}`,
      `Value locked: ${locked === null ? 'not told' : dollars(locked)}`,
      `Fees in 24 hours: ${fees === null ? 'not told' : dollars(fees)}`,
    ],
    findings: [],
  }
}

export function repositoryRead(answer: JsonObject): PartReading {
  const release = isObject(answer['latestRelease']) ? answer['latestRelease'] : null
  const count = (name: string) => wholeNumber(numberOf(answer, name) ?? 0)
  const pushed = textOf(answer, 'pushedIso')?.slice(0, 10)
  return {
    lines: [
      `The repository ${textOf(answer, 'repo')} bears its name; that it is its own is not told`,
      `Stars: ${count('stars')}; open issues: ${count('openIssues')}`,
      `Last push: ${pushed ?? 'not told'}; licence: ${textOf(answer, 'license') ?? 'not told'}`,
      `Latest release: ${textOf(release, 'tag') ?? 'none'}`,
    ],
    findings: [],
  }
}

/** The page on which readers can check a part. */
export function partUrl(id: string, answer: JsonObject | null, coin: Coin): string {
  const { symbol, address, network } = coin
  const repo = textOf(answer, 'repo')
  if (id === 'development' && repo !== null) return `https://github.com/${repo}`
  if (id === 'protocol') return 'https://defillama.com/'
  if (address === undefined || id === 'history' || id === 'spot')
    return `https://api.kraken.com/0/public/AssetPairs?base=${encodeURIComponent(symbol)}`
  return explorerOf(network, address)
}
