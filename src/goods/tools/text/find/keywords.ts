import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { STOP_WORDS } from '../_stop-words.ts'
import { countsOf, termsOf } from '../_terms.ts'

export default defineTool({
  route: 'POST /api/keywords',
  name: 'Keywords',
  description: 'Ranks the key phrases of a text by RAKE scores and how often they occur.',
  asks: [
    'which key phrases does a text have',
    'rank keywords and phrases by rake',
    'what is the text about',
    'tags for my post',
    'main topics',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(500 * KB).describe('The text, up to 500 KB.'),
    limit: z.int().min(1).max(100).default(15).describe('Most phrases, 1 to 100.'),
    maxWords: z.int().min(1).max(5).default(3).describe('Most words in a phrase, 1 to 5.'),
    language: z
      .enum(['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'])
      .default('en')
      .describe('Language whose common words, such as "the", separate phrases.'),
  }),
  output: z.object({
    keywords: z
      .array(z.object({ phrase: z.string(), score: z.number(), count: z.int() }))
      .describe('Best first; equal scores by first appearance.'),
  }),
  examples: [
    {
      input: { text: 'Green tea and black tea. Black tea is strong.', limit: 2 },
      output: {
        keywords: [
          { phrase: 'black tea', score: 8, count: 2 },
          { phrase: 'green tea', score: 4, count: 1 },
        ],
      },
    },
  ],

  run({ text, limit, maxWords, language }) {
    const phrases = phrasesOf(text, STOP_WORDS[language], maxWords)
    const frequency = countsOf(phrases.flat())
    const degree = new Map<string, number>()
    for (const phrase of phrases)
      for (const word of phrase) degree.set(word, (degree.get(word) ?? 0) + phrase.length)
    const counts = countsOf(phrases.map((phrase) => phrase.join(' ')))
    const weight = (word: string) => (degree.get(word) ?? 0) / (frequency.get(word) ?? 1)
    const keywords = [...counts].map(([phrase, count]) => ({
      phrase,
      score: count * phrase.split(' ').reduce((sum, word) => sum + weight(word), 0),
      count,
    }))
    return { keywords: keywords.toSorted((one, other) => other.score - one.score).slice(0, limit) }
  },
})

/**
 * Runs of words between stop words and punctuation; longer runs do not count, as in RAKE with a
 * limit.
 */
function phrasesOf(
  text: string,
  stopWords: ReadonlySet<string>,
  wordsMax: number,
): readonly (readonly string[])[] {
  const phrases: string[][] = []
  for (const piece of text.split(/[^\p{L}\p{N}\p{M}'’\s-]+|\n\s*\n/u)) {
    let open: string[] = []
    for (const word of [...termsOf(piece), null]) {
      const isBreak = word === null || stopWords.has(word) || !/\p{L}/u.test(word)
      if (!isBreak) open.push(word)
      else {
        if (open.length > 0 && open.length <= wordsMax) phrases.push(open)
        open = []
      }
    }
  }
  return phrases
}
