import type { Catalog } from '../catalog/catalog.ts'
import type { Site } from '../catalog/site.ts'
import type { Till } from '../payments/till.ts'

/** What a document is rendered from: the tools, where they are sold, and how they are paid. */
export interface Shop {
  readonly catalog: Catalog
  readonly site: Site
  readonly till: Pick<Till, 'offers' | 'railsFor' | 'describe'>
}

/** A free public document, a pure function of the shop; rendered once, then served from memory. */
export interface Surface {
  readonly path: `/${string}`
  readonly contentType:
    | 'application/json'
    | 'text/plain; charset=utf-8'
    | 'text/html; charset=utf-8'
  render(shop: Shop): string
}
