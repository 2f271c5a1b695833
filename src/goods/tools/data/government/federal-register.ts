import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { federalRegister } from '../../../../capabilities/upstreams/federal-register.ts'
import { date, since } from './_fields.ts'

export default defineTool({
  route: 'GET /api/federal-register',
  name: 'Federal Register search',
  description: 'US rules, proposed rules, notices and presidential documents that match a topic.',
  asks: [
    'Federal Register notices of an agency since a day',
    'new US rules and executive orders in the Federal Register',
    'new US rules about crypto',
    'executive orders',
  ],
  price: '$0.002',
  uses: { federalRegister },
  input: z.object({
    q: searchText(300).describe('Words of the document.'),
    type: z
      .enum(['RULE', 'PRORULE', 'NOTICE', 'PRESDOCU'])
      .optional()
      .describe('Only rules, proposed rules, notices or presidential documents.'),
    since: since('documents published'),
    limit: z.int().min(1).max(50).default(10).describe('Most documents, 1 to 50.'),
  }),
  output: z.object({
    documents: z
      .array(
        z.object({
          number: z.string().describe('Document number, such as 2026-01234.'),
          title: z.string(),
          type: z.string().describe('Rule, Proposed Rule, Notice or Presidential Document.'),
          agencies: z.array(z.string()),
          abstract: nullableText(),
          publishedDate: date(),
          effectiveDate: date().describe('Day on which it takes effect; null if it names no day.'),
          url: z.string(),
        }),
      )
      .describe('Newest first.'),
    total: z.int().describe('Number of all matches; the source counts up to 10,000.'),
  }),
  examples: [{ input: { q: 'stablecoin', limit: 5 } }],

  async run({ q, type, since, limit }, { federalRegister }) {
    const found = await federalRegister.documents(q, type, since, limit)
    const documents = found.results.slice(0, limit).map((document) => ({
      number: document.document_number,
      title: document.title,
      type: document.type,
      agencies: document.agencies.flatMap(({ name, raw_name }) => name ?? raw_name ?? []),
      abstract: document.abstract,
      publishedDate: document.publication_date,
      effectiveDate: document.effective_on,
      url: document.html_url,
    }))
    return { documents, total: found.count }
  },
})
