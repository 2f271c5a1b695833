import { toolPath } from '../../selling/catalog/entry.ts'
import { codeBlock, empty, fare, table } from './components.ts'
import { html } from './html.ts'
import type { Page, PageSite } from './page.ts'

export interface ModelsPage {
  readonly models: readonly { readonly id: string; readonly owned_by: string }[]
}

const FAMILY = 'llm-gateway'
const FARE = { label: 'Fare', isNumber: true }
const NOT_SET_UP = html` <span class="badge warn">not set up here</span>`

const program = (baseUrl: string): string => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${baseUrl}/v1', apiKey: process.env.CREDITS_KEY })
const reply = await client.chat.completions.create({
  model: 'auto',
  messages: [{ role: 'user', content: 'Say hello.' }],
})`

/** The language models, and the tools that ask them. */
export function modelsPage({ models }: ModelsPage, site: PageSite): Page {
  const { catalog, site: place } = site.shop
  const tools = catalog.tools.filter(({ family }) => family === FAMILY)
  const lead =
    'Language models over three public wires, paid by the call: no account with any vendor.'
  const rows = tools.map((tool) => [
    html`<a href="${toolPath(tool.slug)}">${tool.spec.name}</a>`,
    html`<code>${tool.path}</code>`,
    html`${fare(tool, site)}${tool.unavailable !== undefined && NOT_SET_UP}`,
  ])
  const shown = models.map(({ id, owned_by }) => [html`<code>${id}</code>`, owned_by])
  const routes =
    rows.length > 0
      ? table('Routes', [{ label: 'Tool' }, { label: 'Path' }, FARE], rows)
      : empty('chat', 'This instance sells no language models.', site)
  const served =
    shown.length > 0
      ? table('Models', [{ label: 'Model' }, { label: 'Vendor' }], shown)
      : empty('chip', 'No provider is set up on this instance.', site)
  return {
    title: 'Models',
    description: lead,
    path: '/models',
    menu: '/models',
    body: html`<div class="title">
        <h1>Models</h1>
        <p class="lead">${lead}</p>
      </div>
      <section class="stack">
        <h2>From an SDK</h2>
        ${codeBlock(program(place.baseUrl), site, 'OpenAI SDK')}
      </section>
      <section class="stack">
        <h2>Routes and fares</h2>
        ${routes}
      </section>
      <section class="stack">
        <h2>Served models</h2>
        ${served}
        <p class="fine">For programs: <a href="/v1/models">/v1/models</a>.</p>
      </section>`,
  }
}
