import { toolPath } from '../../selling/catalog/entry.ts'
import { moment, note, percent, table, tile, wait, type ToolRecord } from './components.ts'
import { html, type Html } from './html.ts'
import type { Page, PageSite } from './page.ts'
import { historyPlots, hourStrip, type CallHistory } from './call-history.ts'

export interface StatusPage {
  readonly asOf: string
  readonly all: ToolRecord | null
  readonly byTool: readonly (ToolRecord & { readonly slug: string })[]
  readonly history: CallHistory
  readonly networks: readonly { readonly name: string; readonly trouble: string | null }[]
}

const WORST_ROWS = 20

/** How calls ended in the last week, and on which networks payments work now. */
export function statusPage(data: StatusPage, site: PageSite): Page {
  const troubled = data.networks.filter(({ trouble }) => trouble !== null)
  const troubles =
    troubled.length === 0
      ? note('ok', 'Everything that this instance watches works now.')
      : troubled.map(({ name, trouble }) => note('bad', html`<strong>${name}</strong>: ${trouble}`))
  const lead = 'How calls ended in the last seven days, from the records of this instance.'
  return {
    title: 'Status',
    description: lead,
    path: '/status',
    body: html`<div class="title">
        <h1>Status</h1>
        <p class="lead">${lead}</p>
      </div>
      ${troubles} ${sums(data)}
      <section class="stack">
        <h2>By the hour</h2>
        ${hourStrip(data.history)}
      </section>
      ${historyPlots(data.history)} ${failing(data, site)}
      <p class="fine">
        As of ${moment(data.asOf)}. The same for programs:
        <a href="/api/reliability">/api/reliability</a>, <a href="/api/stats">/api/stats</a>.
      </p>`,
  }
}

function sums({ all }: StatusPage): Html {
  if (!all) return html`<p class="dim">No call has ended yet.</p>`
  return html`<section class="live" aria-label="Sums">
    ${tile(all.calls, 'calls')}${all.answered !== null && tile(percent(all.answered), 'answered')}${all.meanMs !== null && tile(wait(all.meanMs), 'mean answer')}
  </section>`
}

function failing({ byTool }: StatusPage, site: PageSite): Html | null {
  const worst = byTool
    .filter(
      ({ answered, slug }) => answered !== null && answered < 1 && site.shop.catalog.bySlug(slug),
    )
    .toSorted((a, b) => (a.answered ?? 1) - (b.answered ?? 1))
    .slice(0, WORST_ROWS)
  if (worst.length === 0) return null
  const rows = worst.map(({ slug, calls, answered, meanMs }) => [
    html`<a href="${toolPath(slug)}">${slug}</a>`,
    calls,
    answered === null ? '' : percent(answered),
    meanMs === null ? '' : wait(meanMs),
  ])
  return html`<section class="stack">
    <h2>Tools that failed</h2>
    ${table('Tools that failed', [{ label: 'Tool' }, { label: 'Calls', isNumber: true }, { label: 'Answered', isNumber: true }, { label: 'Mean', isNumber: true }], rows)}
  </section>`
}
