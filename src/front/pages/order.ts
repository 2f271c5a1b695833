import { codeBlock, UNTRUSTED } from './components.ts'
import { html, type Html } from './html.ts'
import type { Page, PageSite } from './page.ts'
import { reportView, type ReportData } from './report.ts'

/** A card order as its buyer sees it. */
export interface OrderData {
  readonly session: string
  readonly status: 'unpaid' | 'generating' | 'done' | 'error' | 'refunded' | 'expired'
  readonly name: string
  readonly paid: string
  readonly asked: string
  readonly error: string | null
  readonly refund: string | null
  /** The money was only held on the card, and the hold was cancelled. */
  readonly isHold: boolean
  readonly progress: {
    readonly stage: string
    readonly done: number
    readonly total: number | null
  } | null
  /** Null if the answer is not a report; it is then shown as JSON. */
  readonly report: ReportData | null
  readonly answer: string | null
  readonly readableUntil: string
}

const POLL_MS = 2_000

const pdfPath = (session: string): string => `/r/${session}/report.pdf`

/** The page of an order: its progress, then its answer. */
export function orderPage(order: OrderData, site: PageSite): Page {
  const { session, name, status, asked } = order
  const isDone = status === 'done'
  return {
    title: name,
    description: 'A report that was bought by card.',
    path: `/r/${session}`,
    isPrivate: true,
    scripts: isDone && order.report ? ['report'] : isDone ? [] : ['poll'],
    body: html`<div class="title">
        <h1>${name}</h1>
        <p class="lead">${asked}</p>
      </div>
      ${isDone ? answered(order, site) : orderProgress(order)}`,
  }
}

/** The part of the page that is fetched again until the answer is there. */
export function orderProgress(order: OrderData): Html {
  const { session, status } = order
  const isMoving = status === 'unpaid' || status === 'generating'
  if (!isMoving) return ended(order)
  const url = `/r/${session}`
  return html`<section
    id="progress"
    class="stack"
    data-poll="${url}?part=progress"
    data-every="${POLL_MS}"
  >
    <ol class="stages">
      <li class="${status === 'unpaid' ? 'now' : 'done'}">
        ${status === 'unpaid' ? 'Waiting for the payment' : 'Paid'}
      </li>
      <li class="${status === 'generating' && 'now'}">${stageOf(order)}</li>
    </ol>
    <p class="fine">
      It takes up to three minutes. You can leave: this address shows the report when it is done.
      Whoever has the address can read it, so keep it to yourself.
    </p>
    <noscript
      ><p><a href="${url}">Look again</a></p></noscript
    >
  </section>`
}

function stageOf({ status, progress }: OrderData): string {
  if (status !== 'generating') return 'Then the report is made'
  if (!progress) return 'The report is being made'
  const { stage, done, total } = progress
  const many = total === null ? (done > 0 ? `: ${done}` : '') : `: ${done} of ${total}`
  return `The report is being made: ${stage}${many}`
}

function ended({ status, error, refund, paid, isHold }: OrderData): Html {
  if (status === 'done') return html`<section id="progress"></section>`
  if (status === 'expired')
    return html`<section class="stack">
      <p class="note warn">This order was not paid in time. Nothing was charged.</p>
      <p><a href="/reports">Order again</a></p>
    </section>`
  return html`<section class="stack">
    <h2>It could not be finished</h2>
    <p class="note bad">${error ?? 'The report failed twice.'}</p>
    ${
      status === 'refunded'
        ? html`<p>
            ${isHold ? `Your card was not charged: it holds ${paid} no more.` : `Your card was refunded ${paid}.`}
            <span class="fine">${refund}</span>
          </p>`
        : html`<p>Your card gets ${paid} back.</p>`
    }
  </section>`
}

const answered = ({ report, answer, readableUntil, session }: OrderData, site: PageSite): Html =>
  html`${report ? reportView(report) : answer !== null && codeBlock(answer, site, 'Answer')}
    <p class="fine">
      Readable here until ${readableUntil}.
      ${report && html`To keep: <a href="${pdfPath(session)}">the report as a PDF</a>.`} The same as
      JSON: <a href="/api/r/${session}">/api/r/${session}</a>. ${UNTRUSTED}
    </p>`
