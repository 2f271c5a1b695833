import { DAY_MS } from '../../base/core/milliseconds.ts'
import type { Chart, Figure } from '../../engines/charts/chart.ts'
import { sparkLine } from '../../engines/charts/small-plots.ts'
import { tokenUnits } from '../../engines/onchain/chains/amounts.ts'
import { empty, shortDay, table, tile } from './components.ts'
import { figure } from './figure.ts'
import { html, raw, type Html } from './html.ts'
import type { PageSite } from './page.ts'

/** The payments of one day: their number, and their sum in millionths of a dollar. */
export interface PaidDay {
  readonly calls: number
  readonly total: bigint
}

/** The payments that a seller received, counted from the chain. */
export interface RankedSeller extends PaidDay {
  readonly name: string
  /** The host in the path of its page; null for this instance. */
  readonly host: string | null
  readonly buyers: number
  /** By the day, counted from 1970. */
  readonly byDay: ReadonlyMap<number, PaidDay>
}

export const RANKINGS = { usd: 'By what was paid', calls: 'By calls' } as const
export type RankingOrder = keyof typeof RANKINGS

export interface RankingData {
  readonly ranked: readonly RankedSeller[]
  readonly order: RankingOrder
  /** The last block that was read; null before the first reading. */
  readonly readUntilBlock: number | null
  /** The days that are shown, counted from 1970. */
  readonly days: readonly number[]
}

const RANKED = 50
const NAMED = 4
const ROWS = 10
const DOTS = 200
const DECIMALS = 6
/** Dollars with two digits after the point; amounts below one dollar keep all digits. */
export function dollars(figure: Figure): string {
  const text = String(figure)
  const [whole = '', part = ''] = text.replace('-', '').split('.')
  const shown = part.length <= 2 || whole === '0' ? part : part.slice(0, 2)
  return `${text.startsWith('-') ? '-' : ''}$${whole}${shown && `.${shown}`}`
}

export const paidText = (micros: bigint): string => tokenUnits(micros, DECIMALS)

/** What each seller was paid, as charts and as a table. */
export function ranking(data: RankingData, site: PageSite): Html {
  const { ranked, order, readUntilBlock } = data
  if (ranked.length === 0)
    return html`<section class="stack">
      <h2>By what they were paid</h2>
      ${empty('chart', readUntilBlock === null ? 'The chain was not read yet. Look again in a minute.' : 'No settled call was seen yet.', site)}
    </section>`
  const choices = Object.entries(RANKINGS).map(
    ([name, label]) =>
      html`<a
        class="chip"
        href="${name === 'usd' ? '/sellers' : `/sellers?order=${name}`}"
        ${raw(name === order ? ' aria-current="true"' : '')}
        >${label}</a
      >`,
  )
  const total = ranked.reduce((sum, each) => sum + each.total, 0n)
  const calls = ranked.reduce((sum, each) => sum + each.calls, 0)
  return html`<section class="live" aria-label="Sums">
      ${tile(dollars(paidText(total)), 'paid, counted from the chain')}${tile(calls, 'settled calls')}${tile(ranked.length, 'sellers that were paid')}
    </section>
    <section class="split">
      ${
        order === 'calls'
          ? figure({ kind: 'rows', chart: busiest(data), labelled: 'Seller' })
          : figure({ kind: 'bars', chart: byDay(data), labelled: 'Day' })
      }
      ${figure({ kind: 'dots', chart: priceAndPaid(data), labelled: 'Seller' })}
    </section>
    <section class="stack">
      <div class="row far">
        <h2>Ranking</h2>
        <nav class="chips" aria-label="Order">${choices}</nav>
      </div>
      ${rankingTable(data)}
      <p class="fine">
        Read until block ${readUntilBlock}. Payments of sellers to themselves and in circles are
        left out. Nobody can pay for a place.
      </p>
    </section>`
}

const paidOn = (sellers: readonly RankedSeller[], day: number): string =>
  paidText(sellers.reduce((sum, each) => sum + (each.byDay.get(day)?.total ?? 0n), 0n))

/** The largest sellers by name, and all others as one series. */
function byDay({ ranked, days }: RankingData): Chart {
  const largest = ranked.toSorted((a, b) => (a.total < b.total ? 1 : -1))
  const parts = [
    ...largest.slice(0, NAMED).map((each) => ({ name: each.name, sellers: [each] })),
    { name: 'all others', sellers: largest.slice(NAMED) },
  ].filter(({ sellers }) => sellers.length > 0)
  const labels = days.map((day) => shortDay(day * DAY_MS))
  return {
    title: 'Paid by day',
    description: `Dollars that sellers were paid each day, from ${labels[0]} to ${labels.at(-1)}.`,
    labels,
    series: parts.map(({ name, sellers }) => ({
      name: name.slice(0, 40),
      values: days.map((day) => paidOn(sellers, day)),
    })),
    tell: dollars,
  }
}

function busiest({ ranked }: RankingData): Chart {
  const top = ranked.toSorted((a, b) => b.calls - a.calls).slice(0, ROWS)
  return {
    title: 'Settled calls',
    description: `The ${top.length === 1 ? 'seller' : `${top.length} sellers`} with the most settled calls.`,
    labels: top.map(({ name }) => name.slice(0, 80)),
    series: [{ name: 'Settled calls', values: top.map(({ calls }) => calls) }],
    tell: (calls) => Number(calls).toLocaleString('en'),
  }
}

/** The mean price of a call against what was paid in all, one dot per seller. */
function priceAndPaid({ ranked }: RankingData): Chart {
  const shown = ranked.toSorted((a, b) => (a.total < b.total ? 1 : -1)).slice(0, DOTS)
  const own = shown.findIndex(({ host }) => host === null)
  return {
    title: 'Fare against what was paid: cheap and busy is top left',
    description: `Each dot is one of ${shown.length} sellers: further right a call costs more on average, further up more was paid in all. Both scales grow tenfold.`,
    labels: shown.map(({ name }) => name.slice(0, 80)),
    series: [
      {
        name: 'A call, on average',
        values: shown.map(({ total, calls }) => paidText(total / BigInt(calls))),
      },
      { name: 'Paid', values: shown.map(({ total }) => paidText(total)) },
    ],
    marked: own === -1 ? [] : [own],
    tell: dollars,
  }
}

function rankingTable({ ranked, days, order }: RankingData): Html {
  const columns = [
    { label: '#', isNumber: true },
    { label: 'Seller' },
    { label: 'By day' },
    { label: 'Settled calls', isNumber: true },
    { label: 'Paid', isNumber: true },
    { label: 'A call, on average', isNumber: true },
    { label: 'Buyers', isNumber: true },
  ]
  const rows = ranked.slice(0, RANKED).map((each, at) => {
    const { name, host, calls, total, buyers } = each
    const values = days.map((day) => {
      const own = each.byDay.get(day)
      return order === 'calls' ? (own?.calls ?? 0) : paidText(own?.total ?? 0n)
    })
    const by = order === 'calls' ? 'calls' : 'dollars'
    return [
      at + 1,
      host === null
        ? html`${name} <span class="badge">this instance</span>`
        : html`<a href="/sellers/${host}">${name}</a>`,
      raw(sparkLine(`${name.slice(0, 80)}: ${by} by day`, values)),
      calls.toLocaleString('en'),
      dollars(paidText(total)),
      dollars(paidText(total / BigInt(calls))),
      buyers,
    ]
  })
  return table(`Sellers: ${RANKINGS[order]}`, columns, rows)
}
