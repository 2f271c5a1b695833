import { toolPath } from '../../selling/catalog/entry.ts'
import type { Tool } from '../../base/core/tool.ts'
import { fare, percent, searchForm, UNTRUSTED } from './components.ts'
import { html, raw, type Html } from './html.ts'
import { icon, type Page, type PageSite } from './page.ts'

export const WHOSE = {
  all: 'All sellers',
  external: 'Other sellers',
  self: 'This instance',
} as const
export type Whose = keyof typeof WHOSE

/** A tool of another seller, with what the seller says of itself. */
export interface OutsideTool {
  readonly name: string
  readonly description: string
  readonly seller: { readonly name: string; readonly host: string }
  /** In dollars; null if unknown. */
  readonly priceUsd: number | null
}

/** One place of the ranking, and why it stands there. */
export interface RoutedTool {
  readonly what: Tool | OutsideTool
  /** 0 to 1. */
  readonly score: number
  /** How many words of the task its name and its texts have. */
  readonly inName: number
  readonly inText: number
  /** The share of good crawls, 0 to 1; null if unknown, or if it is this service itself. */
  readonly health: number | null
  /** 1 for the cheapest of those shown; null if the price is unknown. */
  readonly priceRank: number | null
  readonly isBuyable: boolean
  /** Whether and why it can be bought from here, as a sentence. */
  readonly why: string
}

export interface RoutePage {
  readonly query: string
  readonly whose: Whose
  /** Null before a task is given. */
  readonly ranking: {
    readonly rows: readonly RoutedTool[]
    /** How many words of the task count. */
    readonly words: number
    /** Sellers that are known, this service among them. */
    readonly sellers: number
    readonly matched: number
    /** False if none of the best has what the task hangs on. */
    readonly isCovered: boolean
  } | null
}

/** Own tools and those of other sellers, ranked for one task. */
export function routePage(data: RoutePage, site: PageSite): Page {
  const { query, whose, ranking } = data
  const lead =
    'Tools of this instance and of other x402 sellers in one ranking, by the same rules. Nobody can pay for a place.'
  return {
    title: query === '' ? 'Compare sellers' : `Compared for: ${query}`,
    description: lead,
    path: addressOf(query, whose),
    menu: '/sellers',
    isPrivate: addressOf(query, whose) !== '/route',
    body: html`<div class="title">
        <nav class="crumbs" aria-label="Where you are"><a href="/sellers">Sellers</a></nav>
        <h1>Compare sellers</h1>
        <p class="lead">${lead}</p>
      </div>
      ${searchForm({ value: query, isPlain: true, action: '/route' }, site)}
      ${ranking && ranked(data, ranking, site)}
      <p class="fine">For programs: <code>GET /api/route?q=</code>.</p>`,
  }
}

const addressOf = (query: string, whose: Whose): string => {
  const asked = new URLSearchParams({
    ...(query !== '' && { q: query }),
    ...(whose !== 'all' && { include: whose }),
  })
  return asked.size > 0 ? `/route?${asked.toString()}` : '/route'
}

type Ranking = NonNullable<RoutePage['ranking']>

function ranked({ query, whose }: RoutePage, ranking: Ranking, site: PageSite): Html {
  const { rows, sellers, matched, isCovered } = ranking
  const choices = (Object.keys(WHOSE) as Whose[]).map(
    (each) =>
      html`<a
        class="chip"
        href="${addressOf(query, each)}"
        ${raw(each === whose ? ' aria-current="true"' : '')}
        >${WHOSE[each]}</a
      >`,
  )
  const nothing = html`<div class="empty">
    ${icon('scope', site)}
    <p>No tool fits “${query}”.</p>
  </div>`
  return html`<section class="stack">
    <div class="row far">
      <h2>Best first</h2>
      <nav class="chips" aria-label="Whose tools">${choices}</nav>
    </div>
    ${
      rows.length > 0 &&
      !isCovered &&
      html`<div class="note warn">No tool does quite this. These are the nearest.</div>`
    }
    ${
      rows.length === 0
        ? nothing
        : html`<ol class="tools">
              ${rows.map((row) => rowOf(row, ranking, site))}
            </ol>
            <p class="fine">
              ${rows.length} of ${matched} that match, of ${sellers}
              ${sellers === 1 ? 'seller' : 'sellers'}. ${UNTRUSTED}
            </p>`
    }
  </section>`
}

function rowOf(row: RoutedTool, { words, rows }: Ranking, site: PageSite): Html {
  const { what, score, inName, inText, health, priceRank, isBuyable, why } = row
  const priced = rows.filter((each) => each.priceRank !== null).length
  const facts = [
    `score ${score.toFixed(3)}`,
    `${inName} of ${words} ${words === 1 ? 'word' : 'words'} in its name, ${inText} in its texts`,
    health !== null && `${percent(health)} of its latest crawls were good`,
    priceRank !== null && `number ${priceRank} of ${priced} by price`,
  ]
  return html`<li class="tool">
    ${'spec' in what ? ownHead(what, site) : outsideHead(what)}
    <div class="meta">
      ${facts.filter(Boolean).map((fact) => html`<span>${fact}</span>`)}
      <span
        ><span class="badge ${isBuyable ? 'ok' : 'warn'}"
          >${isBuyable ? 'can be bought here' : 'cannot be bought here'}</span
        >
        ${why}</span
      >
    </div>
  </li>`
}

const ownHead = (tool: Tool, site: PageSite): Html =>
  html`<h3>
      <a href="${toolPath(tool.slug)}">${tool.spec.name}</a>
      <span class="badge">this instance</span>
    </h3>
    <p>${tool.spec.description}</p>
    <div class="side">${fare(tool, site)}</div>`

const DESCRIPTION_SHOWN = 300

const outsideHead = ({ name, description, seller, priceUsd }: OutsideTool): Html =>
  html`<h3>${name} <a href="/sellers/${seller.host}">${seller.name}</a></h3>
    <p>${description.slice(0, DESCRIPTION_SHOWN)}</p>
    <div class="side">
      <span class="fare">${priceUsd === null ? 'price unknown' : `$${priceUsd}`}</span>
    </div>`
