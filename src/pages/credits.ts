import { freeUrl } from '../surfaces/surface.ts'
import { codeBlock } from './components.ts'
import { html } from './html.ts'
import type { Page, PageSite } from './page.ts'

/** The balance of a key, and where a refused key points to. */
export function creditsPage(site: PageSite): Page {
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
          <p class="fine">
            The balance will stand here. The key leaves this page for this server only.
          </p>
        </div>
      </div>
      <section class="stack">
        <h2>From code</h2>
        ${codeBlock(curl, site, 'Balance')}
        <p class="dim">The operator of ${name} issues keys and tops them up.</p>
      </section>`,
  }
}
