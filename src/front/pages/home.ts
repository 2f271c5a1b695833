import { toolPath } from '../../selling/catalog/entry.ts'
import { formatUsd } from '../../base/core/money.ts'
import type { Tool } from '../../base/core/tool.ts'
import { isFree } from '../surfaces/surface.ts'
import { codeBlock, fare, percent, railNames, searchForm, tabs, tile, wait } from './components.ts'
import { html, type Html } from './html.ts'
import { familyIcon } from './icons.ts'
import { icon, type Page, type PageSite } from './page.ts'
import { firstCallOf } from './snippets.ts'

const FAMILY_TOOLS = 3

/** Figures of recent sales. Null means unknown, and is not shown. */
export interface HomeNumbers {
  readonly callsOfDay: number
  readonly meanMs: number | null
  /** The share of answered calls in the last week; 0 to 1. */
  readonly answered: number | null
}

export interface HomePage {
  readonly numbers: HomeNumbers | null
  /** The tool that the page offers to try first. */
  readonly sample: Tool | undefined
  /** Questions that buyers type, each answered by a tool here. */
  readonly questions: readonly string[]
}

export function homePage(data: HomePage, site: PageSite): Page {
  const { catalog, site: place } = site.shop
  const lead = leadOf(site)
  return {
    title: place.name,
    description: lead,
    path: '/',
    scripts: ['find'],
    linkedData: {
      '@type': 'WebSite',
      name: place.name,
      url: place.baseUrl,
      potentialAction: {
        '@type': 'SearchAction',
        target: `${place.baseUrl}/tools?q={q}`,
        'query-input': 'required name=q',
      },
    },
    banner: html`<section class="hero">
      <div class="in">
        <div class="words">
          <h1>Pay the fare. Get the answer.</h1>
          <p>${lead}</p>
          <div class="find">
            ${searchForm({ isFirst: true }, site)}
            <ul class="chips">
              ${data.questions.map(chip)}
            </ul>
          </div>
        </div>
        ${data.sample && ticket(data.sample, site)}
      </div>
    </section>`,
    body: html`${live(data, site)}${waysIn(data, site)}
      <section>
        <div class="head">
          <h2>Every kind of tool</h2>
          <a href="/tools">All ${catalog.tools.length} tools</a>
        </div>
        <div class="grid">${Object.keys(catalog.families).map((tag) => familyTile(tag, site))}</div>
      </section>`,
  }
}

const chip = (q: string): Html =>
  html`<li><a class="chip" href="/tools?${new URLSearchParams({ q }).toString()}">${q}</a></li>`

function leadOf({ shop }: PageSite): string {
  const { tools } = shop.catalog
  const [least] = tools.toSorted((a, b) => a.price - b.price)
  const from =
    isFree(shop) || !least ? 'free on this instance' : `from ${formatUsd(least.price)} a call`
  return `${tools.length} tools for agents and people, ${from}. No account, no key. A call that fails costs nothing.`
}

function ticket(tool: Tool, site: PageSite): Html {
  return html`<aside class="ticket" aria-label="A call as an example">
    <div>
      <p class="row far"><span>One call</span><span>no account</span></p>
      <h2>${tool.spec.name}</h2>
      <p><code>${tool.spec.route}</code></p>
      <b>${isFree(site.shop) ? 'free' : formatUsd(tool.price)}</b>
    </div>
    <div class="stub">
      <p>402, pay, repeat: 200</p>
      <p>The answer and its receipt.</p>
    </div>
  </aside>`
}

function live({ numbers }: HomePage, { shop }: PageSite): Html {
  const { callsOfDay = 0, meanMs = null, answered = null } = numbers ?? {}
  const tiles = [
    tile(shop.catalog.tools.length, 'tools'),
    callsOfDay > 0 && tile(callsOfDay, 'calls sold in 24 hours'),
    meanMs !== null && tile(wait(meanMs), 'mean answer'),
    answered !== null && tile(percent(answered), 'answered, 7 days'),
  ]
  return html`<section class="live" aria-label="Live numbers">${tiles}</section>`
}

function waysIn({ sample }: HomePage, site: PageSite): Html {
  const { baseUrl } = site.shop.site
  const call = sample && firstCallOf(sample, site)
  const free = isFree(site.shop)
  const curl = [
    `# 1 find\ncurl '${baseUrl}/api/find?q=dns+of+a+domain'`,
    call && `# 2 call it: ${free ? '200' : '402 and the offers'}\n${call.shell}`,
    call && !free && '# 3 sign one, repeat with PAYMENT-SIGNATURE: 200',
  ]
  const mcp = `claude mcp add --transport http farebox ${baseUrl}/mcp`
  const rails = railNames(Object.keys(site.shop.till.describe()), site)
  const first =
    sample &&
    html`<a class="button" href="${toolPath(sample.slug)}">Try one ${fare(sample, site)}</a>`
  return html`<section class="split">
    <div class="stack">
      <h2>If you are a person</h2>
      <ol class="steps">
        <li><span>Pick a tool and fill in its form.</span></li>
        <li>
          <span
            >Press run. Small tools are free for a second of your computer’s work; others take a
            wallet or a credits key.</span
          >
        </li>
        <li><span>Read, copy or download the answer. No account was made.</span></li>
      </ol>
      <p class="row">${first}<a class="button second" href="/tools">See all</a></p>
    </div>
    <div class="stack">
      <h2>If you are an agent</h2>
      ${tabs('agent', [
        ['HTTP', codeBlock(curl.filter(Boolean).join('\n'), site, 'HTTP')],
        ...(call ? [['TypeScript', codeBlock(call.script, site, 'TypeScript')] as const] : []),
        ['MCP', codeBlock(mcp, site, 'MCP')],
      ])}
      <p class="fine">Paid by: ${rails}. <a href="/llms.txt">How each is paid</a></p>
    </div>
  </section>`
}

function familyTile(tag: string, site: PageSite): Html {
  const { title = tag, description = '' } = site.shop.catalog.families[tag] ?? {}
  const members = site.shop.catalog.tools.filter((tool) => tool.family === tag)
  const some = members.slice(0, FAMILY_TOOLS).map((tool) => tool.spec.name)
  return html`<a class="family" href="/tools?family=${tag}"
    >${icon(familyIcon(tag), site)}
    <h3>${title}</h3>
    <span class="n">${members.length}</span>
    <p>${description} <span class="fine">${some.join(', ')}…</span></p></a
  >`
}
