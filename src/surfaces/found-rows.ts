import type { CatalogEntry } from '../catalog/entry.ts'
import { takesWork } from '../core/tool.ts'
import { isFree, type Shop } from './surface.ts'

type Row = Pick<CatalogEntry, 'slug' | 'name' | 'description' | 'price' | 'required'> & {
  /** Whether protocols that have a free set answer it without a payment. */
  readonly free: boolean
}

/** What was found, cut to what a model needs to choose. */
export function foundRows(results: readonly CatalogEntry[], shop: Shop): readonly Row[] {
  const everything = isFree(shop)
  return results.map(({ slug, name, description, price, required }) => {
    const tool = shop.catalog.bySlug(slug)
    const free = everything || (tool !== undefined && takesWork(tool))
    return { slug, name, description, price, free, required }
  })
}
