import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { charactersOf, wordsOf } from '../../../../engines/language/segments.ts'
import { encoder, tokenGroups } from '../../../../base/lib/tokens.ts'
import { chunked, cutsOf, type Measure } from './_chunks.ts'

const CHUNKS_MAX = 10_000
const ANSWER_CHARACTERS_MAX = 3_500_000

const Unit = z.enum(['tokens', 'words', 'chars'])
const Boundary = z.enum(['paragraph', 'sentence', 'markdown', 'none'])

export default defineTool({
  route: 'POST /api/text-chunk',
  name: 'Text chunk',
  description:
    'Splits a document into overlapping chunks for retrieval and embeddings, at paragraphs, sentences or Markdown headings.',
  asks: [
    'chunk a long document for embeddings',
    'split a text into chunks of 500 tokens with overlap',
    'split a book for embedding',
    'cut a document into parts',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(2 * MB).describe('The text, up to 2 MB.'),
    size: z.int().min(50).max(8_000).default(800).describe('Most units per chunk, 50 to 8000.'),
    overlap: z
      .int()
      .min(0)
      .max(2_000)
      .optional()
      .describe(
        'Units that a chunk repeats from the previous one, 0 to 2000, at most half of size. Default: ' +
          'a tenth of size.',
      ),
    unit: Unit.default('tokens').describe('Unit of size; tokens are those of o200k_base.'),
    boundary: Boundary.default('paragraph').describe(
      'Preferred ends of chunks; markdown: before headings; none: exactly at size.',
    ),
  }),
  output: z.object({
    chunks: z.array(
      z.object({
        index: z.int().describe('Number of the chunk, from 0.'),
        text: z.string(),
        start: z.int().describe('Start in UTF-16 code units, from 0.'),
        end: z.int().describe('End: the first code unit after it.'),
        tokens: z.int().describe('Tokens of this chunk alone, by o200k_base.'),
      }),
    ),
    count: z.int(),
  }),
  examples: [
    {
      input: { text: 'One. Two. Three.', size: 50 },
      output: {
        chunks: [{ index: 0, text: 'One. Two. Three.', start: 0, end: 16, tokens: 6 }],
        count: 1,
      },
    },
    {
      input: {
        text: '# Tea\n\nGreen tea is mild. Black tea is strong.\n\n# Coffee\n\nIt wakes you up.',
        size: 50,
        overlap: 0,
        unit: 'chars',
        boundary: 'markdown',
      },
      output: {
        chunks: [
          {
            index: 0,
            text: '# Tea\n\nGreen tea is mild. Black tea is strong.',
            start: 0,
            end: 46,
            tokens: 13,
          },
          { index: 1, text: '# Coffee\n\nIt wakes you up.', start: 48, end: 74, tokens: 8 },
        ],
        count: 2,
      },
    },
  ],

  async run({ text, size, overlap = Math.floor(size / 10), unit, boundary }) {
    if (overlap > size / 2) throw badInput('overlap: must be at most half of size')
    const tokensIn = await encoder()
    const counted = (start: number, end: number) => tokensIn(text.slice(start, end).trim())
    const excess = ({ start, end }: { start: number; end: number }) =>
      unit === 'tokens' ? counted(start, end) - size : 0
    const spans = chunked(await measured(text, unit), cutsOf(text, boundary), size, overlap, excess)
    if (spans.length > CHUNKS_MAX)
      throw badInput(
        `size: must make at most ${CHUNKS_MAX} chunks of this text, but makes ${spans.length}`,
      )
    const length = spans.reduce((sum, { start, end }) => sum + end - start, 0)
    if (length > ANSWER_CHARACTERS_MAX)
      throw badInput(`overlap: must make at most ${ANSWER_CHARACTERS_MAX} characters`)
    const chunks = spans
      .map(({ start, end }) => {
        const whole = text.slice(start, end)
        const from = start + (whole.length - whole.trimStart().length)
        return { start: from, end: from + whole.trim().length }
      })
      .filter(({ start, end }) => end > start)
      .map(({ start, end }, index) => ({
        index,
        text: text.slice(start, end),
        start,
        end,
        tokens: counted(start, end),
      }))
    return { chunks, count: chunks.length }
  },
})

async function measured(text: string, unit: z.output<typeof Unit>): Promise<Measure> {
  if (unit === 'words') {
    const words = wordsOf(text)
    const ends = words.map(({ end }, at) => (at === words.length - 1 ? text.length : end))
    return { ends, sums: ends.map((_, at) => at + 1) }
  }
  const parts =
    unit === 'chars'
      ? charactersOf(text).map((part) => ({ text: part, size: 1 }))
      : await tokenGroups(text)
  let [end, sum] = [0, 0]
  const ends = parts.map((part) => (end += part.text.length))
  return { ends, sums: parts.map(({ size }) => (sum += size)) }
}
