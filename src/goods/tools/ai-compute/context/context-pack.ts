import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, searchText, text } from '../../../../base/lib/fields.ts'
import { rankedBy, searchWords } from '../../../../engines/numbers/ranking.ts'
import { encoder } from '../../../../base/lib/tokens.ts'

const PASSAGES_MAX = 2_000
const BYTES_MAX = 2 * MB
/** The best ones by words; diversity chooses among them. */
const CONSIDERED_MAX = 500

export default defineTool({
  route: 'POST /api/context-pack',
  name: 'Context pack',
  description:
    'Chooses the best passages for a question within a token budget, without repeats, for the context of a prompt.',
  asks: [
    'fill my context window with the most relevant passages without duplicates',
    'best passages for a question within a token budget',
    'which paragraphs should I give to the model for this question',
    'choose the relevant parts of my notes that fit into 2000 tokens',
    'too much text for the prompt, keep the useful bits',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  bodyBytesMax: 4 * MB,
  input: z.object({
    query: searchText(2_000).describe('The question, up to 2000 characters.'),
    passages: z
      .array(text(BYTES_MAX))
      .min(1)
      .max(PASSAGES_MAX)
      .describe('1 to 2000 texts, 2 MB together.'),
    maxTokens: z
      .int()
      .min(100)
      .max(200_000)
      .describe('Most tokens of the answered text by o200k_base, 100 to 200000.'),
    diversity: z
      .number()
      .min(0)
      .max(1)
      .default(0.3)
      .describe('0: by relevance alone; 1: as different from each other as can be.'),
  }),
  output: z.object({
    chosen: z
      .array(
        z.object({
          index: z.int().describe('Index in passages, from 0.'),
          score: z.number().describe('Relevance by BM25+, 1 for the best.'),
          tokens: z.int(),
        }),
      )
      .describe('Selected passages, in the order of selection.'),
    text: z
      .string()
      .describe('Text of the selected passages in that order, with a blank line between them.'),
    tokens: z.int().describe('Tokens of the text.'),
    dropped: z.int().describe('Passages that are left out.'),
  }),
  examples: [
    {
      input: {
        query: 'refund',
        passages: ['A refund takes 5 days', 'We ship daily', 'A refund takes 5 days!'],
        maxTokens: 200,
        diversity: 0.9,
      },
      output: {
        chosen: [{ index: 0, score: 1, tokens: 6 }],
        text: 'A refund takes 5 days',
        tokens: 6,
        dropped: 2,
      },
    },
  ],

  async run({ query, passages, maxTokens, diversity }) {
    const bytes = passages.reduce((sum, passage) => sum + Buffer.byteLength(passage), 0)
    if (bytes > BYTES_MAX)
      throw badInput(`passages: must have at most ${BYTES_MAX} bytes together, not ${bytes}`)
    const tokensOf = await encoder()
    const gap = tokensOf('\n\n')
    const ranked = await rankedBy(query, passages, FUZZY)
    const [best] = ranked
    let room = maxTokens + gap
    const candidates = ranked.slice(0, CONSIDERED_MAX).map(({ index, score }) => ({
      index,
      score: score / (best?.score ?? 1),
      tokens: tokensOf(passages[index] ?? ''),
      vector: vectorOf(passages[index] ?? ''),
      /** Similarity to the most similar of those chosen. */
      repeats: 0,
    }))
    const chosen: (typeof candidates)[number][] = []
    for (let left = candidates; left.length > 0;) {
      left = left.filter(({ tokens, repeats }) => tokens + gap <= room && repeats < SAME)
      const next = bestOf(left, diversity)
      if (next === undefined) break
      chosen.push(next)
      room -= next.tokens + gap
      left = left.filter((one) => one !== next)
      for (const one of left) one.repeats = Math.max(one.repeats, cosine(one.vector, next.vector))
    }
    const text = chosen.map(({ index }) => passages[index] ?? '').join('\n\n')
    return {
      chosen: chosen.map(({ index, score, tokens }) => ({ index, score, tokens })),
      text,
      tokens: tokensOf(text),
      dropped: passages.length - chosen.length,
    }
  },
})

const FUZZY = 0.1
/** Passages with the same words in another order are repeats, whatever diversity is asked for. */
const SAME = 0.98

/** Maximal marginal relevance: what is near the query and far from what was chosen. */
function bestOf<One extends { readonly score: number; readonly repeats: number }>(
  left: readonly One[],
  diversity: number,
): One | undefined {
  const worth = ({ score, repeats }: One) => (1 - diversity) * score - diversity * repeats
  return left.reduce<One | undefined>(
    (best, one) => (best === undefined || worth(one) > worth(best) ? one : best),
    undefined,
  )
}

/** How often each word stands there, as a share of the length of the vector. */
function vectorOf(passage: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of searchWords(passage)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const length = Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0))
  return new Map([...counts].map(([word, count]) => [word, count / length]))
}

function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one]
  let sum = 0
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0)
  return sum
}
