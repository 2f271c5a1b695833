import { toolPath } from '../../../selling/catalog/entry.ts'
import { note, percent, table, tile, wait, type ToolRecord } from '../components.ts'
import { html, type Html } from '../html.ts'
import type { Page, PageSite } from '../page.ts'
import { callLink, DESK_PAGES, dollars, number } from './frame.ts'
import type { SourceRow } from './sources.ts'

/** What one tool or rail has earned. Amounts are in millionths of a dollar. */
export interface EarnedRow {
  readonly name: string
  readonly calls: number
  readonly revenue: number
}

export interface KeyRow {
  readonly keyId: string
  readonly label: string
  readonly balance: number
  readonly held: number
  readonly loaded: number
  readonly calls: number
  readonly isDisabled: boolean
}

export interface DashboardData {
  readonly asOf: string
  readonly networks: readonly { readonly name: string; readonly trouble: string | null }[]
  /** Payments whose result is not known yet. */
  readonly unresolved: readonly {
    readonly callId: string
    readonly slug: string
    readonly rail: string
    readonly amount: number
  }[]
  /** Providers that lately failed more often than they answered. */
  readonly failingSources: readonly SourceRow[]
  readonly unavailable: readonly { readonly slug: string; readonly why: string }[]
  readonly lastDay: { readonly calls: number; readonly revenue: number }
  readonly byTool: readonly EarnedRow[]
  readonly byRail: readonly EarnedRow[]
  readonly all: ToolRecord | null
  readonly failing: readonly (ToolRecord & { readonly slug: string })[]
  readonly keys: readonly KeyRow[]
}

const ROWS = 30

/** The form by which the operator signs in. */
export function signInPage(problem: string | null): Page {
  return {
    title: 'Operator',
    description: 'For the operator of this instance.',
    path: '/operator',
    isPrivate: true,
    body: html`<div class="title"><h1>Operator</h1></div>
      ${problem !== null && note('bad', problem)}
      <form class="stack" method="post" action="/operator">
        <div class="field">
          <label for="token">Operator token</label
          ><input
            id="token"
            name="token"
            type="password"
            autocomplete="current-password"
            required
          />
          <p class="hint">The value of OPERATOR_TOKEN. The session ends after twelve hours.</p>
        </div>
        <p><button>Sign in</button></p>
      </form>`,
  }
}

/** What needs the operator's attention, then earnings, how calls ended, and the credits keys. */
export function dashboardPage(data: DashboardData, site: PageSite): Page {
  const { lastDay, byRail } = data
  const sum = byRail.reduce((total, { revenue }) => total + revenue, 0)
  const calls = byRail.reduce((total, row) => total + row.calls, 0)
  const sums = [
    tile(dollars(lastDay.revenue), 'earned in 24 hours'),
    tile(lastDay.calls, 'calls sold in 24 hours'),
    tile(dollars(sum), 'earned in all'),
    tile(calls, 'calls sold in all'),
  ]
  return {
    title: 'Dashboard',
    description: 'For the operator of this instance.',
    path: '/operator',
    isPrivate: true,
    body: html`<div class="title">
        <h1>Dashboard</h1>
        <p class="fine">As of ${data.asOf}</p>
        <p class="row">
          ${DESK_PAGES.map(([path, label]) => html`<a href="${path}">${label}</a> `)}
        </p>
      </div>
      <section class="stack">
        <h2>What needs you</h2>
        <div class="alerts">${needs(data)}</div>
      </section>
      <section class="stack">
        <h2>Earnings</h2>
        <div class="live">${sums}</div>
        <div class="split">
          <div class="stack">
            <h3>By tool</h3>
            ${earned('By tool', data.byTool)}
          </div>
          <div class="stack">
            <h3>By way to pay</h3>
            ${earned('By way to pay', byRail)}
          </div>
        </div>
        <p><a href="/operator/sales.csv">All of it as CSV</a></p>
      </section>
      <section class="stack">
        <h2>How calls ended, 7 days</h2>
        ${ended(data)}
      </section>
      <section class="stack">
        <h2>Credits keys</h2>
        ${keyTable(data.keys)}
      </section>
      ${unavailableTools(data, site)}
      <form method="post" action="/operator/sign-out">
        <button class="second">Sign out</button>
      </form>`,
  }
}

