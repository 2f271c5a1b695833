import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { FIELD_TYPES } from '../../../../engines/pdf/field-types.ts'
import { fetchPdf } from './_file.ts'

const VALUES_MAX = 1_000
const NAME_CHARACTERS_MAX = 300

const Value = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(1_000)).max(100),
  z.null(),
])

export default defineTool({
  route: 'POST /api/pdf-form',
  name: 'PDF form',
  description: 'List the form fields of a public PDF; with values, fill them and return the file.',
  asks: [
    'complete a PDF form with my data',
    'which fields does this PDF form have',
    'fill in an application form',
    'which fields has the form',
  ],
  price: '$0.004',
  uses: { web, threads },
  bodyBytesMax: 2 * MB,
  input: z.object({
    url: webUrl().describe('A PDF of at most 20 MB that opens without a password.'),
    values: z
      .record(z.string().max(NAME_CHARACTERS_MAX), Value)
      .meta({ maxProperties: VALUES_MAX })
      .refine((values) => Object.keys(values).length <= VALUES_MAX, {
        error: `must have at most ${VALUES_MAX} members`,
      })
      .optional()
      .describe(
        'Values by field name: text, true or false for a checkbox, an option for radio buttons ' +
          'and dropdowns, options for lists, null to empty a field.',
      ),
  }),
  output: z.object({
    url: z.url().describe('Address of the PDF, after redirects.'),
    fields: z
      .array(
        z.object({
          name: z.string(),
          type: z.enum(FIELD_TYPES),
          value: z.union([z.string(), z.boolean(), z.array(z.string())]).nullable(),
          options: z.array(z.string()),
          readOnly: z.boolean(),
        }),
      )
      .describe('Fields in the answered file.'),
    filled: z.int().describe('Number of fields that were set.'),
    base64: z.base64().optional().describe('The filled PDF, if there were values.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/form.pdf' },
      output: {
        url: 'https://example.com/form.pdf',
        fields: [
          { name: 'name', type: 'text', value: 'Ada', options: [], readOnly: false },
          {
            name: 'country',
            type: 'dropdown',
            value: null,
            options: ['DE', 'FR'],
            readOnly: false,
          },
        ],
        filled: 0,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    {
      input: {
        url: 'https://example.com/form.pdf',
        values: { name: 'Grace', country: 'FR' },
      },
    },
  ],

  async run({ url, values = {} }, { web, threads }) {
    const file = await fetchPdf(web, url)
    const thread = threadWork<typeof import('./_form-thread.ts')>(
      import.meta.url,
      './_form-thread.ts',
    )
    const form = await threads.run(thread, { ...file, values }, { subject: 'the PDF' })
    return { url: file.url, ...form }
  },
})
