import { loadTools, type Loaded } from '../../src/catalog/load.ts'

let loaded: Promise<Loaded> | undefined

/** The tools of the house, loaded once for a test run. */
export function catalogOfTools(): Promise<Loaded> {
  const folders = ['tools', 'packs'].map((name) => new URL(`../../src/${name}`, import.meta.url))
  loaded ??= loadTools(...folders.map(({ pathname }) => pathname))
  return loaded
}
