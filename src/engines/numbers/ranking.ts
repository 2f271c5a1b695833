import { wordsOf } from '../language/segments.ts'

export interface Ranked {
  readonly index: number
  readonly score: number
  /** The words of the document that match the query. */
  readonly met: readonly string[]
}

/** Words in lower case, without diacritics. */
export const searchWords = (text: string): readonly string[] =>
  wordsOf(text).map(({ text: word }) =>
    word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase(),
  )

/** Documents ranked by BM25+, the best first; ties keep their order. */
export async function rankedBy(
  query: string,
  documents: readonly string[],
  fuzzy: number,
): Promise<readonly Ranked[]> {
  const { default: MiniSearch } = await import('minisearch')
  const index = new MiniSearch({
    fields: ['text'],
    tokenize: (text) => [...searchWords(text)],
    processTerm: (term) => term,
  })
  index.addAll(documents.map((text, id) => ({ id, text })))
  return index
    .search(query, { fuzzy: fuzzy === 0 ? false : fuzzy, bm25: { k: 1.2, b: 0.75, d: 0.5 } })
    .map(({ id, score, terms }) => ({ index: Number(id), score, met: terms }))
    .toSorted((one, other) => other.score - one.score || one.index - other.index)
}
