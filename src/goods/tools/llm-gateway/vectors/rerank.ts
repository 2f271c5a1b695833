import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { reranker } from '../../../../capabilities/llm/rerank.ts'

/** A provider counts longer documents twice. */
const DOCUMENT_LENGTH_MAX = 2_000

const text = z.string().min(1).max(DOCUMENT_LENGTH_MAX)

const tool = defineTool({
  route: 'POST /v1/rerank',
  name: 'Rerank',
  description: 'Rank documents by relevance to a query with a cross-encoder.',
  asks: [
    'order documents by relevance to a query',
    'rerank search results with a cross-encoder',
    'put search results in a better order',
    'which passages fit the query best',
  ],
  price: '$0.002',
  uses: { reranker },
  input: z.object({
    query: z.string().trim().min(1).max(2_000).describe('Query that the documents are ranked by.'),
    documents: z
      .array(z.union([text, z.looseObject({ text })]))
      .min(1)
      .max(100)
      .describe('Up to 100 texts of at most 2,000 characters, plain or as `{text}`.'),
    top_n: z.int().min(1).max(100).optional().describe('Number of results. Default: all.'),
    model: z
      .string()
      .max(200)
      .optional()
      .describe('Ignored; the answer names the model that ranked.'),
    return_documents: z
      .boolean()
      .default(false)
      .describe('Whether results contain the text of the documents.'),
  }),
  output: z.object({
    id: z.string(),
    model: z
      .string()
      .describe('Model that ranked; `local/words` (BM25 of the words) if no provider is set.'),
    results: z.array(
      z.object({
        index: z.int().describe('Index in `documents`.'),
        relevance_score: z.number().describe('Relevance from 0 to 1, highest first.'),
        document: z.object({ text: z.string() }).optional(),
      }),
    ),
    usage: z.object({ search_units: z.int() }),
    meta: z
      .object({ billed_units: z.object({ search_units: z.int() }) })
      .describe('The same units, where clients of Cohere look for them.'),
  }),
  examples: [
    {
      input: { query: 'refunds', documents: ['Shipping', 'Refund policy'] },
    },
  ],
  async run({ query, documents, top_n: most, return_documents: wanted }, { reranker: { rank } }) {
    const texts = documents.map((one) => (typeof one === 'string' ? one : one.text))
    const { model, results } = await rank(query, texts, most ?? texts.length)
    return {
      id: crypto.randomUUID(),
      model,
      results: results.map((result) => ({
        ...result,
        ...(wanted && { document: { text: texts[result.index] ?? '' } }),
      })),
      usage: { search_units: 1 },
      meta: { billed_units: { search_units: 1 } },
    }
  },
})

export default { 'v1-rerank': tool }
