import type { Catalog } from './catalog.ts'

/** A catalog whose tools can be replaced; each read gets the current tools. */
export interface LiveCatalog extends Catalog {
  replace(next: Catalog): void
}

export function createLiveCatalog(first: Catalog): LiveCatalog {
  let held = first
  return {
    get tools() {
      return held.tools
    },
    get families() {
      return held.families
    },
    bySlug: (slug) => held.bySlug(slug),
    byPath: (path) => held.byPath(path),
    familyTag: (name) => held.familyTag(name),
    replace: (next) => void (held = next),
  }
}
