import { loadTools, type Loaded } from '../../src/catalog/load.ts'

let loaded: Promise<Loaded> | undefined

/** The tools of the house, loaded once for a test run. */
export function catalogOfTools(): Promise<Loaded> {
  loaded ??= loadTools(new URL('../../src/tools', import.meta.url).pathname)
  return loaded
}
