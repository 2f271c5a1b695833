import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { openAiError } from '../_errors.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { embeddings } from '../../../../capabilities/llm/embeddings.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { decodedTexts } from '../../../../base/lib/tokens.ts'

const TEXTS_MAX = 64
const BYTES_MAX = 64 * KB

/** A token is a byte at least. */
const TOKENS_MAX = 16_384
/** More tokens than the encoding of any embedding model has. */
const TOKEN_MAX = 200_000

const one = z.string().min(1).max(BYTES_MAX)
const tokens = z.array(z.int().min(0).max(TOKEN_MAX)).min(1).max(TOKENS_MAX)

const tool = defineTool({
  route: 'POST /v1/embeddings',
  refusalShape: openAiError,
  name: 'Embeddings',
  description: 'Embedding vectors of up to 64 texts.',
  asks: [
    'turn text into embedding vectors',
    'vectors of texts for semantic similarity',
    'turn sentences into vectors',
    'embed documents for semantic search',
  ],
  price: '$0.002',
  uses: { embeddings },
  input: z.object({
    input: z
      .union([
        one,
        z.array(one).min(1).max(TEXTS_MAX),
        tokens,
        z.array(tokens).min(1).max(TEXTS_MAX),
      ])
      .describe(
        'A text or up to 64 texts, together at most 64 KB of UTF-8; or the tokens of them by cl100k_base, together at most 16,384.',
      ),
    model: z
      .string()
      .max(200)
      .optional()
      .describe('Ignored; the answer names the model that made the vectors.'),
    dimensions: z.int().min(8).max(1_536).optional().describe('Length of each vector.'),
    encoding_format: z
      .enum(['float', 'base64'])
      .default('float')
      .describe('`base64`: 32-bit floats, little-endian.'),
  }),
  output: z.object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: z.int(),
        embedding: z.union([z.array(z.number()), z.string()]),
      }),
    ),
    model: z
      .string()
      .describe(
        'Model that made the vectors; `local/hashed-words`, which is no model, if no provider is set.',
      ),
    usage: z.object({ prompt_tokens: z.int(), total_tokens: z.int() }),
  }),
  examples: [{ input: { input: 'hello world' } }],
  async run({ input, dimensions, encoding_format: format }, { embeddings: { embed } }) {
    const texts = await textsOf(input)
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    if (bytes > BYTES_MAX)
      throw badInput(`input: must be at most 64 KB of UTF-8 together, not ${bytes} bytes.`)
    const { model, vectors, tokens } = await embed(texts, dimensions)
    return {
      object: 'list',
      data: vectors.map((vector, index) => ({
        object: 'embedding' as const,
        index,
        embedding: format === 'base64' ? base64Of(vector) : [...vector],
      })),
      model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    }
  },
})

export default { 'v1-embeddings': tool }

/** Some clients send tokens in place of texts: the encoding of the models that they know. */
async function textsOf(
  input: string | readonly string[] | readonly number[] | readonly (readonly number[])[],
): Promise<readonly string[]> {
  if (typeof input === 'string') return [input]
  if (input.every((each) => typeof each === 'string')) return input
  const all = input.every((each) => typeof each === 'number') ? [input] : input
  if (all.reduce((sum, each) => sum + each.length, 0) > TOKENS_MAX)
    throw badInput(`input: must be at most ${TOKENS_MAX} tokens together.`)
  return decodedTexts(all)
}

function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4)
  return bytes.toString('base64')
}
