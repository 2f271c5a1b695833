import type { Catalog } from '../../selling/catalog/catalog.ts'
import type { Site } from '../../selling/catalog/site.ts'
import type { Till } from '../../selling/payments/till.ts'
import type { FreeEndpoint } from './free-endpoint.ts'

/** The data of the documents: the catalog, the site, and the rails. */
export interface Shop {
  readonly catalog: Catalog
  readonly site: Site
  readonly till: Pick<Till, 'offers' | 'railsFor' | 'describe' | 'guides'>
  /** Free endpoints, in addition to the documents. */
  readonly free: readonly FreeEndpoint[]
}

/** The free public endpoints of the open rails. */
export function publicEndpoints({ free, till }: Shop): readonly FreeEndpoint[] {
  const rails = till.describe()
  return free.filter(({ access, rail }) => access === 'public' && (!rail || rail in rails))
}

/** The address of a free endpoint. */
export function freeUrl({ site, free }: Shop, id: string): string {
  const found = free.find((endpoint) => endpoint.id === id)
  if (!found) throw new Error(`no free endpoint is called ${id}`)
  return site.baseUrl + pathOf(found)
}

/** The path as OpenAPI writes it: `{name}` for a parameter. */
export const pathOf = ({ path }: FreeEndpoint): string => path.replaceAll(/:(\w+)/g, '{$1}')

/** Whether every tool is free here. */
export const isFree = ({ till }: Shop): boolean => 'free' in till.describe()

/** A free public document, a pure function of the shop; rendered once, then served from memory. */
export interface Surface {
  readonly path: `/${string}`
  readonly contentType:
    | 'application/json'
    | 'text/plain; charset=utf-8'
    | 'application/xml'
    | 'application/linkset+json'
  render(shop: Shop): string
  /** The part of it that is about one family; absent where it has no such parts. */
  readonly ofFamily?: FamilyPart
}

/** A part of a document: the whole has megabytes, and a reader often wants a few tools. */
export interface FamilyPart {
  /** Its address, with `{family}` for the tag. */
  readonly address: `/${string}{family}${string}`
  render(shop: Shop, tag: string): string
}
