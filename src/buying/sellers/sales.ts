import type { Capability, Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { isoTime } from '../../base/lib/iso-time.ts'
import { MARKET } from './market.ts'
import { dollarsOfNanos } from './price.ts'
import { CHAIN_SALES } from './settlements/chain-sales.ts'
import type { Counted, PeriodName, PeriodSum, SellerPeriods } from './settlements/periods.ts'

type MarketSort = 'usd' | 'calls' | 'buyers'
type TrendSort = 'growth' | 'newSellers' | 'buyers'

/** What the chain says of the market, for tools. */
export interface Sales {
  market(wish: SalesQuery<MarketSort>): Promise<MarketState>
  trending(wish: SalesQuery<TrendSort>): Promise<Trending>
}

interface SalesQuery<Sort> {
  readonly days: number
  readonly sort: Sort
  readonly limit: number
}

type MarketState = Awaited<ReturnType<ReturnType<typeof createSales>['market']>>
type Trending = Awaited<ReturnType<ReturnType<typeof createSales>['trending']>>

export const sellerSales: Capability<Sales> = {
  name: 'seller-sales',
  settings: [],
  texts: 'public',
  open: (host) => () => createSales(host),
}

const MICROS = 1_000_000

function createSales(host: Host) {
  const [chain, market] = [host.part?.(CHAIN_SALES), host.part?.(MARKET)]
  if (!chain || !market) throw new Fault('not_configured', 'The chain is not followed here.')

  async function counted(days: number): Promise<Counted> {
    const { network, error } = chain!.state()
    const found = await chain!.periods.of(days)
    if (found) return found
    if (network === null) throw new Fault('not_configured', error ?? 'No node of Base is set.')
    throw new Fault('upstream_unreachable', 'Nothing of the chain has been read here yet.')
  }

  const salesOf = (found: Counted, days: number) => {
    const from = Math.max(found.from.recent, found.keptFrom)
    return {
      network: chain.state().network,
      fromIso: new Date(from).toISOString(),
      toIso: new Date(found.to).toISOString(),
      coveredDays: rounded((found.to - from) / DAY_MS, 2),
      notes: notesOf(found, days),
    }
  }

  return {
    async market({ days, sort, limit }: SalesQuery<MarketSort>) {
      const found = await counted(days)
      const measure = MEASURES[sort]
      const paid = found.sellers.filter(({ sums }) => sums.recent.calls > 0)
      const total = paid.reduce((sum, { sums }) => sum + sums.recent.total, 0n)
      const calls = paid.reduce((sum, { sums }) => sum + sums.recent.calls, 0)
      const sums = { usd: dollars(total), calls, buyers: found.buyers }
      const shares = paid.map(({ sums: { recent } }) => Number(recent.total) / Number(total))
      const { network, ...window } = salesOf(found, days)
      return {
        sellers: paid
          .toSorted((a, b) => measure(b.sums.recent) - measure(a.sums.recent) || byName(a, b))
          .slice(0, limit)
          .map((seller, place) => ({ rank: place + 1, ...marketRow(seller, found) })),
        totals: { sellers: paid.length, ...sums },
        byNetwork: network === null ? {} : { [network]: sums },
        concentration:
          total > 0n
            ? rounded(
                shares.reduce((sum, share) => sum + share ** 2, 0),
                4,
              )
            : null,
        sharedWallets: found.sharedWallets,
        ...window,
      }
    },
    async trending({ days, sort, limit }: SalesQuery<TrendSort>) {
      const found = await counted(days)
      const from = found.from.recent
      const order = ORDERS[sort]
      const rows = found.sellers
        .filter(
          ({ sums, firstSeen }) =>
            sums.recent.calls > 0 &&
            (sort !== 'newSellers' || (firstSeen !== null && firstSeen >= from)),
        )
        .map((seller) => ({ seller, row: trendRow(seller, found) }))
        .toSorted((a, b) => order(a, b) || byName(a.seller, b.seller))
        .slice(0, limit)
        .map(({ row }) => row)
      const { network: _network, ...window } = salesOf(found, days)
      return { sellers: rows, newTools: await newTools(from, limit), count: rows.length, ...window }
    },
  }

  /** Of sellers that were known before: all of a new one would be new. */
  async function newTools(from: number, most: number) {
    const sellers = await market!.sellers()
    return sellers
      .filter(({ first_seen: first }) => first < from)
      .flatMap(({ routes }) => routes)
      .filter(({ priceSince }) => priceSince >= from)
      .toSorted((a, b) => b.priceSince - a.priceSince || (a.url < b.url ? -1 : 1))
      .slice(0, most)
      .map(({ origin, name, url, price, priceSince }) => ({
        origin,
        name,
        url,
        priceUsd: price === null ? null : dollarsOfNanos(price),
        sinceIso: new Date(priceSince).toISOString(),
      }))
  }
}

const MEASURES = {
  usd: ({ total }: PeriodSum) => Number(total),
  calls: ({ calls }: PeriodSum) => calls,
  buyers: ({ buyers }: PeriodSum) => buyers,
}

interface Trend {
  readonly seller: SellerPeriods
  readonly row: ReturnType<typeof trendRow>
}

const gainOf = ({ row: { growthPct } }: Trend): number => growthPct ?? -Infinity
const compared = (a: number, b: number): number => (a === b ? 0 : a > b ? -1 : 1)

const ORDERS: Readonly<Record<TrendSort, (a: Trend, b: Trend) => number>> = {
  growth: (a, b) => compared(gainOf(a), gainOf(b)) || b.row.buyers - a.row.buyers,
  newSellers: (a, b) => (b.seller.firstSeen ?? 0) - (a.seller.firstSeen ?? 0),
  buyers: (a, b) => b.row.buyers - a.row.buyers,
}

const byName = (a: SellerPeriods, b: SellerPeriods): number => (a.name < b.name ? -1 : 1)
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
/** For display only: sums are whole millionths. */
const dollars = (micros: bigint): number => Number(micros) / MICROS

/** Calls that neither came back nor are of the largest payer, as a share of all that were made. */
function organicOf({ calls, circular, refunded, topByCalls }: PeriodSum): number | null {
  const made = calls + circular + refunded
  return made > 0 ? rounded(Math.max(0, calls - topByCalls) / made, 4) : null
}

/** Whether the seller was looked at during the whole period. */
const isWhole = ({ since }: SellerPeriods, found: Counted, name: PeriodName): boolean =>
  found.from[name] >= Math.max(since, found.keptFrom)

const change = (now: number, before: number): number | null =>
  before > 0 ? rounded((now / before - 1) * 100, 2) : null

const marketRow = (seller: SellerPeriods, found: Counted) => {
  const { name, isOwn, origins, sums } = seller
  const { recent, week, weekBefore } = sums
  return {
    origin: origins[0] ?? name,
    name,
    own: isOwn,
    usd: dollars(recent.total),
    calls: recent.calls,
    buyers: recent.buyers,
    avgTicketUsd: rounded(dollars(recent.total) / recent.calls, 6),
    organicScore: organicOf(recent),
    change7dPct: isWhole(seller, found, 'weekBefore')
      ? change(Number(week.total), Number(weekBefore.total))
      : null,
  }
}

/** Calls without those of the largest payer, who may be the seller itself. */
const spread = ({ calls, topByCalls }: PeriodSum): number => Math.max(0, calls - topByCalls)

const trendRow = (seller: SellerPeriods, found: Counted) => {
  const { name, isOwn, origins, sums, firstSeen } = seller
  const { recent, before } = sums
  return {
    origin: origins[0] ?? name,
    name,
    own: isOwn,
    growthPct: isWhole(seller, found, 'before') ? change(spread(recent), spread(before)) : null,
    calls: recent.calls,
    callsBefore: isWhole(seller, found, 'before') ? before.calls : null,
    buyers: recent.buyers,
    firstSeenIso: firstSeen === null ? null : isoTime(firstSeen),
    organicScore: organicOf(recent),
  }
}

function notesOf(found: Counted, days: number): string[] {
  const short = found.keptFrom > found.from.recent
  return [
    'Counted are calls paid with USDC on Base to wallets that indexed sellers name; other networks, cards and other schemes are not seen.',
    'Transfers are kept for 30 days, and a wallet is counted from when it was first seen here.',
    ...(short ? [`Less than the ${days} days asked for are kept; see fromIso.`] : []),
  ]
}
