import { z } from 'zod'
import { usd, usdOf } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { model } from '../../../../capabilities/llm/ask.ts'
import { documents } from '../../../../capabilities/llm/documents.ts'

const PRICE = '$0.030'
const CHUNK_LENGTH = 25_000
const CHUNKS_MAX = 6
/** The share of the price that the first reading of all chunks may cost. */
const READING_SHARE = 0.7

const Part = z.object({
  title: z.string().max(200).describe('What the part is about, in a few words.'),
  summary: z.string().min(1),
})
const Whole = z.object({ summary: z.string().min(1) })

export default defineTool({
  route: 'POST /api/pdf-summarize',
  name: 'Summarise a PDF',
  description: 'Summary of a long public PDF, as a whole and part by part.',
  asks: [
    'summarize a long PDF part by part',
    'summary of a whole public PDF',
    'what is this long report about',
    'too long to read, give me the main points of the PDF',
    'digest of every part of a paper',
  ],
  price: PRICE,
  pace: 'slow',
  uses: { model, documents },
  input: z.object({
    url: webUrl().describe('A PDF of at most 20 MB; its first 150,000 characters are read.'),
    maxWords: z.int().min(50).max(1_500).default(300).describe('Most words of the summary.'),
    focus: z.string().max(400).optional().describe('Topic that the summary should focus on.'),
  }),
  output: z.object({
    summary: z.string(),
    sections: z.array(z.object({ title: z.string(), summary: z.string() })),
    pages: z.int().describe('Number of pages of the whole PDF.'),
    truncated: z.boolean().describe('Whether the PDF was longer than what was read.'),
    model: z.string(),
  }),
  examples: [{ input: { url: 'https://example.com/paper.pdf' } }],
  async run({ url, maxWords, focus }, { model: { json }, documents: reader }) {
    const { text, pages } = await reader.readPdf(url)
    const chunks = chunksOf(text)
    const options = `Say only what the data says. Options: ${JSON.stringify({ focus })}`
    const price = usd(PRICE)
    const sections = await Promise.all(
      chunks.map(async (data) =>
        json({
          tier: 'nano',
          price: usdOf(Math.floor((price * READING_SHARE) / chunks.length)),
          instructions: `Summarise this part of a document in at most 150 words.\n${options}`,
          data,
          answer: Part,
          maxTokens: 900,
        }),
      ),
    )
    const parts = sections.map(({ value }) => value)
    const { value, model: by } = await json({
      tier: 'nano',
      price: usdOf(Math.floor(price * (1 - READING_SHARE))),
      instructions: `The data are summaries of the parts of one document, in their order. Summarise the document in at most ${maxWords} words.\n${options}`,
      data: JSON.stringify(parts),
      answer: Whole,
      maxTokens: 500 + 4 * maxWords,
    })
    return {
      summary: value.summary,
      sections: parts,
      pages: pages ?? 0,
      truncated: text.length > CHUNK_LENGTH * CHUNKS_MAX,
      model: by,
    }
  },
})

const chunksOf = (text: string): readonly string[] =>
  Array.from({ length: CHUNKS_MAX }, (_, at) =>
    text.slice(at * CHUNK_LENGTH, (at + 1) * CHUNK_LENGTH),
  ).filter((chunk) => chunk.trim() !== '')
