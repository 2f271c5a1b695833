import { formatUsd, usd } from '../../base/core/money.ts'
import { takesWork, type Tool } from '../../base/core/tool.ts'
import { isFree } from '../surfaces/surface.ts'
import { searchForm, toolRow, type ToolRecord } from './components.ts'
import { html, raw, type Html } from './html.ts'
import { familyIcon } from './icons.ts'
import { icon, type Page, type PageSite } from './page.ts'

export const PAGE_ROWS = 60

const MOST = { '0.001': usd('$0.001'), '0.01': usd('$0.01'), '0.1': usd('$0.1') } as const
const ORDERS = { family: 'By family', price: 'Cheapest first', name: 'By name' } as const
const WAYS = { work: 'Work, free', wallet: 'Wallet', credits: 'Credits key' } as const

/** The search and the filters in the query of the address. Unknown values are ignored. */
export interface CatalogQuery {
  readonly q: string
  readonly family: string | null
  readonly pay: readonly (keyof typeof WAYS)[]
  readonly most: keyof typeof MOST | null
  readonly order: keyof typeof ORDERS
  readonly from: number
}

export function catalogQuery(query: URLSearchParams): CatalogQuery {
  const one = <K extends string>(name: string, known: object): K | null => {
    const value = query.get(name)
    return value !== null && Object.hasOwn(known, value) ? (value as K) : null
  }
  const from = Number(query.get('from') ?? 0)
  return {
    q: (query.get('q') ?? '').trim().slice(0, 400),
    family: query.get('family') || null,
    pay: query.getAll('pay').filter((way): way is keyof typeof WAYS => Object.hasOwn(WAYS, way)),
    most: one('most', MOST),
    order: one<keyof typeof ORDERS>('order', ORDERS) ?? 'family',
    from: Number.isSafeInteger(from) && from > 0 ? from : 0,
  }
}

const WHOLE = { q: '', pay: [], most: null, order: 'family', from: 0 } as const

const pair = (name: string, value: string): [string, string] => [name, value]

/** The address of a query. Defaults are left out. */
function addressOf({ q, family, pay, most, order }: CatalogQuery, from = 0): string {
  const query = new URLSearchParams([
    ...(q ? [pair('q', q)] : []),
    ...(family ? [pair('family', family)] : []),
    ...pay.map((way) => pair('pay', way)),
    ...(most ? [pair('most', most)] : []),
    ...(order === 'family' ? [] : [pair('order', order)]),
    ...(from > 0 ? [pair('from', String(from))] : []),
  ])
  return query.size > 0 ? `/tools?${query.toString()}` : '/tools'
}

export interface CatalogPage {
  readonly query: CatalogQuery
  /** The results of the search, the best first; null without a search. */
  readonly found: readonly Tool[] | null
  recordOf(slug: string): ToolRecord | null
}

export function catalogPage(data: CatalogPage, site: PageSite): Page {
  const { query } = data
  const family = query.family === null ? null : site.shop.catalog.families[query.family]
  const count = site.shop.catalog.tools.length
  const title = family ? family.title : query.q ? `Tools for: ${query.q}` : 'Tools'
  const lead = family
    ? family.description
    : `${count} tools, each a form here and one HTTP call for a program. The fare is per call; only a good answer is charged.`
  return {
    title,
    description: lead,
    path: addressOf(query),
    // The list and its families are found; what somebody looked for in them is not.
    isPrivate: addressOf(query) !== addressOf({ ...WHOLE, family: query.family }),
    menu: '/tools',
    scripts: ['swap'],
    ...(query.family !== null && { picture: `/pictures/families/${query.family}.png` }),
    body: html`<div class="title">
        <h1>${family ? family.title : 'Tools'}</h1>
        <p class="lead">${lead}</p>
      </div>
      ${searchForm({ value: query.q, isPlain: true }, site)}
      <div class="split pull">${filters(query, site)}${catalogResults(data, site)}</div>`,
  }
}

const payableBy = (way: keyof typeof WAYS, tool: Tool, { shop }: PageSite): boolean => {
  const rails = shop.till.railsFor(tool)
  if (way === 'work') return takesWork(tool) && rails.includes('pow')
  return rails.includes(way === 'wallet' ? 'x402' : 'credits')
}

const isOut = ({ unavailable }: Tool): boolean => unavailable !== undefined

function fitting({ query, found }: CatalogPage, site: PageSite): readonly Tool[] {
  const most = query.most && MOST[query.most]
  const fits = (found ?? site.shop.catalog.tools).filter(
    (tool) =>
      (query.family === null || tool.family === query.family) &&
      (most === null || tool.price <= most) &&
      query.pay.every((way) => payableBy(way, tool, site)),
  )
  if (query.order === 'price') return fits.toSorted((a, b) => a.price - b.price)
  if (query.order === 'name')
    return fits.toSorted((a, b) => a.spec.name.localeCompare(b.spec.name, 'en'))
  if (found) return fits
  // Within each family, tools that can be called here come first.
  return [...Map.groupBy(fits, ({ family }) => family).values()].flatMap((members) =>
    members.toSorted((a, b) => Number(isOut(a)) - Number(isOut(b))),
  )
}

