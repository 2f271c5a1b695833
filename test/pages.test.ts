import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { createCatalog } from '../src/selling/catalog/catalog.ts'
import { toolPath } from '../src/selling/catalog/entry.ts'
import { sourcesOf } from '../src/selling/catalog/sources.ts'
import { formatUsd } from '../src/base/core/money.ts'
import { inputShape } from '../src/base/core/shape.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { loadFreeEndpoints } from '../src/front/http/free-endpoints.ts'
import { catalogPage, catalogQuery, PAGE_ROWS } from '../src/front/pages/catalog.ts'
import { homePage } from '../src/front/pages/home.ts'
import { documentOf, type PageSite } from '../src/front/pages/page.ts'
import { toolPage } from '../src/front/pages/tool.ts'
import type { Shop } from '../src/front/surfaces/surface.ts'
import { oddTools } from './fixtures/odd-tools.ts'
import { catalogOfTools } from './support/catalog.ts'

const NO_CALLS = { hours: [], hour: 0, days: 7 }

const freeEndpoints = await loadFreeEndpoints()

const siteOf = (catalog: Shop['catalog']): PageSite => ({
  assets: 'v1',
  shop: {
    catalog,
    site: { name: 'Fare & <box>', baseUrl: 'https://farebox.test', build: 'abc123' },
    till: {
      railsFor: () => ['x402', 'pow', 'credits'],
      offers: () => [],
      describe: () => ({}),
      guides: {},
    },
    free: freeEndpoints,
  },
})

const real = siteOf(createCatalog(await catalogOfTools()))
const odd = siteOf(createCatalog(oddTools))

const pageOf = (tool: Tool, site: PageSite) =>
  documentOf(toolPage({ tool, record: null, history: NO_CALLS, related: [] }, site), site)

const PAGE_BYTES_MAX = 130_000

describe.each([
  ['real', real],
  ['odd', odd],
])('%s tools', (_name, site) => {
  test.each(site.shop.catalog.tools.map((tool) => [tool.slug, tool] as const))(
    'the page of %s is valid',
    (_slug, tool) => {
      const markup = pageOf(tool, site)
      const page = load(markup)
      expect(Buffer.byteLength(markup)).toBeLessThan(PAGE_BYTES_MAX)
      expect(page('title').text()).toBe(`${tool.spec.name} · Fare & <box>`)
      expect(page('h1').text()).toContain(tool.spec.name)
      expect(page('h1 .fare').text()).toContain(formatUsd(tool.price))
      const names = Object.keys(inputShape(tool).properties)
      const controls = page('#run [data-kind]').toArray()
      const named = (many: readonly (string | undefined)[]) => many.map(String).toSorted()
      expect(named(controls.map((each) => page(each).attr('name')))).toEqual(named(names))
      const rows = page('h2:contains("What it takes") + div tbody td:first-child code').toArray()
      expect(rows.map((each) => page(each).text())).toEqual(names)
      expect(page('#code pre').text()).toContain(site.shop.site.baseUrl + tool.path)
      const answer = page('h2:contains("Answer")').last().next()
      expect(answer.text() === 'None.').toBe(tool.slug === 'nothing')
      expect(sourcesShown(page)).toEqual(sourcesSaid(tool))
      expectNothingInline(page)
    },
  )
})

