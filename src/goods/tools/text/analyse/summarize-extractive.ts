import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { sentencesOf, wordsOf } from '../../../../engines/language/segments.ts'
import { STOP_WORDS } from '../_stop-words.ts'
import { countsOf } from '../_terms.ts'

export default defineTool({
  route: 'POST /api/summarize-extractive',
  name: 'Extractive summary',
  description:
    'Picks the most central sentences of a text by TextRank, word for word and in their order; no language model is involved.',
  asks: [
    'the most important sentences of an article, without a model',
    'pick the sentences that sum up a report, unchanged',
    'most important sentences without AI',
    'pick the key sentences',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(500 * KB).describe('The text, up to 500 KB.'),
    sentences: z.int().min(1).max(50).default(5).describe('Most sentences, 1 to 50.'),
    query: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('Sentences similar to these words are preferred, up to 500 characters.'),
  }),
  output: z.object({
    summary: z.string().describe('The sentences, separated by spaces.'),
    sentences: z.array(
      z.object({
        text: z.string(),
        index: z.int().describe('Number of the sentence in the text, from 0.'),
        score: z.number().describe('Share of the whole importance; equal ones are in their order.'),
      }),
    ),
    compressionRatio: z
      .number()
      .describe('Characters of the summary divided by those of the text.'),
  }),
  examples: [
    {
      input: {
        text: 'Tea grows in Assam. Coffee grows in Peru. Tea from Assam is strong tea. It rains.',
        sentences: 2,
      },
      output: {
        summary: 'Tea grows in Assam. Tea from Assam is strong tea.',
        sentences: [
          { text: 'Tea grows in Assam.', index: 0, score: 0.463315 },
          { text: 'Tea from Assam is strong tea.', index: 2, score: 0.325498 },
        ],
        compressionRatio: 0.605,
      },
    },
  ],

  run({ text, sentences: most, query }) {
    const sentences = sentencesOf(text)
    const vectors = vectorsOf(sentences.map((sentence) => sentence.text))
    const wanted = query === undefined ? null : vectors.of(query)
    const scores = ranked(vectors.all, wanted)
    const chosen = sentences
      .map(({ text: sentence }, index) => ({ text: sentence, index, score: scores[index] ?? 0 }))
      .toSorted((one, other) => other.score - one.score)
      .slice(0, most)
      .toSorted((one, other) => one.index - other.index)
      .map((one) => ({ ...one, score: Math.round(one.score * 1e6) / 1e6 }))
    const summary = chosen.map((one) => one.text).join(' ')
    return {
      summary,
      sentences: chosen,
      compressionRatio:
        text.length === 0 ? 0 : Math.round((summary.length / text.length) * 1_000) / 1_000,
    }
  },
})

/** Terms with their weights, normalised to length 1. */
type Vector = ReadonlyMap<string, number>

/** Words weighted by how often they occur in a sentence, and how rarely in the others. */
function vectorsOf(sentences: readonly string[]): {
  readonly all: readonly Vector[]
  of(text: string): Vector
} {
  const counts = sentences.map((sentence) => countsOf(termsOf(sentence)))
  const standing = countsOf(counts.flatMap((count) => [...count.keys()]))
  const rarity = (term: string) =>
    Math.log((1 + sentences.length) / (1 + (standing.get(term) ?? 0))) + 1
  const vectorOf = (count: ReadonlyMap<string, number>): Vector => {
    const weighed = [...count].map(([term, times]) => [term, times * rarity(term)] as const)
    const length = Math.hypot(...weighed.map(([, weight]) => weight))
    return new Map(weighed.map(([term, weight]) => [term, weight / length]))
  }
  return { all: counts.map(vectorOf), of: (text) => vectorOf(countsOf(termsOf(text))) }
}

const termsOf = (text: string): readonly string[] =>
  wordsOf(text)
    .map(({ text: word }) => word.toLowerCase())
    .filter((word) => !STOP_WORDS.en.has(word.replaceAll('’', "'")))

const DAMPING = 0.85
const ROUNDS_MAX = 60
const CLOSE = 1e-9

/**
 * How central each sentence is. A random walk moves between sentences that share words, and
 * sometimes restarts, near the query if there is one. The similarity of two sentences is the
 * product of their vectors, so a round needs no table of all pairs.
 */
function ranked(vectors: readonly Vector[], wanted: Vector | null): readonly number[] {
  const begins = startsOf(vectors, wanted)
  const reach = likenesses(
    vectors,
    vectors.map(() => 1),
  )
  let scores = begins
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const given = scores.map((score, at) =>
      (reach[at] ?? 0) > CLOSE ? score / (reach[at] ?? 1) : 0,
    )
    const lost = scores.reduce((sum, score, at) => sum + ((reach[at] ?? 0) > CLOSE ? 0 : score), 0)
    const next = likenesses(vectors, given).map(
      (got, at) => DAMPING * (got + lost * (begins[at] ?? 0)) + (1 - DAMPING) * (begins[at] ?? 0),
    )
    const change = next.reduce((sum, score, at) => sum + Math.abs(score - (scores[at] ?? 0)), 0)
    scores = next
    if (change < CLOSE) break
  }
  return scores
}

/** What each sentence receives when all sentences give by their similarity; nothing from itself. */
function likenesses(vectors: readonly Vector[], given: readonly number[]): readonly number[] {
  const pool = new Map<string, number>()
  for (const [at, vector] of vectors.entries())
    for (const [term, weight] of vector)
      pool.set(term, (pool.get(term) ?? 0) + weight * (given[at] ?? 0))
  return vectors.map((vector, at) => {
    let got = 0
    let own = 0
    for (const [term, weight] of vector) {
      got += weight * (pool.get(term) ?? 0)
      own += weight * weight
    }
    return Math.max(0, got - own * (given[at] ?? 0))
  })
}

function startsOf(vectors: readonly Vector[], wanted: Vector | null): readonly number[] {
  const even = vectors.map(() => 1 / vectors.length)
  if (wanted === null) return even
  const near = vectors.map((vector) => {
    let likeness = 0
    for (const [term, weight] of wanted) likeness += weight * (vector.get(term) ?? 0)
    return likeness
  })
  const sum = near.reduce((total, likeness) => total + likeness, 0)
  return sum === 0 ? even : near.map((likeness) => likeness / sum)
}
