import { toolPath } from '../../catalog/entry.ts'
import { canBePriced, type ToolChange, type ToolOverrides } from '../../catalog/overrides.ts'
import { formatUsd, type Usd } from '../../core/money.ts'
import type { Tool } from '../../core/tool.ts'
import { note, table } from '../components.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { framed, time } from './frame.ts'

export interface ToolsDesk {
  readonly q: string
  /** What was found, or else what is changed. */
  readonly tools: readonly Tool[]
  readonly overrides: ToolOverrides
  ownPriceOf(slug: string): Usd | undefined
  readonly changes: readonly ToolChange[]
  readonly problem: string | null
}

const PATH = '/operator/tools'

/** Where the operator switches tools off and on, and sets their prices. */
export function toolsDeskPage(data: ToolsDesk): Page {
  const { q, tools, problem } = data
  return framed(
    'Tools',
    PATH,
    html`${problem !== null && note('bad', problem)}
      <form class="stack" method="get" action="${PATH}">
        <div class="field">
          <label for="q">Find a tool</label
          ><input id="q" name="q" type="search" maxlength="200" value="${q}" />
          <p class="hint">
            Its slug, or words. A change holds at once here, and within seconds at other replicas.
          </p>
        </div>
        <p><button class="second">Find</button></p>
      </form>
      <section class="stack">
        <h2>${q === '' ? 'Changed tools' : 'Found'}</h2>
        ${toolTable(data, tools)}
      </section>
      <section class="stack">
        <h2>What was changed</h2>
        ${changeTable(data.changes)}
      </section>`,
  )
}

function toolTable(data: ToolsDesk, tools: readonly Tool[]): Html {
  const { q, overrides } = data
  if (tools.length === 0)
    return html`<p class="dim">
      ${q === '' ? 'Every tool is as its file says.' : 'Nothing fits. Try its slug.'}
    </p>`
  const rows = tools.map((tool) => {
    const { isOff = false, price = null } = overrides.get(tool.slug) ?? {}
    const own = data.ownPriceOf(tool.slug) ?? tool.price
    const before =
      price === null ? '' : html`<span class="fine">instead of ${formatUsd(own)}</span>`
    return [
      html`<a href="${toolPath(tool.slug)}">${tool.slug}</a>`,
      isOff ? 'switched off' : (tool.unavailable ?? 'sold'),
      html`${formatUsd(tool.price)} ${before}`,
      canBePriced(tool) ? priceForm(tool, q, price !== null) : 'made of its input or parts',
      form(
        tool.slug,
        q,
        html`<input type="hidden" name="off" value="${isOff ? 'false' : 'true'}" />
          <button class="quiet">${isOff ? 'Switch on' : 'Switch off'}</button>`,
      ),
    ]
  })
  const columns = ['Tool', 'State', 'Price', 'Other price', 'Change'].map((label) => ({ label }))
  return table('Tools', columns, rows)
}

const form = (slug: string, q: string, inner: Html): Html =>
  html`<form method="post" action="${PATH}">
    <input type="hidden" name="slug" value="${slug}" /><input
      type="hidden"
      name="q"
      value="${q}"
    />${inner}
  </form>`

const priceForm = ({ slug }: Tool, q: string, isChanged: boolean): Html =>
  html`${form(
    slug,
    q,
    html`<input
        name="price"
        size="8"
        maxlength="20"
        aria-label="Price of ${slug}"
        placeholder="$0.002"
        required
      /><button class="quiet">Set</button>`,
  )}
  ${
    isChanged &&
    form(
      slug,
      q,
      html`<input type="hidden" name="own" value="true" /><button class="quiet">Its own</button>`,
    )
  }`

function changeTable(changes: readonly ToolChange[]): Html {
  if (changes.length === 0) return html`<p class="dim">Nothing yet.</p>`
  const rows = changes.map(({ at, slug, what, by }) => [time(at), slug, what, by])
  const columns = ['When', 'Tool', 'What', 'By'].map((label) => ({ label }))
  return table('Changes', columns, rows)
}
