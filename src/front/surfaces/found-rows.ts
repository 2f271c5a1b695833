import type { CatalogEntry } from '../../selling/catalog/entry.ts'
import { takesWork } from '../../base/core/tool.ts'
import { isFree, type Shop } from './surface.ts'

type Row = Pick<CatalogEntry, 'slug' | 'name' | 'description' | 'price' | 'required'> & {
  /** Whether MCP and A2A run it without a payment. */
  readonly free: boolean
}

/** Search results with only the fields that a model needs to choose a tool. */
export function foundRows(results: readonly CatalogEntry[], shop: Shop): readonly Row[] {
  const everything = isFree(shop)
  return results.map(({ slug, name, description, price, required }) => {
    const tool = shop.catalog.bySlug(slug)
    const free = everything || (tool !== undefined && takesWork(tool))
    return { slug, name, description, price, free, required }
  })
}
