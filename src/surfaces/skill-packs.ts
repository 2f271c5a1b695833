import { packsOf } from '../catalog/entry.ts'
import { DOCUMENTS, jsonText } from './documents.ts'
import type { Surface } from './surface.ts'

/** Several tools behind one payment. */
export const skillPacks: Surface = {
  ...DOCUMENTS.skillPacks,
  render: ({ catalog, site }) =>
    jsonText({ packs: packsOf(catalog, site).map((pack) => ({ ...pack, score: 0 })) }),
}
