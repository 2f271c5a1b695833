import { clientGuides } from '../surfaces/client-guides.ts'
import { codeBlock } from './components.ts'
import { html } from './html.ts'
import type { Page, PageSite } from './page.ts'

/** How each MCP client is configured to connect here. */
export function connectPage(site: PageSite): Page {
  const url = `${site.shop.site.baseUrl}/mcp`
  const lead = 'The whole catalog over the Model Context Protocol.'
  return {
    title: 'Connect a client',
    description: lead,
    path: '/connect',
    body: html`<div class="title">
        <h1>Connect a client</h1>
        <p class="lead">
          ${lead} It speaks at <code>${url}</code>. The lines of Claude Desktop start a process
          beside it, which can pay from a wallet of your own; every other client can be given the
          same.
        </p>
      </div>
      ${clientGuides(url).map(
        ({ client, where, lines }) =>
          html`<section class="stack">
            <h2>${client}</h2>
            <p class="dim">In ${where}:</p>
            ${codeBlock(lines, site, client)}
          </section>`,
      )}`,
  }
}
