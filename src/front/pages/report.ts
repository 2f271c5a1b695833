import { figure } from './figure.ts'
import { html, raw, type Html } from './html.ts'

/** The parts of a report that a page shows. */
export interface ReportData {
  readonly sections: readonly ReportSection[]
  readonly sources: readonly ReportSource[]
  readonly tables: readonly ReportTable[]
}

export interface ReportSection {
  readonly id: string
  readonly title: string
  readonly sentences: readonly { readonly text: string; readonly citations: readonly number[] }[]
  readonly table?: string | undefined
}

export interface ReportSource {
  readonly n: number
  readonly title: string
  readonly url: string
  readonly publisher?: string | null | undefined
  readonly publishedAt?: string | null | undefined
  readonly retrievedAt: string
  readonly sha256: string
  readonly quotes: readonly { readonly id: string; readonly text: string }[]
}

export interface ReportTable {
  readonly name: string
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
  readonly chart?: ReportChart | undefined
}

/** The chart above a table: which columns it draws, by index. */
interface ReportChart {
  readonly kind: 'bars' | 'lines' | 'rows'
  readonly labels: number
  readonly values: readonly number[]
  readonly says: string
}

const ROWS_MAX = 200

/** A report for printing: a whole document that loads no other file. */
export interface PaperData {
  readonly name: string
  readonly asked: string
  readonly report: ReportData
  /** The style sheet of the site; never text of strangers. */
  readonly styles: string
}

export const reportPaper = ({ name, asked, report, styles }: PaperData): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${name}</title>
        <style>
          ${raw(styles)}
        </style>
      </head>
      <body>
        <main class="in body">
          <div class="title">
            <h1>${name}</h1>
            <p class="lead">${asked}</p>
          </div>
          ${reportView(report)}
        </main>
      </body>
    </html>`.markup

/** The contents, the text, and beside it the quote of the citation that is pointed at. */
export function reportView({ sections, sources, tables }: ReportData): Html {
  const known = new Set(sources.map(({ n }) => n))
  const cited = (n: number): Html | false =>
    known.has(n) &&
    html`<a class="cite" href="#s${n}" data-cite="${n}" aria-label="Source ${n}">${n}</a>`
  const sentenceView = ({ text, citations }: ReportSection['sentences'][number]): Html =>
    html`<p>${text} ${citations.map(cited)}</p>`
  const tableOf = (name: string | undefined): Html | undefined => {
    const table = tables.find((each) => each.name === name)
    return table && html`${table.chart && drawn(table, table.chart)}${tableView(table)}`
  }
  return html`<div class="report">
    <nav class="toc low" aria-label="Contents">
      ${sections.map(({ title }, at) => html`<a href="#part-${at}">${title}</a>`)}<a href="#sources"
        >Sources</a
      >
    </nav>
    <div class="prose">
      ${sections.map(
        ({ title, sentences, table }, at) =>
          html`<h2 id="part-${at}">${title}</h2>
            ${sentences.map(sentenceView)} ${tableOf(table)}`,
      )}
      <h2 id="sources">Sources</h2>
      <ol class="sources">
        ${sources.map(sourceView)}
      </ol>
    </div>
    <aside id="quotes" class="quotes" aria-live="polite">
      <p class="fine">Choose a number in the text to see here the passage that supports it.</p>
    </aside>
  </div>`
}

/** An entry in the list of sources, with the quotes that the citations show. */
function sourceView(source: ReportSource): Html {
  const { n, title, url, publisher, publishedAt, retrievedAt, sha256, quotes } = source
  const facts = [publisher, publishedAt && `published ${publishedAt}`, `read ${retrievedAt}`]
  const isAddress = /^https?:\/\//i.test(url)
  return html`<li id="s${n}">
    <span>${n}</span>
    <div>
      <p>
        ${
          isAddress
            ? html`<a href="${url}" rel="noopener noreferrer nofollow ugc">${title}</a>`
            : title
        }
      </p>
      <div>
        ${quotes.map(({ text }) => html`<p><q>${text}</q></p>`)}
        <p class="fine">${facts.filter(Boolean).join(' · ')}</p>
        <p class="fine">SHA-256 of the text <code class="wrap">${sha256}</code></p>
      </div>
    </div>
  </li>`
}

/** A chart draws at most so many rows of a table; more would not be readable. */
const POINTS_MAX = { bars: 60, lines: 400, rows: 20 } as const

function drawn({ label, columns, rows }: ReportTable, chart: ReportChart): Html {
  const { kind, labels, values, says } = chart
  const shown = rows.slice(0, POINTS_MAX[kind])
  return figure({
    kind,
    labelled: columns[labels] ?? '',
    chart: {
      title: label,
      description: says,
      labels: shown.map((row) => String(row[labels] ?? '')),
      series: values.map((at) => ({
        name: columns[at] ?? '',
        values: shown.map((row) => row[at] ?? null),
      })),
      tell: (value) => (typeof value === 'string' ? value : NUMBERS.format(value)),
    },
  })
}

const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })

function tableView({ label, columns, rows }: ReportTable): Html {
  const more = rows.length - ROWS_MAX
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
      <table>
        <caption>
          ${label}
        </caption>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, ROWS_MAX).map(
            (row) =>
              html`<tr>
                ${row.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${more > 0 && html`<p class="fine">${more} more rows are in the JSON.</p>`}`
}