/** The part of the page that changes with the filters. */
export function catalogResults(data: CatalogPage, site: PageSite): Html {
  const { query } = data
  const fits = fitting(data, site)
  const shown = fits.slice(query.from, query.from + PAGE_ROWS)
  if (shown.length === 0)
    return html`<div id="results">
      <div class="empty">
        ${icon('scope', site)}
        <p>No tool fits${query.q && html` “${query.q}”`}.</p>
        <p>${wayOut(query)}</p>
      </div>
    </div>`
  const isGrouped = query.order === 'family' && data.found === null && query.family === null
  const next = query.from + PAGE_ROWS
  const rows = isGrouped
    ? grouped(shown, data, site)
    : html`<h2 class="sr">Tools</h2>
        <ul class="tools">
          ${shown.map((tool) => toolRow(tool, data.recordOf(tool.slug), site))}
        </ul>`
  const more =
    next < fits.length &&
    html`<p class="row">
      <a class="button second" data-more href="${addressOf(query, next)}"
        >Show ${Math.min(PAGE_ROWS, fits.length - next)} more</a
      >
    </p>`
  const back =
    query.from > 0 && html`<p class="row"><a href="${addressOf(query)}">Back to the first</a></p>`
  return html`<div id="results" class="stack">
    <p class="row far dim">
      <span>${fits.length} ${fits.length === 1 ? 'tool' : 'tools'}</span
      ><span class="fine">${data.found ? 'Best first' : ORDERS[query.order]}</span>
    </p>
    ${back}${rows}${more}
  </div>`
}

function grouped(shown: readonly Tool[], data: CatalogPage, site: PageSite): Html {
  const { families, tools } = site.shop.catalog
  const groups = [...Map.groupBy(shown, (tool) => tool.family)]
  return html`${groups.map(([tag, members]) => {
    const all = tools.filter((tool) => tool.family === tag).length
    return html`<section>
      <h2 class="group">
        ${icon(familyIcon(tag), site)}${families[tag]?.title ?? tag}<a href="/tools?family=${tag}"
          >all ${all}</a
        >
      </h2>
      <ul class="tools">
        ${members.map((tool) => toolRow(tool, data.recordOf(tool.slug), site))}
      </ul>
    </section>`
  })}`
}

/** Links that remove one filter each. */
function wayOut(query: CatalogQuery): Html {
  const without = (label: string, change: Partial<CatalogQuery>) =>
    html`<a href="${addressOf({ ...query, ...change })}">${label}</a> `
  return html`${[
    query.pay.length > 0 && without('Any way to pay', { pay: [] }),
    query.most && without('Any price', { most: null }),
    query.family && without('All kinds', { family: null }),
    query.q && without('All tools', { q: '' }),
  ]}`
}

const checked = (is: boolean): Html => raw(is ? ' checked' : '')

interface Choice {
  readonly name: string
  readonly type: 'checkbox' | 'radio'
  readonly value: string
  readonly label: string
  readonly isOn: boolean
  /** How many tools match with it. */
  readonly count?: number
}

const choiceOf = ({ name, type, value, label, isOn, count }: Choice): Html =>
  html`<label class="tick"
    ><input type="${type}" name="${name}" value="${value}" ${checked(isOn)} />${label}<span
      >${count}</span
    ></label
  >`

function filters(query: CatalogQuery, site: PageSite): Html {
  const { families, tools } = site.shop.catalog
  const family = { name: 'family', type: 'radio' } as const
  const most = { name: 'most', type: 'radio' } as const
  const kinds = Object.entries(families).map(([value, { title: label }]) => {
    const count = tools.filter((tool) => tool.family === value).length
    return choiceOf({ ...family, value, label, isOn: query.family === value, count })
  })
  const ways = (Object.keys(WAYS) as (keyof typeof WAYS)[]).map((value) => {
    const count = tools.filter((tool) => payableBy(value, tool, site)).length
    const isOn = query.pay.includes(value)
    return choiceOf({ name: 'pay', type: 'checkbox', value, label: WAYS[value], isOn, count })
  })
  const prices = Object.entries(MOST).map(([value, price]) =>
    choiceOf({ ...most, value, label: formatUsd(price), isOn: query.most === value }),
  )
  const orders = Object.entries(ORDERS).map(([order, label]) => {
    const selected = raw(query.order === order ? ' selected' : '')
    // What is preset stands in no address.
    const value = order === 'family' ? '' : order
    return html`<option value="${value}" ${selected}>${label}</option>`
  })
  const any = choiceOf({ ...most, value: '', label: 'any', isOn: query.most === null })
  const all = { ...family, value: '', label: 'All', isOn: query.family === null }
  const paying =
    !isFree(site.shop) &&
    html`<fieldset>
        <legend>Pay with</legend>
        ${ways}
      </fieldset>
      <fieldset>
        <legend>At most, a call</legend>
        ${prices}${any}
      </fieldset>`
  return html`<form class="filters" action="/tools" data-swap="#results" aria-label="Filters">
    <input type="hidden" name="q" value="${query.q}" />${paying}
    <fieldset>
      <legend><label for="order">Order</label></legend>
      <select id="order" name="order">
        ${orders}
      </select>
    </fieldset>
    <fieldset class="families">
      <legend>Kind</legend>
      ${choiceOf({ ...all, count: tools.length })}${kinds}
    </fieldset>
    <button class="second" data-nojs>Apply</button>
  </form>`
}

/** Suggestions under the search box. */
export const hitList = (found: readonly Tool[], site: PageSite): Html =>
  html`<ul class="hits" id="hits" role="listbox" aria-label="Tools">
    ${found.map(
      (tool) =>
        html`<li role="presentation">
          <a role="option" href="/tools/${tool.slug}"
            >${icon(familyIcon(tool.family), site)}<b>${tool.spec.name}</b
            ><span class="d">${tool.spec.description}</span
            ><span class="fare">${isFree(site.shop) ? 'free' : formatUsd(tool.price)}</span></a
          >
        </li>`,
    )}
  </ul>`
