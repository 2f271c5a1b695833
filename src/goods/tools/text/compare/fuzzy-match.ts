import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, searchText } from '../../../../base/lib/fields.ts'

const CANDIDATES_MAX = 10_000
const CANDIDATE_CHARACTERS_MAX = 1_000
const CHARACTERS_MAX = 1_000_000

export default defineTool({
  route: 'POST /api/fuzzy-match',
  name: 'Fuzzy match',
  description:
    'Finds the best matches of a name or phrase in a list of strings, despite typos and another order of words.',
  asks: [
    'closest match of a name in a list, despite typos',
    'find a misspelled product in a list of names',
    'did you mean, closest name in a list',
    'misspelt city name to the right one',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  bodyBytesMax: 4 * MB,
  input: z.object({
    query: searchText(500).describe('What to look for, up to 500 characters.'),
    candidates: z
      .array(z.string().max(CANDIDATE_CHARACTERS_MAX))
      .min(1)
      .max(CANDIDATES_MAX)
      .describe('1 to 10000 strings of up to 1000 characters, 1,000,000 together.'),
    limit: z.int().min(1).max(100).default(5).describe('Most matches, 1 to 100.'),
    threshold: z.number().min(0).max(1).default(0.5).describe('Smallest score, 0 to 1.'),
  }),
  output: z.object({
    matches: z
      .array(
        z.object({
          candidate: z.string(),
          index: z.int().describe('Index in candidates, from 0.'),
          score: z
            .number()
            .describe(
              'Score, 0 to 1: best of token sort, token set and partial ratio, ignoring case.',
            ),
        }),
      )
      .describe('Best first; of equal scores the one that is more similar as a whole.'),
    best: z.string().nullable().describe('Best match; null if none reaches the threshold.'),
    count: z.int().describe('Number of candidates that reach the threshold.'),
  }),
  examples: [
    {
      input: { query: 'jon smith', candidates: ['John Smith', 'Jane Doe'] },
      output: {
        matches: [{ candidate: 'John Smith', index: 0, score: 0.95 }],
        best: 'John Smith',
        count: 1,
      },
    },
    {
      input: { query: 'smith, john', candidates: ['Jane Doe', 'John Smith'], threshold: 0.97 },
      output: { matches: [], best: null, count: 0 },
    },
  ],

  async run({ query, candidates, limit, threshold }) {
    const length = candidates.reduce((sum, candidate) => sum + candidate.length, 0)
    if (length > CHARACTERS_MAX)
      throw badInput(
        `candidates: must have at most ${CHARACTERS_MAX} characters together, but have ${length}`,
      )
    const { ratio, partial_ratio, token_set_ratio, token_sort_ratio } = await import('fuzzball')
    const sought = query.toLowerCase()
    const likeness = (candidate: string) => {
      const whole = candidate.toLowerCase()
      // The library makes no token of it, and then compares nothing with something.
      if (whole.trim() === '') return { score: 0, whole: 0 }
      const scores = [token_sort_ratio, token_set_ratio, partial_ratio].map((score) =>
        score(sought, whole, AS_WRITTEN),
      )
      return { score: Math.max(...scores) / 100, whole: ratio(sought, whole, AS_WRITTEN) }
    }
    const found = candidates
      .map((candidate, index) => ({ candidate, index, ...likeness(candidate) }))
      .filter(({ score }) => score >= threshold)
      .toSorted((one, other) => other.score - one.score || other.whole - one.whole)
    return {
      matches: found
        .slice(0, limit)
        .map(({ candidate, index, score }) => ({ candidate, index, score })),
      best: found[0]?.candidate ?? null,
      count: found.length,
    }
  },
})

/** Punctuation is kept, as in the Python original. */
const AS_WRITTEN = { full_process: false }
