import { takesWork, type Tool } from '../../base/core/tool.ts'
import { isFree } from '../surfaces/surface.ts'
import { note } from './components.ts'
import { html, raw, type Html } from './html.ts'
import type { IconId } from './icons.ts'
import { icon, type PageSite } from './page.ts'

interface PaymentChoice {
  readonly id: 'work' | 'wallet' | 'credits'
  readonly icon: IconId
  readonly title: string
  readonly says: string
  readonly more?: Html
}

/** How a call can be paid for in the page of its tool. */
export function paymentChoices(tool: Tool, site: PageSite): Html {
  const { till } = site.shop
  if (isFree(site.shop)) return html`<p class="fine">Every tool is free on this instance.</p>`
  const open = new Set(till.railsFor(tool))
  const all: PaymentChoice[] = [
    ...(takesWork(tool) && open.has('pow')
      ? [
          {
            id: 'work',
            icon: 'bolt',
            title: 'Work',
            says: 'Free: your computer solves a small puzzle.',
          } as const,
        ]
      : []),
    ...(open.has('x402')
      ? [
          {
            id: 'wallet',
            icon: 'wallet',
            title: 'Wallet',
            says: 'Sign one transfer. No gas, no approval.',
            more: html`<div id="wallets" class="chips">
              <p class="fine">Looking for wallets…</p>
            </div>`,
          } as const,
        ]
      : []),
    ...(open.has('credits')
      ? [
          {
            id: 'credits',
            icon: 'coin',
            title: 'Credits key',
            says: 'Held first, taken only with a good answer.',
            more: html`<label class="sr" for="key">Credits key</label
              ><input
                id="key"
                type="password"
                autocomplete="off"
                spellcheck="false"
                autocapitalize="off"
              /><label class="tick"
                ><input type="checkbox" id="keep" />Keep it in this tab until it closes</label
              >`,
          } as const,
        ]
      : []),
  ]
  if (all.length === 0) return note('warn', 'No way to pay for it is open here.')
  return html`<fieldset class="pay">
    <legend>Pay with</legend>
    ${all.map((way, at) => wayOf(way, at === 0, site))}
  </fieldset>`
}

const wayOf = (
  { id, icon: drawing, title, says, more }: PaymentChoice,
  isFirst: boolean,
  site: PageSite,
) =>
  html`<label class="way"
      ><input type="radio" name="pay" value="${id}" ${raw(isFirst ? ' checked' : '')} /><b
        >${title}</b
      >${icon(drawing, site)}<small>${says}</small></label
    >${more && html`<div class="more" data-for="${id}" ${raw(isFirst ? '' : ' hidden')}>${more}</div>`}`
