import type { Shop } from '../surfaces/surface.ts'
import { html, raw, type Html } from './html.ts'
import type { IconId } from './icons.ts'
import { PICTURE_SIZE } from './picture.ts'

/** What all pages need to render. */
export interface PageSite {
  readonly shop: Shop
  /** The version in the paths of the assets. */
  readonly assets: string
}

/** The content of one page; `documentOf` adds the frame. */
export interface Page {
  /** Without the name of the site, which is added. */
  readonly title: string
  readonly description: string
  /** The canonical path with its query. */
  readonly path: string
  /** The menu entry that is marked as current. */
  readonly menu?: MenuPath
  /** Scripts of `web/` that it loads in addition to `shell`. */
  readonly scripts?: readonly string[]
  /** The path of its preview picture. Default: the picture of its menu entry. */
  readonly picture?: string
  /** Search engines are told not to index it. */
  readonly isPrivate?: boolean
  /** JSON-LD: an object of schema.org. */
  readonly linkedData?: object
  /** Shown above the body in the full width. */
  readonly banner?: Html
  readonly body: Html
}

const MENU = [
  ['/tools', 'Tools'],
  ['/sellers', 'Sellers'],
  ['/models', 'Models'],
  ['/docs', 'Docs'],
  ['/reports', 'Reports'],
  ['/credits', 'Credits'],
] as const

export type MenuPath = (typeof MENU)[number][0]

export const assetPath = ({ assets }: PageSite, name: string): string => `/assets/${assets}/${name}`

export const icon = (id: IconId, site: PageSite): Html =>
  html`<svg class="i" aria-hidden="true"><use href="${assetPath(site, 'icons.svg')}#${id}" /></svg>`

/** The whole HTML document. */
export function documentOf(page: Page, site: PageSite): string {
  const { name, baseUrl } = site.shop.site
  const at = (file: string): string => assetPath(site, file)
  const title = page.path === '/' ? name : `${page.title} · ${name}`
  const address = baseUrl + page.path
  const scripts = ['shell', ...(page.scripts ?? [])]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${page.description}" />
        ${page.isPrivate ? html`<meta name="robots" content="noindex" />` : html`<link rel="canonical" href="${address}" />`}
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${page.description}" />
        <meta property="og:type" content="website" />
        <meta property="og:url" content="${address}" />
        <meta property="og:site_name" content="${name}" />
        <meta property="og:image" content="${baseUrl}${pictureOn(page)}" />
        <meta property="og:image:width" content="${PICTURE_SIZE.width}" />
        <meta property="og:image:height" content="${PICTURE_SIZE.height}" />
        <meta property="og:image:alt" content="${page.title}" />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="${at('mark.svg')}" type="image/svg+xml" />
        <link
          rel="preload"
          href="${at('overpass-700.woff2')}"
          as="font"
          type="font/woff2"
          crossorigin
        />
        <link rel="stylesheet" href="${at('site.css')}" />
        <script src="${at('theme.js')}"></script>
        ${scripts.map((script) => html`<script type="module" src="${at(`${script}.js`)}"></script>`)}
        ${page.linkedData && linkedData(page.linkedData)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        ${header(page, site)}
        <main id="main">
          ${page.banner}
          <div class="in body">${page.body}</div>
        </main>
        ${footer(site)}
        <p id="said" class="sr" role="status" aria-live="polite"></p>
      </body>
    </html> `.markup
}

const pictureOn = ({ picture, menu }: Page): string =>
  picture ?? `/pictures/pages/${menu?.slice(1) ?? 'home'}.png`

/** JSON-LD in a script element. `<` is escaped, so no value can end the element. */
const linkedData = (value: object): Html =>
  html`<script type="application/ld+json">
    ${raw(JSON.stringify({ '@context': 'https://schema.org', ...value }).replaceAll('<', String.raw`\u003c`))}
  </script>`

function header({ menu }: Page, site: PageSite): Html {
  const links = MENU.map(
    ([path, label]) =>
      html`<a href="${path}" ${raw(path === menu ? ' aria-current="page"' : '')}>${label}</a>`,
  )
  return html`<header class="top">
    <div class="in">
      <a class="logo" href="/"
        ><img
          src="${assetPath(site, 'mark.svg')}"
          width="30"
          height="30"
          alt=""
        />${site.shop.site.name}</a
      >
      <button
        type="button"
        id="menu"
        class="quiet icon only-phone"
        aria-label="Menu"
        aria-expanded="false"
        aria-controls="nav"
        hidden
      >
        ${icon('menu', site)}
      </button>
      <nav id="nav" aria-label="Main">${links}</nav>
      <button type="button" id="theme" class="quiet icon" aria-label="Light or dark" hidden>
        ${icon('sun', site)}
      </button>
    </div>
  </header>`
}

function footer(site: PageSite): Html {
  const { name, build } = site.shop.site
  return html`<footer class="foot">
    <div class="in row far">
      <span class="fine">${name} · build ${build} · only a good answer is charged</span>
      <nav aria-label="More" class="row fine">
        <a href="/connect">Connect a client</a><a href="/status">Status</a
        ><a href="/llms.txt">llms.txt</a><a href="/openapi.json">OpenAPI</a
        ><a href="/api/pricing">Prices as JSON</a>
      </nav>
    </div>
  </footer>`
}
