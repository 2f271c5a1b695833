import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { countWords } from '../../../../engines/language/words.ts'
import { model } from '../../../../capabilities/llm/ask.ts'
import { documents } from '../../../../capabilities/llm/documents.ts'
import { cutField, priceByLength, readText, textOrUrl } from '../_text.ts'

const price = priceByLength('$0.010')

const Summary = z.object({
  summary: z.string().min(1),
  keyPoints: z.array(z.string()).max(20).describe('Three to seven short points.'),
})

const STYLES = {
  paragraph: 'one or more paragraphs',
  bullets: 'a list in Markdown, each point on a line that begins with "- "',
  tldr: 'one or two sentences',
  executive: 'a summary for a decision maker: outcome first, then reasons, then risks',
} as const

export default defineTool({
  route: 'POST /api/summarize',
  name: 'Summarise',
  description:
    'Summary, or short version, of a text, report, page or PDF in a chosen length and style, with key points.',
  asks: [
    'summarize a long text into key points',
    'short summary of a web page in bullets',
    'make this shorter',
    'give me the gist in three sentences',
    'too long, did not read',
    'key points of a text',
    'abstract of an article',
  ],
  price,
  uses: { model, documents },
  input: z.object({
    ...textOrUrl,
    maxWords: z.int().min(20).max(1_000).default(150).describe('Most words of the summary.'),
    style: z
      .enum(['paragraph', 'bullets', 'tldr', 'executive'])
      .default('paragraph')
      .describe('Style of the summary.'),
    focus: z.string().max(400).optional().describe('Topic that the summary should focus on.'),
    language: z
      .string()
      .max(60)
      .optional()
      .describe('Language of the summary. Default: that of the text.'),
  }),
  output: z.object({
    summary: z.string(),
    keyPoints: z.array(z.string()),
    wordCount: z.int().describe('Number of words of the summary.'),
    truncated: cutField,
    model: z.string(),
  }),
  examples: [
    { input: { text: 'A long text about the harbour and its boats.', maxWords: 50 } },
    { input: { url: 'https://example.com/post' } },
  ],
  async run(input, { model: { json }, documents: reader }) {
    const { maxWords, style, focus, language } = input
    const { text, isCut } = await readText(input, reader)
    const rules = [
      `Summarise the data in at most ${maxWords} words, as ${STYLES[style]}.`,
      'Say only what the data says. Keep names and numbers as they are.',
      `Options: ${JSON.stringify({ focus, language: language ?? 'that of the data' })}`,
    ]
    const { value, model: by } = await json({
      tier: 'nano',
      price: price.quote(input),
      instructions: rules.join('\n'),
      data: text,
      answer: Summary,
      maxTokens: 500 + 4 * maxWords,
    })
    return { ...value, wordCount: countWords(value.summary), truncated: isCut, model: by }
  },
})