test('the first calls that the home page shows are answered with a 402', () => {
  const shown = (slug: string): string => {
    const sample = real.shop.catalog.bySlug(slug)
    const page = load(documentOf(homePage({ numbers: null, sample, questions: [] }, real), real))
    return page('pre').text()
  }
  const hash = shown('hash')
  expect(hash).toContain(`curl -i 'https://farebox.test/api/hash'`)
  expect(hash).toContain(`-H 'Content-Type: application/json' \\\n  -d '{`)
  expect(hash).toContain(`method: 'POST'`)
  expect(shown('dns')).toMatch(/curl -i 'https:\/\/farebox\.test\/api\/dns\?name=/)
})

type ParsedPage = ReturnType<typeof load>

/** The policy of pages forbids scripts and styles inside the markup. */
function expectNothingInline(page: ParsedPage): void {
  const inline = page('script:not([src]):not([type="application/ld+json"]), style, [style]')
  expect(inline.toArray().map((each) => page(each).toString())).toEqual([])
  const handlers = page('*')
    .toArray()
    .flatMap((each) => Object.keys((each as { attribs?: object }).attribs ?? {}))
  expect(handlers.filter((name) => /^on/i.test(name))).toEqual([])
}

const sourcesShown = (page: ParsedPage) => ({
  titles: page('h2:contains("Sources") + ul li')
    .toArray()
    .map((each) => page(each).text().trim()),
  terms: page('h2:contains("Sources") + ul li a')
    .toArray()
    .map((each) => page(each).attr('href')),
  isAlone: page('p').text().includes('asks nobody else'),
})

function sourcesSaid(tool: Tool) {
  const { providers, reads } = sourcesOf(tool)
  return {
    titles: providers.map(({ title }) => `${title}: terms`),
    terms: providers.map(({ terms }) => terms),
    isAlone: providers.length === 0 && reads.length > 0,
  }
}

const listOf = (query: string) =>
  load(
    documentOf(
      catalogPage(
        { query: catalogQuery(new URLSearchParams(query)), found: null, recordOf: () => null },
        real,
      ),
      real,
    ),
  )

test('the pages of the catalog link to every tool', () => {
  const { tools } = real.shop.catalog
  const seen = new Set<string | undefined>()
  for (let from = 0; from < tools.length; from += PAGE_ROWS) {
    const page = listOf(`from=${from}`)
    for (const link of page('.tool h3 a').toArray()) seen.add(page(link).attr('href'))
    expect(page('[data-more]').length).toBe(from + PAGE_ROWS < tools.length ? 1 : 0)
  }
  expect(seen).toEqual(new Set(tools.map(({ slug }) => toolPath(slug))))
})

test.each([
  ['family=text', (tool: Tool) => tool.family === 'text'],
  ['most=0.001', (tool: Tool) => tool.price <= 1_000],
  [
    'family=text&most=0.001&order=name',
    (tool: Tool) => tool.family === 'text' && tool.price <= 1_000,
  ],
])('the catalog of %s', (query, fits) => {
  const page = listOf(query)
  const count = real.shop.catalog.tools.filter(fits).length
  expect(page('#results').text()).toContain(`${count} tools`)
  expect(page('.tool').length).toBe(Math.min(PAGE_ROWS, count))
})

test('an empty list offers to remove each filter', () => {
  const page = listOf('family=memory&pay=work&most=0.001')
  expect(page('#results').text()).toContain('No tool fits')
  expect(page('#results a[href="/tools?family=memory&most=0.001"]').length).toBe(1)
})

/** Capabilities of this service itself: nothing of theirs comes from outside. */
const OWN = [
  'company-parts',
  'decider',
  'manifests',
  'memory',
  'monitors',
  'ocr',
  'own-process',
  'own-tools',
  'payability',
  'printer',
  'purchases',
  'report-tools',
  'router',
  'sale-ranks',
  'searches',
  'seller-market',
  'seller-records',
  'seller-sales',
  'service-keys',
  'threads',
  'tool-runner',
]

test('every capability that reads from outside names its provider', () => {
  const used = real.shop.catalog.tools.flatMap(({ spec }) => Object.values(spec.uses))
  const silent = used.filter(({ providers = [], reads }) => providers.length === 0 && !reads)
  expect([...new Set(silent.map(({ name }) => name))].toSorted()).toEqual(OWN)
  for (const { terms } of used.flatMap(({ providers = [] }) => providers))
    expect(terms).toMatch(/^https:\/\/\S+$/)
})

test('a pack names the sources of all its tools', () => {
  const { providers, reads } = sourcesOf(real.shop.catalog.bySlug('skill-domain-intel')!)
  const titles = providers.map(({ title }) => title)
  expect(titles).toEqual(['RDAP', 'Cloudflare DNS', 'Google Public DNS'])
  expect(reads).toEqual(['the DNS', 'the host that the call names', 'the site that the call names'])
})
