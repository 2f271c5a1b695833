import type { CallReply } from '../../../base/core/call.ts'
import { notFound } from '../../../base/core/fault.ts'
import { DAY_MS } from '../../../base/core/milliseconds.ts'
import { isoTime } from '../../../base/lib/iso-time.ts'
import type { Page, PageSite } from '../../pages/page.ts'
import type { RankedSeller } from '../../pages/seller-ranking.ts'
import { sellerPage, type SoldRoute } from '../../pages/seller.ts'
import { sellersPage } from '../../pages/sellers.ts'
import { displayNameOf, type Seller } from '../../../buying/sellers/routes.ts'
import type { OutsideGood } from '../../../buying/sellers/market.ts'
import { dollarsOfNanos } from '../../../buying/sellers/price.ts'
import type { Standing } from '../../../buying/sellers/settlements/board.ts'
import { REASONS } from '../../../buying/sellers/verdict.ts'
import type { Endpoint, FrontParts, Instance } from '../endpoint.ts'

const DAYS_SHOWN = 30
const LOOKS_SHOWN = 60

export interface SellerPages {
  site(): Promise<PageSite>
  show(page: Page): Promise<CallReply>
}

/** Other sellers, their payments, and what is known about each. */
export function sellerPages(
  { ground: { stores }, buying: { market, chainSales } }: Pick<FrontParts, 'ground' | 'buying'>,
  { now }: Pick<Instance, 'now'>,
  { site, show }: SellerPages,
): readonly Endpoint[] {
  /** From the first day that was read, within the last month. */
  function daysSince(fromAt: number | null): readonly number[] {
    const today = Math.floor(now() / DAY_MS)
    const first = Math.max(Math.floor((fromAt ?? now()) / DAY_MS), today - DAYS_SHOWN + 1)
    return Array.from({ length: today - first + 1 }, (_, at) => first + at)
  }

  return [
    {
      method: 'GET',
      path: '/sellers',
      async handle(request) {
        const [sellers, board] = await Promise.all([market.sellers(), chainSales.board.standings()])
        const isByCalls = new URLSearchParams(request.query).get('order') === 'calls'
        const data = {
          sellers: sellers.map(listed),
          ranked: board.standings
            .filter(({ calls }) => calls > 0)
            .toSorted(
              isByCalls ? (a, b) => b.calls - a.calls : (a, b) => (a.total < b.total ? 1 : -1),
            )
            .map(rankedOf),
          order: isByCalls ? ('calls' as const) : ('usd' as const),
          readUntilBlock: board.toBlock,
          days: daysSince(board.fromAt),
        }
        return show(sellersPage(data, await site()))
      },
    },
    {
      method: 'GET',
      path: '/sellers/:host',
      async handle(_request, { host = '' }) {
        const seller = await market.sellerAt(host)
        if (!seller) throw notFound(`No seller is known at ${host.slice(0, 100)}.`)
        const [goods, crawls, board] = await Promise.all([
          market.goodsOf(seller),
          stores.sellers.crawls(seller.origin),
          chainSales.board.standings(),
        ])
        const paid = board.standings.find(({ origins }) => origins.includes(seller.origin))
        const looks = crawls.slice(0, LOOKS_SHOWN).map(({ at, ok, ms }) => ({
          at: isoTime(at) ?? '',
          isGood: Number(ok) === 1,
          ms: Number(ms),
        }))
        const page = sellerPage({
          seller: listed(seller),
          routes: goods.map(routeOf),
          error: seller.error,
          looks: looks.toReversed(),
          paid: paid && paid.calls > 0 ? rankedOf(paid) : null,
          days: daysSince(board.fromAt),
        })
        return show(page)
      },
    },
  ]
}

function routeOf(good: OutsideGood): SoldRoute {
  const { name, method, url, description, price, seen } = good.route
  const { eligible, reason } = good.verdict()
  return {
    name,
    method,
    url,
    description,
    priceUsd: price === null ? null : dollarsOfNanos(price),
    lastSeenAt: isoTime(seen),
    isBuyable: eligible,
    why: REASONS[reason],
  }
}

function rankedOf({ name, isOwn, origins, calls, total, buyers, byDay }: Standing): RankedSeller {
  const [origin] = origins
  const host = isOwn || origin === undefined ? null : new URL(origin).host
  return { name, host, calls, total, buyers, byDay }
}

const listed = (seller: Seller) => ({
  name: displayNameOf(seller),
  origin: seller.origin,
  tools: seller.routes.length,
  health: seller.health,
  lastCrawledAt: isoTime(seller.crawled),
})
