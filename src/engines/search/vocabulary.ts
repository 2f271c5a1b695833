import { onFirstUse } from '../../base/lib/lazily.ts'
import type { Postings } from './corpus.ts'
import { everydayWords } from './everyday.ts'
import { createSpeller, type Speller } from './spelling.ts'
import { termOf } from './terms.ts'
import { thesaurusWords } from './thesaurus.ts'

/** How frequent a word counts that no document has, but the tables of the language. */
const OF_THE_LANGUAGE = 3
const EVERYDAY = 10

/** Corrects towards the words of the documents and of the tables. It is made when first needed. */
export function spellerOf(
  words: ReadonlySet<string>,
  postings: ReadonlyMap<string, Postings>,
): Speller {
  const speller = onFirstUse(() => {
    const frequencies = new Map<string, number>()
    for (const word of thesaurusWords()) frequencies.set(word, OF_THE_LANGUAGE)
    for (const word of words)
      frequencies.set(word, 1 + (postings.get(termOf(word))?.documents.length ?? 0))
    for (const word of everydayWords())
      frequencies.set(word, Math.max(EVERYDAY, frequencies.get(word) ?? 0))
    return createSpeller(frequencies)
  })
  return { meant: (word) => speller().meant(word) }
}
