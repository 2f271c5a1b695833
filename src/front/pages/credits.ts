import { freeUrl } from '../surfaces/surface.ts'
import { codeBlock } from './components.ts'
import { html, type Html } from './html.ts'
import type { Page, PageSite } from './page.ts'

export interface CreditsData {
  /** The state of a paid card session; null if the page is opened without one. */
  readonly claim: { readonly status: string; readonly key?: string } | null
  /** The amounts of credits that can be bought by card. */
  readonly packs: readonly { readonly pack: string; readonly price: string }[]
}

/** Shows the balance of a key, and sells credits. Refusals of a key link to this page. */
export function creditsPage(site: PageSite, { claim, packs }: CreditsData): Page {
  const { name } = site.shop.site
  const curl = `curl -s ${freeUrl(site.shop, 'balance')} -H 'Authorization: Bearer <CREDITS_KEY>'`
  return {
    title: 'Credits',
    description: 'A prepaid key that pays for calls at list price.',
    path: '/credits',
    menu: '/credits',
    scripts: ['credits'],
    body: html`<div class="title">
        <h1>Prepaid credits</h1>
        <p class="lead">
          A credits key pays for calls at list price. What a call holds is taken only with a good
          answer.
        </p>
      </div>
      ${claim && claimed(claim, site)}
      <div class="split">
        <form id="balance" class="stack">
          <h2>Balance of a key</h2>
          <div class="field">
            <label for="key">Credits key</label
            ><input
              id="key"
              type="password"
              autocomplete="off"
              autocapitalize="off"
              spellcheck="false"
              required
            />
          </div>
          <p><button>Show the balance</button></p>
          <noscript>${codeBlock(curl, site, 'Balance')}</noscript>
        </form>
        <div id="shown" class="stack">
          <p class="fine">The balance appears here. The key is sent to this server only.</p>
        </div>
      </div>
      <section class="stack">
        <h2>From code</h2>
        ${codeBlock(curl, site, 'Balance')}
        <p class="dim">The operator of ${name} issues keys and tops them up.</p>
      </section>
      <section class="stack">
        <h2>Buy a key</h2>
        ${
          packs.length === 0
            ? html`<p>New credits are not on sale here. Keys that exist keep working.</p>`
            : html`<form method="post" action="/api/credits/checkout" class="row">
                ${packs.map(
                  ({ pack, price }) =>
                    html`<button name="pack" value="${pack}">$${pack} for ${price}</button>`,
                )}
              </form>`
        }
      </section>`,
  }
}

/** The only place that shows the key. It is on no other page and in no log. */
function claimed({ status, key }: NonNullable<CreditsData['claim']>, site: PageSite): Html {
  if (key !== undefined)
    return html`<section class="stack">
      <h2>Your key</h2>
      <p class="note ok">Keep it: it is shown for a day, and stored nowhere.</p>
      ${codeBlock(key, site, 'Credits key')}
    </section>`
  return html`<p class="note warn">${SAYS[status] ?? 'No such order.'}</p>`
}

const SAYS: Readonly<Record<string, string>> = {
  unpaid: 'The payment has not arrived yet. Load this page again in a moment.',
  claimed: 'The key of this order was shown before. It is shown for one day only.',
  invalid: 'This order has no key: its payment was given back, or it is none of credits.',
}
