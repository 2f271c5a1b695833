import { z } from 'zod'
import { usd } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { model } from '../../../../capabilities/llm/ask.ts'
import { documents } from '../../../../capabilities/llm/documents.ts'
import { reranker } from '../../../../capabilities/llm/rerank.ts'

const PRICE = '$0.020'
const PASSAGES_READ = 16
const QUOTES_MAX = 5
/** As long as a passage that a reranker reads. */
const PASSAGE_LENGTH = 1_800
/** What is read of a document, at most. */
const PASSAGES_MAX = 100

const Answered = z.object({
  found: z.boolean().describe('Whether the data answers the question.'),
  answer: z.string().describe('Empty where it does not.'),
  quotes: z
    .array(z.string().max(1_000))
    .max(QUOTES_MAX)
    .describe('Sentences of the data that the answer follows from, word for word.'),
})

export default defineTool({
  route: 'POST /api/ask-document',
  name: 'Ask a document',
  description: 'Answer to a question from one page or PDF, with exact quotes that were checked.',
  asks: [
    'ask a PDF document a question and get page quotes',
    'answer from one document with the exact quotes',
    'answer my question from this contract',
    'what does the manual say about the warranty',
    'chat with a PDF',
  ],
  price: PRICE,
  uses: { model, documents, reranker },
  input: z.object({
    url: webUrl().describe('A page with an article, or a PDF of at most 20 MB.'),
    question: z.string().trim().min(3).max(2_000).describe('What to look for.'),
    quotes: z.boolean().default(true).describe('Whether to return quotes as well.'),
  }),
  output: z.object({
    answer: z.string().describe('The answer; empty if the document does not contain it.'),
    quotes: z.array(
      z.object({
        text: z.string().describe('Quote, word for word as in the document.'),
        page: z.int().nullable().describe('Page number from 1; null for web pages.'),
      }),
    ),
    found: z.boolean(),
    model: z.string(),
  }),
  examples: [{ input: { url: 'https://example.com/paper.pdf', question: 'When is a fare paid?' } }],
  async run({ url, question, quotes: wanted }, { model: { json }, documents: reader, reranker }) {
    const document = await reader.read(url)
    const passages = passagesOf(document.text)
    const { results } = await reranker.rank(question, passages, PASSAGES_READ)
    const read = results.map(({ index }) => index).toSorted((a, b) => a - b)
    const { value, model: by } = await json({
      tier: 'base',
      price: usd(PRICE),
      instructions: [
        'Answer the question from the data alone, in at most 200 words.',
        `Question: ${JSON.stringify(question)}`,
      ].join('\n'),
      data: read.map((index) => passages[index]).join('\n[...]\n'),
      answer: Answered,
      maxTokens: 1_500,
    })
    const exact = value.quotes.filter((quote) => standsIn(document.text, quote))
    const isFound = value.found && value.answer.trim() !== ''
    const told = wanted && isFound ? exact : []
    const pages =
      document.kind === 'pdf' && told.length > 0 ? await reader.pagesOf(document.url, told) : []
    return {
      answer: isFound ? value.answer : '',
      quotes: told.map((text, at) => ({ text, page: pages[at] ?? null })),
      found: isFound,
      model: by,
    }
  },
})

/** A text in pieces of at most 1,800 characters, cut between lines where that is possible. */
function passagesOf(text: string): readonly string[] {
  const passages: string[] = []
  for (let at = 0; at < text.length && passages.length < PASSAGES_MAX;) {
    const end = Math.min(text.length, at + PASSAGE_LENGTH)
    const line = end < text.length ? text.lastIndexOf('\n', end) : end
    const cut = line > at + PASSAGE_LENGTH / 2 ? line : end
    const passage = text.slice(at, cut).trim()
    if (passage !== '') passages.push(passage)
    at = cut
  }
  return passages
}

/** Whether a text holds a quote, wherever its lines break and however it hyphenates. */
const standsIn = (text: string, quote: string): boolean => {
  const sought = plain(quote)
  return sought !== '' && plain(text).includes(sought)
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/-\s*\n\s*/g, '')
    .replaceAll(/[*_`#>]/g, '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
