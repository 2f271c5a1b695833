import { toolPath } from '../../selling/catalog/entry.ts'
import { DOCUMENTS, jsonText, urlOf } from './documents.ts'
import { pathOf, publicEndpoints, type Shop, type Surface } from './surface.ts'

/** Pages that a search engine may list, besides those of tools. */
const PAGES = [
  '/',
  '/tools',
  '/reports',
  '/monitors',
  '/sellers',
  '/models',
  '/docs',
  '/credits',
  '/connect',
  '/status',
]

/** Crawlers are kept away from priced paths, jobs and parts of pages. */
const robotsTxt: Surface = {
  path: '/robots.txt',
  contentType: 'text/plain; charset=utf-8',
  render: (shop) =>
    [
      'User-agent: *',
      'Allow: /api/pricing',
      'Disallow: /api/',
      'Disallow: /v1/',
      'Disallow: /jobs/',
      'Disallow: /*part=',
      '',
      `Sitemap: ${urlOf(shop, sitemap)}`,
      '',
    ].join('\n'),
}

const sitemap: Surface = {
  path: '/sitemap.xml',
  contentType: 'application/xml',
  render(shop) {
    const { tools, families } = shop.catalog
    const paths = [
      ...PAGES,
      ...Object.keys(families).map((tag) => `/tools?family=${tag}`),
      ...tools.map(({ slug }) => toolPath(slug)),
    ]
    const urls = paths.map((path) => `<url><loc>${urlOf(shop, { path })}</loc></url>`)
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...urls,
      '</urlset>',
      '',
    ].join('\n')
  },
}

/** RFC 9727: where the interfaces of this service are described. */
const apiCatalog: Surface = {
  path: '/.well-known/api-catalog',
  contentType: 'application/linkset+json',
  render: (shop) =>
    jsonText({
      linkset: [
        {
          anchor: `${shop.site.baseUrl}/.well-known/api-catalog`,
          item: [{ href: shop.site.baseUrl }],
        },
        {
          anchor: shop.site.baseUrl,
          'service-desc': [{ href: urlOf(shop, DOCUMENTS.openapi), type: 'application/json' }],
          'service-doc': [{ href: `${shop.site.baseUrl}/docs`, type: 'text/html' }],
          'service-meta': [
            { href: urlOf(shop, DOCUMENTS.manifest), type: 'application/json' },
            { href: urlOf(shop, DOCUMENTS.agentCard), type: 'application/json' },
          ],
          status: statusOf(shop),
        },
      ],
    }),
}

const statusOf = (shop: Shop) =>
  publicEndpoints(shop)
    .filter(({ id }) => id === 'health')
    .map((endpoint) => ({ href: shop.site.baseUrl + pathOf(endpoint), type: 'application/json' }))

/** The files that crawlers read first. */
export const crawlerFiles: readonly Surface[] = [robotsTxt, sitemap, apiCatalog]
