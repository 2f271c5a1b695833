import { packsOf } from '../../selling/catalog/entry.ts'
import { DOCUMENTS, jsonText } from './documents.ts'
import type { Surface } from './surface.ts'

/** The skill packs: each runs several tools for one payment. */
export const skillPacks: Surface = {
  ...DOCUMENTS.skillPacks,
  render: ({ catalog, site }) =>
    jsonText({ packs: packsOf(catalog, site).map((pack) => ({ ...pack, score: 0 })) }),
}
