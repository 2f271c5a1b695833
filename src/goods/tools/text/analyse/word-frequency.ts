import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { charactersOf } from '../../../../engines/language/segments.ts'
import { STOP_WORDS } from '../_stop-words.ts'
import { termsOf } from '../_terms.ts'

export default defineTool({
  route: 'POST /api/word-frequency',
  name: 'Word frequency',
  description:
    'Lists the most frequent words, word sequences (n-grams) or characters of a text, with their counts.',
  asks: [
    'what are the most frequent words of this book',
    'frequency of n-grams: sequences of two words',
    'which words do I use most',
    'word cloud data',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(2 * MB).describe('The text, up to 2 MB.'),
    n: z.int().min(1).max(5).default(1).describe('Words or characters in a sequence, 1 to 5.'),
    limit: z.int().min(1).max(500).default(25).describe('Most sequences to list, 1 to 500.'),
    stopwords: z
      .boolean()
      .default(true)
      .describe(
        'Whether to leave out English words such as "the", and sequences that contain one.',
      ),
    level: z
      .enum(['word', 'char'])
      .default('word')
      .describe('Kind of sequences: of words or of characters.'),
  }),
  output: z.object({
    grams: z
      .array(z.object({ gram: z.string(), count: z.int(), ratio: z.number() }))
      .describe('Most frequent first, then by first appearance; ratio is of total.'),
    total: z.int().describe('Number of all sequences.'),
    distinct: z.int(),
  }),
  examples: [
    {
      input: { text: 'to be or not to be', n: 2, stopwords: false, limit: 2 },
      output: {
        grams: [
          { gram: 'to be', count: 2, ratio: 0.4 },
          { gram: 'be or', count: 1, ratio: 0.2 },
        ],
        total: 5,
        distinct: 4,
      },
    },
  ],

  run({ text, n, limit, stopwords, level }) {
    const isWord = level === 'word'
    const units = isWord ? termsOf(text) : charactersOf(text.toLowerCase())
    const between = isWord ? ' ' : ''
    const counts = new Map<string, number>()
    let total = 0
    for (let at = 0; at + n <= units.length; at += 1) {
      const gram = units.slice(at, at + n)
      if (
        isWord ? stopwords && gram.some((one) => STOP_WORDS.en.has(one)) : /\s/.test(gram.join(''))
      )
        continue
      const joined = gram.join(between)
      counts.set(joined, (counts.get(joined) ?? 0) + 1)
      total += 1
    }
    const sorted = [...counts].toSorted(([, one], [, other]) => other - one)
    return {
      grams: sorted.slice(0, limit).map(([gram, count]) => ({ gram, count, ratio: count / total })),
      total,
      distinct: counts.size,
    }
  },
})
