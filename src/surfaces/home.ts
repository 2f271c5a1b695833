import { formatUsd } from '../core/money.ts'
import { toolPath } from '../catalog/entry.ts'
import { summaryOf, toolsByFamily } from './goods.ts'
import { escaped, pageOf, table } from './page.ts'
import { isFree, type Shop, type Surface } from './surface.ts'

/** The front page: every tool, by family. */
export const home: Surface = {
  path: '/',
  contentType: 'text/html; charset=utf-8',
  render: (shop) => pageOf({ title: shop.site.name, body: bodyOf(shop) }),
}

function bodyOf(shop: Shop): string {
  const { catalog, site } = shop
  const families = [...toolsByFamily(shop)].map(([tag, tools]) => {
    const { title = tag, description = '' } = catalog.families[tag] ?? {}
    const rows = tools.map(({ slug, price, spec, unavailable }) => [
      `<a href="${toolPath(slug)}">${escaped(slug)}</a>`,
      escaped(spec.description) +
        (unavailable === undefined ? '' : ' <small>not set up on this instance</small>'),
      `<span class="price">${isFree(shop) ? 'free' : formatUsd(price)}</span>`,
    ])
    return `<h2>${escaped(title)}</h2><p>${escaped(description)}</p>${table(['Tool', 'What it does', 'Price'], rows)}`
  })
  return `<h1>${escaped(site.name)}</h1><p>${escaped(summaryOf(shop))}</p>${families.join('\n')}`
}
