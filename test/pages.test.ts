import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { createCatalog } from '../src/catalog/catalog.ts'
import { toolPath } from '../src/catalog/entry.ts'
import { sourcesOf } from '../src/catalog/sources.ts'
import { formatUsd } from '../src/core/money.ts'
import { inputShape } from '../src/core/shape.ts'
import { loadFreeEndpoints } from '../src/http/free-endpoints.ts'
import { allPages } from '../src/surfaces/all.ts'
import type { Shop } from '../src/surfaces/surface.ts'
import { toolPage } from '../src/surfaces/tool-page.ts'
import { oddTools } from './fixtures/odd-tools.ts'
import { catalogOfTools } from './support/catalog.ts'

const freeEndpoints = await loadFreeEndpoints()

const shopOf = (catalog: Shop['catalog']): Shop => ({
  catalog,
  site: { name: 'Fare & <box>', baseUrl: 'https://farebox.test', build: 'abc123' },
  till: { railsFor: () => ['x402', 'pow'], offers: () => [], describe: () => ({}), guides: {} },
  free: freeEndpoints,
})

const real = shopOf(createCatalog(await catalogOfTools()))
const odd = shopOf(createCatalog(oddTools))

describe.each([
  ['real', real],
  ['odd', odd],
])('%s tools', (_name, shop) => {
  test.each(shop.catalog.tools.map((tool) => [tool.slug, tool] as const))(
    'page of %s',
    (_slug, tool) => {
      const page = load(toolPage(tool, shop))
      expect(page('h1').text()).toBe(tool.spec.name)
      expect(page('.price').text()).toBe(formatUsd(tool.price))
      const fields = page('table').first().find('tr td:first-child code')
      const names = Object.keys(inputShape(tool).properties)
      if (names.length > 0) expect(fields.toArray().map((each) => page(each).text())).toEqual(names)
      expect(page('pre').text()).toContain(shop.site.baseUrl + tool.path)
      expect(page('script').length).toBe(0)
    },
  )

  test.each(shop.catalog.tools.map((tool) => [tool.slug, tool] as const))(
    'page of %s says whose data it is, and under which terms',
    (_slug, tool) => {
      const page = load(toolPage(tool, shop))
      const { providers, reads } = sourcesOf(tool)
      const shown = page('h2:contains("Sources") + ul li').toArray()
      expect(shown.map((each) => page(each).text())).toEqual(
        providers.map(({ title }) => `${title}: terms`),
      )
      expect(shown.map((each) => page(each).find('a').attr('href'))).toEqual(
        providers.map(({ terms }) => terms),
      )
      const said = page('p').text()
      for (const what of reads) expect(said).toContain(what)
      const isAlone = providers.length === 0 && reads.length > 0
      expect(said.includes('asks nobody else')).toBe(isAlone)
    },
  )

  test.each(shop.catalog.tools.map((tool) => [tool.slug, tool] as const))(
    'page of %s lists the fields of the answer',
    (_slug, tool) => {
      const page = load(toolPage(tool, shop))
      const answer = page('h2:contains("Answer")').next()
      const isNothing = tool.slug === 'nothing'
      expect(answer.text()).not.toBe('')
      expect(answer.text() === 'None.').toBe(isNothing)
    },
  )

  test('the front page links to every tool', () => {
    const home = load(allPages.find(({ path }) => path === '/')?.render(shop) ?? '')
    const links = home('td a')
      .toArray()
      .map((each) => home(each).attr('href'))
    expect(links.map(String).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      shop.catalog.tools.map(({ slug }) => toolPath(slug)).toSorted((a, b) => (a < b ? -1 : 1)),
    )
    expect(home('h1').text()).toBe('Fare & <box>')
  })
})

/** Capabilities of this service itself: nothing of theirs comes from outside. */
const OWN = [
  'house-keys',
  'house-tools',
  'memory',
  'ocr',
  'own-thread',
  'printer',
  'purchases',
  'report-desk',
  'sale-ranks',
  'seller-records',
  'threads',
  'tool-runner',
]

test('every capability that reads outside names its provider', () => {
  const used = real.catalog.tools.flatMap(({ spec }) => Object.values(spec.uses))
  const silent = used.filter(({ providers = [], reads }) => providers.length === 0 && !reads)
  expect([...new Set(silent.map(({ name }) => name))].toSorted()).toEqual(OWN)
  for (const { terms } of used.flatMap(({ providers = [] }) => providers))
    expect(terms).toMatch(/^https:\/\/\S+$/)
})

test('a pack names the sources of all its tools', () => {
  const { providers, reads } = sourcesOf(real.catalog.bySlug('skill-domain-intel')!)
  expect(providers.map(({ title }) => title)).toEqual(['RDAP'])
  expect(reads).toEqual(['the DNS', 'the host that the call names', 'the site that the call names'])
})
