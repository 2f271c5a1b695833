import { toolPath } from '../../../selling/catalog/entry.ts'
import {
  factorsOf,
  pricingOf,
  type ToolChange,
  type ToolOverrides,
} from '../../../selling/catalog/overrides.ts'
import { formatUsd, type Usd } from '../../../base/core/money.ts'
import type { Tool } from '../../../base/core/tool.ts'
import { note, table } from '../components.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { framed, time } from './frame.ts'

export interface ToolsPageData {
  readonly q: string
  /** The tools that match the search; without a search, the changed tools. */
  readonly tools: readonly Tool[]
  readonly overrides: ToolOverrides
  ownPriceOf(slug: string): Usd | undefined
  readonly changes: readonly ToolChange[]
  readonly problem: string | null
}

const PATH = '/operator/tools'

/** Where the operator switches tools off and on, and sets their prices. */
export function toolsPage(data: ToolsPageData): Page {
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

function toolTable(data: ToolsPageData, tools: readonly Tool[]): Html {
  const { q, overrides } = data
  if (tools.length === 0)
    return html`<p class="dim">
      ${q === '' ? 'Every tool is as its file says.' : 'Nothing fits. Try its slug.'}
    </p>`
  const rows = tools.map((tool) => {
    const { isOff = false, price = null, factor = null } = overrides.get(tool.slug) ?? {}
    const own = data.ownPriceOf(tool.slug) ?? tool.price
    const multiplied = factor === null ? '' : `${factor} % of its own: `
    const instead = `${multiplied}instead of ${fromOf(tool)}${formatUsd(own)}`
    const isChanged = price !== null || factor !== null
    return [
      html`<a href="${toolPath(tool.slug)}">${tool.slug}</a>`,
      isOff ? 'switched off' : (tool.unavailable ?? 'sold'),
      html`${fromOf(tool)}${formatUsd(tool.price)}
      ${isChanged && html`<span class="fine">${instead}</span>`}`,
      pricingOf(tool) === 'none' ? 'what its models charge' : priceForm(tool, q, isChanged),
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

const fromOf = ({ spec }: Tool): string => (typeof spec.price === 'string' ? '' : 'from ')

/** A field for the price, or for a factor if the price is computed from the input or from parts. */
function priceField(tool: Tool): Html {
  if (pricingOf(tool) === 'fixed')
    return html`<input
      name="price"
      size="8"
      maxlength="20"
      aria-label="Price of ${tool.slug}"
      placeholder="$0.002"
      required
    />`
  const [least, most] = factorsOf(tool)
  return html`<input
      name="factor"
      size="5"
      maxlength="6"
      inputmode="numeric"
      aria-label="Percent of its own price of ${tool.slug}, ${least} to ${most}"
      placeholder="100"
      required
    />
    <span class="fine">% of its ${tool.spec.pack ? 'parts' : 'own'}, ${least} to ${most}</span> `
}

const priceForm = (tool: Tool, q: string, isChanged: boolean): Html =>
  html`${form(tool.slug, q, html`${priceField(tool)}<button class="quiet">Set</button>`)}
  ${
    isChanged &&
    form(
      tool.slug,
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
