import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { countsOf } from '../_terms.ts'
import {
  commonLength,
  editDistance,
  hammingDistance,
  jaroWinkler,
} from '../../../../engines/language/string-distances.ts'

const Metric = z.enum([
  'levenshtein',
  'damerau',
  'jaro-winkler',
  'hamming',
  'lcs',
  'dice',
  'jaccard',
])

export default defineTool({
  route: 'POST /api/string-distance',
  name: 'String distance',
  description: 'Edit distance or similarity of two strings under a named metric.',
  asks: [
    'levenshtein distance between two words',
    'jaro winkler similarity of two names',
    'how alike are two words',
    'edit distance',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    a: text(20 * KB).describe('First string, up to 20 KB.'),
    b: text(20 * KB).describe(
      'Second string; the product of both lengths must be at most 25 million code points.',
    ),
    metric: Metric.default('levenshtein').describe(
      'damerau counts swapped neighbours as one edit; lcs is the longest common ' +
        'subsequence; dice and jaccard compare pairs of neighbouring characters.',
    ),
  }),
  output: z.object({
    metric: Metric,
    distance: z
      .number()
      .describe('Number of edits; for jaro-winkler, dice and jaccard 1 - similarity.'),
    similarity: z.number().describe('1 for equal strings, else less, down to 0.'),
  }),
  examples: [
    {
      input: { a: 'kitten', b: 'sitting' },
      output: { metric: 'levenshtein', distance: 3, similarity: 1 - 3 / 7 },
    },
    {
      input: { a: 'night', b: 'nacht', metric: 'dice' },
      output: { metric: 'dice', distance: 0.75, similarity: 0.25 },
    },
  ],

  run({ a, b, metric }) {
    const [one, other] = [Array.from(a), Array.from(b)]
    const longer = Math.max(one.length, other.length)
    const edits = (distance: number) => ({
      metric,
      distance,
      similarity: longer === 0 ? 1 : 1 - distance / longer,
    })
    const likeness = (similarity: number) => ({ metric, distance: 1 - similarity, similarity })
    switch (metric) {
      case 'levenshtein':
        return edits(editDistance(one, other, false))
      case 'damerau':
        return edits(editDistance(one, other, true))
      case 'hamming':
        return edits(hammingDistance(one, other))
      case 'lcs':
        return edits(longer - commonLength(one, other))
      case 'jaro-winkler':
        return likeness(jaroWinkler(one, other))
      default: {
        const { shared, all } = sharedPairs(one, other)
        if (all === 0) return likeness(a === b ? 1 : 0)
        return likeness(metric === 'dice' ? (2 * shared) / all : shared / (all - shared))
      }
    }
  },
})

/** Pairs of neighbouring characters, each as often as it occurs. */
function sharedPairs(one: readonly string[], other: readonly string[]) {
  const [first, second] = [countsOf(pairsOf(one)), countsOf(pairsOf(other))]
  let shared = 0
  for (const [pair, count] of first) shared += Math.min(count, second.get(pair) ?? 0)
  return { shared, all: Math.max(0, one.length - 1) + Math.max(0, other.length - 1) }
}

const pairsOf = (characters: readonly string[]): readonly string[] =>
  characters.slice(1).map((character, at) => (characters[at] ?? '') + character)
