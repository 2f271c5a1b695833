import { empty, moment, percent, table, tile } from './components.ts'
import { html, type Html } from './html.ts'
import type { Page, PageSite } from './page.ts'
import { ranking, type RankingData } from './seller-ranking.ts'

/** Another seller, as this instance knows it. What it says of itself was written by strangers. */
export interface ListedSeller {
  readonly name: string
  readonly origin: string
  readonly tools: number
  /** The share of good crawls among the latest five; 0 to 1. */
  readonly health: number | null
  readonly lastCrawledAt: string | null
}

export interface SellersPage extends RankingData {
  readonly sellers: readonly ListedSeller[]
}

const SHOWN = 200

export function sellersPage(data: SellersPage, site: PageSite): Page {
  const lead =
    'What others sell over x402, and what they were paid, from their own documents and from the chain.'
  return {
    title: 'Sellers',
    description: lead,
    path: data.order === 'usd' ? '/sellers' : `/sellers?order=${data.order}`,
    isPrivate: data.order !== 'usd',
    menu: '/sellers',
    body: html`<div class="title">
        <h1>Sellers</h1>
        <p class="lead">${lead}</p>
      </div>
      ${ranking(data, site)}${index(data, site)}
      <p class="fine">
        <a href="/route">Compare sellers for a task</a>. For programs:
        <a href="/api/leaderboard">/api/leaderboard</a>, <a href="/api/index">/api/index</a>, and
        POST /api/route.
      </p>`,
  }
}

function index({ sellers }: SellersPage, site: PageSite): Html {
  const tools = sellers.reduce((sum, seller) => sum + seller.tools, 0)
  if (sellers.length === 0)
    return html`<section class="stack">
      <h2>The index</h2>
      ${empty('scope', 'No other seller is known here yet. The operator names registries and sellers by SELLER_REGISTRIES and SELLERS.', site)}
    </section>`
  const columns = [
    { label: 'Seller' },
    { label: 'Tools', isNumber: true },
    { label: 'Health', isNumber: true },
    { label: 'Last looked at' },
  ]
  const rows = sellers
    .slice(0, SHOWN)
    .map((seller) => [
      html`<a href="/sellers/${new URL(seller.origin).host}">${seller.name}</a>`,
      seller.tools,
      healthOf(seller),
      seller.lastCrawledAt === null ? 'never' : moment(seller.lastCrawledAt),
    ])
  return html`<section class="stack">
    <h2>The index</h2>
    <div class="live">${tile(sellers.length, 'sellers')}${tile(tools, 'tools')}</div>
    ${table('Known sellers', columns, rows)}${sellers.length > SHOWN && html`<p class="fine">The first ${SHOWN} of ${sellers.length} are shown; /api/index has all.</p>`}
  </section>`
}

export const healthOf = ({ health }: ListedSeller): string =>
  health === null ? 'unknown' : percent(health)
