import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, searchText, text } from '../../../../base/lib/fields.ts'
import { sentencesOf } from '../../../../engines/language/segments.ts'
import { rankedBy, searchWords } from '../../../../engines/numbers/ranking.ts'

const DOCUMENTS_MAX = 2_000
const BYTES_MAX = 2 * MB
const EXCERPT_LENGTH_MAX = 300

export default defineTool({
  route: 'POST /api/rank-documents',
  name: 'Rank documents',
  description:
    'Ranks documents that you supply against a query by BM25, a keyword search without an index to keep.',
  asks: [
    'which of these texts fits my query best, by keywords',
    'bm25 search over my own passages',
    'search in my own texts',
    'which of my documents fits the question',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  bodyBytesMax: 4 * MB,
  input: z.object({
    query: searchText(1_000).describe('What to look for, up to 1000 characters.'),
    documents: z
      .array(text(BYTES_MAX))
      .min(1)
      .max(DOCUMENTS_MAX)
      .describe('1 to 2000 texts, 2 MB together.'),
    limit: z.int().min(1).max(100).default(10).describe('Most results, 1 to 100.'),
    fuzzy: z
      .number()
      .min(0)
      .max(0.5)
      .default(0.1)
      .describe('Tolerance for typing errors, as a share of the length of a word; 0 for none.'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          index: z.int().describe('Index in documents, from 0.'),
          score: z.number().describe('BM25+ score; it can be compared only within one call.'),
          excerpt: z.string().describe('First sentence with a word of the query.'),
        }),
      )
      .describe('Best first.'),
    count: z.int().describe('Number of all documents that match.'),
  }),
  examples: [
    {
      input: {
        query: 'refund policy',
        documents: ['Shipping takes 3 days', 'We are kind. Refunds within 30 days'],
      },
      output: {
        results: [{ index: 1, score: 0.381995923543021, excerpt: 'Refunds within 30 days' }],
        count: 1,
      },
    },
  ],

  async run({ query, documents, limit, fuzzy }) {
    const bytes = documents.reduce((sum, document) => sum + Buffer.byteLength(document), 0)
    if (bytes > BYTES_MAX)
      throw badInput(`documents: must have at most ${BYTES_MAX} bytes together, but have ${bytes}`)
    const ranked = await rankedBy(query, documents, fuzzy)
    const results = ranked.slice(0, limit).map(({ index, score, met }) => ({
      index,
      score,
      excerpt: excerptOf(documents[index] ?? '', new Set(met)),
    }))
    return { results, count: ranked.length }
  },
})

const READ_MAX = 100_000

function excerptOf(document: string, words: ReadonlySet<string>): string {
  const sentences = sentencesOf(document.slice(0, READ_MAX))
  const found = sentences.find(({ text: sentence }) =>
    searchWords(sentence).some((word) => words.has(word)),
  )
  return (found ?? sentences[0])?.text.slice(0, EXCERPT_LENGTH_MAX).toWellFormed() ?? ''
}
