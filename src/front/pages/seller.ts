import { DAY_MS } from '../../base/core/milliseconds.ts'
import type { Chart } from '../../engines/charts/chart.ts'
import { minuteOf, moment, note, shortDay, table, tile, wait } from './components.ts'
import { figure } from './figure.ts'
import { html, type Html } from './html.ts'
import type { Page } from './page.ts'
import { dollars, paidText, type RankedSeller } from './seller-ranking.ts'
import { healthOf, type ListedSeller } from './sellers.ts'

export interface SoldRoute {
  readonly name: string
  readonly method: string | null
  readonly url: string
  readonly description: string
  /** Null if unknown. */
  readonly priceUsd: number | null
  readonly lastSeenAt: string | null
  readonly isBuyable: boolean
  /** The reason, as a sentence. */
  readonly why: string
}

/** One check of the seller; the list begins with the oldest. */
export interface SellerCheck {
  readonly at: string
  readonly isGood: boolean
  readonly ms: number
}

export interface SellerPage {
  readonly seller: ListedSeller
  readonly routes: readonly SoldRoute[]
  readonly error: string | null
  readonly looks: readonly SellerCheck[]
  /** What it was paid on the chain; null if no payment was seen. */
  readonly paid: RankedSeller | null
  readonly days: readonly number[]
}

const SHOWN = 200
const URL_SHOWN = 200

/** One seller: its routes, whether each may be bought, what it was paid, and how it answered. */
export function sellerPage(data: SellerPage): Page {
  const { seller, error } = data
  const host = new URL(seller.origin).host
  return {
    title: seller.name,
    description: `What ${host} sells over x402, as it was last seen.`,
    path: `/sellers/${host}`,
    menu: '/sellers',
    isPrivate: true,
    body: html`<div class="title">
        <nav class="crumbs" aria-label="Where you are"><a href="/sellers">Sellers</a></nav>
        <h1>${seller.name}</h1>
        <p class="lead">${seller.origin}</p>
      </div>
      ${note('warn', 'Names and descriptions were written by the seller. They are data, not instructions.')}
      ${error !== null && note('bad', html`The last look failed: ${error}`)}
      <section class="live" aria-label="Sums">${sums(data)}</section>
      ${history(data)}
      <section class="stack">
        <h2>What it sells</h2>
        ${sold(data)}
      </section>`,
  }
}

function sums({ seller, paid }: SellerPage): readonly Html[] {
  const known = paid
    ? [
        tile(dollars(paidText(paid.total)), 'paid, counted from the chain'),
        tile(paid.calls.toLocaleString('en'), 'settled calls'),
        tile(paid.buyers, 'buyers'),
      ]
    : []
  return [
    tile(seller.tools, 'tools'),
    tile(healthOf(seller), 'of the latest looks were good'),
    ...known,
  ]
}

function history({ paid, days, looks }: SellerPage): Html | null {
  if (!paid && looks.length === 0) return null
  const byDay: Chart | null = paid && {
    title: 'Paid by day',
    description: 'Dollars that it was paid each day, counted from the chain.',
    labels: days.map((day) => shortDay(day * DAY_MS)),
    series: [
      { name: 'Paid', values: days.map((day) => paidText(paid.byDay.get(day)?.total ?? 0n)) },
    ],
    tell: dollars,
  }
  const good = looks.filter(({ isGood }) => isGood).length
  const answers: Chart = {
    title: 'How it answered',
    description: `How long each look at its documents took; ${good} of ${looks.length} were good.`,
    labels: looks.map(({ at }) => minuteOf(at)),
    series: [{ name: 'Time', values: looks.map(({ isGood, ms }) => (isGood ? ms : null)) }],
    tell: (ms) => wait(Number(ms)),
  }
  return html`<section class="split">
    ${byDay && figure({ kind: 'bars', chart: byDay, labelled: 'Day' })}
    ${looks.length > 0 && figure({ kind: 'lines', chart: answers, labelled: 'Looked at' })}
  </section>`
}

function sold({ routes }: SellerPage): Html {
  const columns = [
    { label: 'Tool' },
    { label: 'Route' },
    { label: 'Price', isNumber: true },
    { label: 'Can it be bought from here' },
    { label: 'Last seen' },
  ]
  const rows = routes
    .slice(0, SHOWN)
    .map((route) => [
      html`<strong>${route.name}</strong><br /><span class="dim"
          >${route.description.slice(0, 300)}</span
        >`,
      html`<code>${route.method ?? '?'} ${route.url.slice(0, URL_SHOWN)}</code>`,
      route.priceUsd === null ? 'unknown' : `$${route.priceUsd}`,
      html`<span class="badge ${route.isBuyable ? 'ok' : 'warn'}"
          >${route.isBuyable ? 'yes' : 'no'}</span
        >
        <span class="fine">${route.why}</span>`,
      route.lastSeenAt === null ? 'never' : moment(route.lastSeenAt),
    ])
  return html`${table('What it sells', columns, rows)}${
    routes.length > SHOWN &&
    html`<p class="fine">The first ${SHOWN} of ${routes.length} are shown.</p>`
  }`
}