function needs({ networks, unresolved, failingSources }: DashboardData): Html | readonly Html[] {
  const all = [
    ...networks.flatMap(({ name, trouble }) =>
      trouble === null ? [] : [note('bad', html`<strong>${name}</strong>: ${trouble}`)],
    ),
    ...unresolved.map(({ callId, slug, rail, amount }) =>
      note(
        'warn',
        html`The outcome of a payment of ${dollars(amount)} over ${rail} for ${slug} is unknown yet.
        ${callLink(callId)}`,
      ),
    ),
    ...failingSources.map(({ title, lastFault }) =>
      note(
        'warn',
        html`<a href="/operator/sources">${title}</a> fails more often than it answers.
          ${lastFault?.message}`,
      ),
    ),
  ]
  return all.length === 0
    ? note('ok', 'Nothing. Every network can be paid on, no payment is open, and no source fails.')
    : all
}

function earned(label: string, rows: readonly EarnedRow[]): Html {
  if (rows.length === 0) return html`<p class="dim">No sale yet.</p>`
  const cells = rows
    .slice(0, ROWS)
    .map(({ name, calls, revenue }) => [name, calls, dollars(revenue)])
  return table(label, [{ label: 'Name' }, number('Calls'), number('Earned')], cells)
}

function ended({ all, failing }: DashboardData): Html {
  if (!all) return html`<p class="dim">No call has ended yet.</p>`
  const sums = [
    tile(all.calls, 'calls'),
    all.answered !== null && tile(percent(all.answered), 'answered'),
    all.meanMs !== null && tile(wait(all.meanMs), 'mean answer'),
  ]
  const rows = failing
    .slice(0, ROWS)
    .map(({ slug, calls, answered }) => [
      html`<a href="${toolPath(slug)}">${slug}</a>`,
      calls,
      answered === null ? '' : percent(answered),
    ])
  const worst = table(
    'Tools that failed',
    [{ label: 'Tool' }, number('Calls'), number('Answered')],
    rows,
  )
  return html`<div class="live">${sums}</div>
    ${rows.length > 0 && worst}
    <p class="fine">
      Calls that failed or were free are in here too. They are counted every ten seconds and read
      again after as many: up to half a minute later than the earnings above.
    </p>`
}

function keyTable(keys: readonly KeyRow[]): Html {
  if (keys.length === 0) return html`<p class="dim">No key was issued yet: npm run credits.</p>`
  const rows = keys.map((key) => [
    html`<code>${key.keyId}</code> ${key.label}`,
    dollars(key.balance),
    dollars(key.held),
    dollars(key.loaded),
    key.calls,
    html`<form method="post" action="/operator/keys">
      <input type="hidden" name="keyId" value="${key.keyId}" /><input
        type="hidden"
        name="disabled"
        value="${key.isDisabled ? 'false' : 'true'}"
      /><button class="quiet">${key.isDisabled ? 'Enable' : 'Disable'}</button>
    </form>`,
  ])
  const columns = [
    { label: 'Key' },
    number('Balance'),
    number('Held'),
    number('Paid in'),
    number('Calls'),
    { label: 'Change' },
  ]
  return table('Credits keys', columns, rows)
}

function unavailableTools({ unavailable }: DashboardData, site: PageSite): Html {
  const rows = unavailable.map(({ slug, why }) => [
    html`<a href="${toolPath(slug)}">${slug}</a>`,
    why,
  ])
  const all = site.shop.catalog.tools.length
  return html`<section class="stack">
    <h2>Set up</h2>
    <p>${all - unavailable.length} of ${all} tools can be called.</p>
    ${
      rows.length > 0 &&
      html`<details>
        <summary>${rows.length} lack a setting or an engine</summary>
        ${table('Tools that cannot be called', [{ label: 'Tool' }, { label: 'Why' }], rows)}
      </details>`
    }
  </section>`
}
