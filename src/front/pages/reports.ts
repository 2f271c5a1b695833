import { fare } from './components.ts'
import { toolPath } from '../../selling/catalog/entry.ts'
import { formatCents, type Usd } from '../../base/core/money.ts'
import { inputShape } from '../../base/core/shape.ts'
import type { Tool } from '../../base/core/tool.ts'
import { html, type Html } from './html.ts'
import type { Page, PageSite } from './page.ts'

export interface ShelfData {
  readonly tools: readonly Tool[]
  /** Why cards are not accepted; null if they are. */
  readonly closed: string | null
  priceByCard(price: Usd): Usd
}

/** All reports, each with a form that leads to the card payment, and how programs buy them. */
export function reportsPage(data: ShelfData, site: PageSite): Page {
  const { tools, closed } = data
  return {
    title: 'Reports',
    description: 'Finished reports whose sentences can be checked, by card or by wallet.',
    path: '/reports',
    menu: '/reports',
    body: html`<div class="title">
        <h1>Reports</h1>
        <p class="lead">
          Finished work: each sentence names the passage that it rests on. A report that cannot be
          finished costs nothing.
        </p>
      </div>
      ${closed !== null && html`<p class="note warn">${closed} Programs pay by wallet.</p>`}
      ${tools.length === 0 && html`<p>No report is sold on this instance.</p>`}
      ${tools.map((tool) => reportCard(tool, data, site))}
      <p class="fine">
        A card pays the fee of its processor too, at the page of Stripe: the number of a card never
        comes here. <a href="/monitors">Monitors</a> look at something every day. Programs call the
        same reports over x402 and MPP, see each page.
      </p>`,
  }
}

function reportCard(tool: Tool, { closed, priceByCard }: ShelfData, site: PageSite): Html {
  const { slug, spec, unavailable, unpayable } = tool
  const isOpen = closed === null && (unavailable === undefined || unpayable === true)
  return html`<section class="stack" id="${slug}">
    <h2><a href="${toolPath(slug)}">${spec.name}</a></h2>
    <p>${spec.description}</p>
    <p>By wallet ${fare(tool, site)}</p>
    ${unavailable !== undefined && !unpayable && html`<p class="fine">Not available here now.</p>`}
    ${isOpen && orderForm(tool, formatCents(priceByCard(tool.price)))}
  </section>`
}

/** The form has the text fields only. Other fields keep their defaults. */
function orderForm(tool: Tool, price: string): Html {
  const { properties, required } = inputShape(tool)
  const texts = Object.entries(properties).filter(
    ([name, field]) => field['type'] === 'string' && name !== 'format',
  )
  return html`<form class="stack" method="post" action="/api/buy">
    <input type="hidden" name="product" value="${tool.slug}" />
    ${texts.map(([name, { description }]) => {
      const isNeeded = required.includes(name)
      const id = `${tool.slug}-${name}`
      return html`<div class="field">
        <label for="${id}">${name}${!isNeeded && ' (optional)'}</label
        ><input
          id="${id}"
          name="input[${name}]"
          ${isNeeded && 'required'}
          aria-describedby="${id}-hint"
        />
        <p class="hint" id="${id}-hint">${typeof description === 'string' && description}</p>
      </div>`
    })}
    <p><button>Pay ${price} by card</button></p>
  </form>`
}
