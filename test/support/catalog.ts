import { createCatalog } from '../../src/selling/catalog/catalog.ts'
import { loadAll, type Loaded } from '../../src/selling/catalog/load.ts'

let all: Promise<Loaded> | undefined

/** What the service is made of, loaded once for a test run. */
export function loadedGoods(): Promise<Loaded> {
  return (all ??= loadAll())
}

/** The tools of the service, packs among them, as if every setting was there. */
export async function catalogOfTools(): Promise<Loaded> {
  const { tools, families } = createCatalog(await loadedGoods())
  return { tools, families }
}
