import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { createCatalog } from '../src/catalog/catalog.ts'
import { toolPath } from '../src/catalog/entry.ts'
import { formatUsd } from '../src/core/money.ts'
import { inputShape } from '../src/core/shape.ts'
import { allPages } from '../src/surfaces/all.ts'
import type { Shop } from '../src/surfaces/surface.ts'
import { toolPage } from '../src/surfaces/tool-page.ts'
import { oddTools } from './fixtures/odd-tools.ts'
import { catalogOfTools } from './support/catalog.ts'

const shopOf = (catalog: Shop['catalog']): Shop => ({
  catalog,
  site: { name: 'Fare & <box>', baseUrl: 'https://farebox.test', build: 'abc123' },
  till: { railsFor: () => ['x402', 'pow'], offers: () => [], describe: () => ({}) },
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

  test('the front page leads to every tool', () => {
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
