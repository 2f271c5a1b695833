import { z } from 'zod'
import { line } from '../../base/lib/fields.ts'
import { webUrl } from '../../base/lib/web-url.ts'
import { part, textAt } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Table scrape',
  tagline: 'A table on a web page as rows, CSV and a column profile.',
  asks: [
    'scrape a table off a web page, as CSV and with a profile',
    'table scrape: rows of a table on a site',
    'table from a website into a file',
  ],
  input: z.object({
    url: webUrl().describe('The page.'),
    selector: line(500).optional().describe('CSS selector of the table; default: the first.'),
  }),
  steps: [
    { tool: 'http-request', input: ({ url }) => ({ url }) },
    {
      tool: 'html-table',
      after: ['http-request'],
      input({ selector }, results) {
        const html = textAt(results['http-request'], 'body')
        return html === null ? null : { html, selector }
      },
    },
    {
      tool: 'json-to-csv',
      after: ['html-table'],
      input(_given, results) {
        const data = part(results['html-table'], 'rows')
        return Array.isArray(data) && data.length > 0 ? { data } : null
      },
    },
    {
      tool: 'csv-profile',
      after: ['json-to-csv'],
      input(_given, results) {
        const csv = textAt(results['json-to-csv'], 'csv')
        return csv === null ? null : { csv }
      },
    },
  ],
  examples: [{ input: { url: 'https://example.com/post' } }],
})
