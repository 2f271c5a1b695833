import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { countsOf, hashOf, jaccardOf, sharedOf, shinglesOf, termsOf } from '../_terms.ts'

const SHINGLE_WORDS = 3
const TERMS_MAX = 200
const NEAR_JACCARD = 0.7
const NEAR_BITS = 3

export default defineTool({
  route: 'POST /api/text-similarity',
  name: 'Text similarity',
  description:
    'Measures how alike two texts are by words and word runs, with a near-duplicate verdict.',
  asks: [
    'how alike are two articles, with a verdict',
    'cosine similarity of two documents',
    'is this copied',
    'plagiarism',
    'how alike are two essays',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    a: text(500 * KB).describe('First text, up to 500 KB.'),
    b: text(500 * KB).describe('Second text, up to 500 KB.'),
  }),
  output: z.object({
    cosine: z.number().describe('Cosine similarity of the word counts, 0 to 1.'),
    jaccard: z.number().describe('Shared runs of three words divided by all of them, 0 to 1.'),
    containment: z.number().describe('Shared runs divided by those of the text that has fewer.'),
    sharedTerms: z
      .array(z.string())
      .describe(`Words that both texts have, the first ${TERMS_MAX} of a.`),
    nearDuplicate: z
      .boolean()
      .describe(
        `Whether jaccard is at least ${NEAR_JACCARD}, or simhashDistance at most ${NEAR_BITS}.`,
      ),
    simhashDistance: z.int().describe('Number of different bits in two 64-bit fingerprints.'),
  }),
  examples: [
    {
      input: { a: 'the cat sat', b: 'the cat sat' },
      output: {
        cosine: 1,
        jaccard: 1,
        containment: 1,
        sharedTerms: ['the', 'cat', 'sat'],
        nearDuplicate: true,
        simhashDistance: 0,
      },
    },
    { input: { a: 'the cat sat', b: 'the cat sat down' } },
  ],

  run({ a, b }) {
    const [one, other] = [termsOf(a), termsOf(b)]
    const [first, second] = [countsOf(one), countsOf(other)]
    const [runs, others] = [shinglesOf(one, SHINGLE_WORDS), shinglesOf(other, SHINGLE_WORDS)]
    const jaccard = jaccardOf(runs, others)
    const fewer = Math.min(runs.size, others.size)
    const distance = bitsApart(fingerprint(first), fingerprint(second))
    const isEmpty = one.length === 0 || other.length === 0
    return {
      cosine: cosineOf(first, second),
      jaccard,
      containment:
        fewer === 0 ? (runs.size === others.size ? 1 : 0) : sharedOf(runs, others) / fewer,
      sharedTerms: [...first.keys()].filter((term) => second.has(term)).slice(0, TERMS_MAX),
      nearDuplicate: jaccard >= NEAR_JACCARD || (!isEmpty && distance <= NEAR_BITS),
      simhashDistance: distance,
    }
  },
})

type Counts = ReadonlyMap<string, number>

function cosineOf(one: Counts, other: Counts): number {
  let dot = 0
  for (const [term, count] of one) dot += count * (other.get(term) ?? 0)
  const squares = (counts: Counts) =>
    [...counts.values()].reduce((sum, count) => sum + count * count, 0)
  if (one.size === 0 && other.size === 0) return 1
  return dot === 0 ? 0 : Math.min(1, dot / Math.sqrt(squares(one) * squares(other)))
}

const BITS = 64
const HALF = 32

/** A simhash: each bit is that of the majority of the words, by their counts. */
function fingerprint(counts: Counts): readonly boolean[] {
  const sums = Array.from({ length: BITS }, () => 0)
  for (const [term, count] of counts) {
    const halves = [hashOf(term, 0), hashOf(term, 0x9e3779b9)]
    for (let bit = 0; bit < BITS; bit += 1) {
      const half = halves[bit < HALF ? 0 : 1] ?? 0
      sums[bit] = (sums[bit] ?? 0) + (((half >>> (bit % HALF)) & 1) === 1 ? count : -count)
    }
  }
  return sums.map((sum) => sum > 0)
}

const bitsApart = (one: readonly boolean[], other: readonly boolean[]): number =>
  one.filter((bit, at) => bit !== other[at]).length
