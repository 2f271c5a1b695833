import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { braveAnswers } from '../../../../capabilities/upstreams/brave-answers.ts'
import { countryCode, query } from './_fields.ts'

export default defineTool({
  route: 'GET /api/answer',
  name: 'Answer',
  description: 'Short answer to a question, written from live search results, with citations.',
  asks: [
    'answer a question using the web',
    'quick factual answer with citations',
    'just tell me the answer with sources',
    'who won the last election',
    'current facts from the internet',
  ],
  price: '$0.070',
  uses: { braveAnswers },
  input: z.object({
    q: query().describe('The question, at most 400 characters.'),
    countryCode: countryCode(),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z]{2,4})?$/, { error: 'must be a language code such as en' })
      .default('en')
      .describe('Language of the answer, such as en.'),
  }),
  output: z.object({
    query: z.string(),
    answer: z.string().describe('Text in which [n] refers to a citation.'),
    citations: z.array(
      z.object({
        n: z.int(),
        url: z.string(),
        title: z.string().nullable(),
        snippet: z.string().nullable(),
      }),
    ),
    model: z.string(),
  }),
  examples: [
    {
      input: { q: 'When does the next leap second occur?' },
      at: '2026-01-01T00:00:00Z',
      output: {
        query: 'When does the next leap second occur?',
        answer: 'No leap second is scheduled.[1] They end by 2035.[2][1]',
        citations: [
          {
            n: 1,
            url: 'https://iers.example/bulletin-c',
            title: null,
            snippet: 'No leap second will be introduced.',
          },
          { n: 2, url: 'https://bipm.example/2035', title: null, snippet: null },
        ],
        model: 'brave',
        source: 'Brave Answers',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run(input, { braveAnswers }) {
    const { text, citations, model } = await braveAnswers.answer(input)
    return { query: input.q, answer: text, citations, model }
  },
})
