import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { filled } from './_mustache.ts'

const NAMED_MAX = 5

export default defineTool({
  route: 'POST /api/template-render',
  name: 'Template render',
  description:
    'Fills a Mustache template with data: variables, sections, lists, partials; names what the data lack.',
  asks: [
    'fill placeholders in an email template',
    'render a handlebars like template from json',
    'fill in names in a letter',
    'mail merge',
    'placeholders',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    template: text(200 * KB).describe(
      'Mustache, up to 200 KB, sections at most 8 deep. Values are escaped for HTML; {{{name}}} not.',
    ),
    data: jsonObject().describe('The values, up to 1 MB.'),
    partials: z
      .record(z.string().max(200), text(50 * KB))
      .refine((all) => Object.keys(all).length <= 50, { error: 'must hold at most 50 templates' })
      .default({})
      .describe('Templates by the name with which {{> name}} includes them; up to 50.'),
    strict: z
      .boolean()
      .default(true)
      .describe('Whether to refuse a template that names missing data.'),
  }),
  output: z.object({
    text: z.string(),
    used: z.array(z.string()).describe('Names that were looked up.'),
    missing: z.array(z.string()).describe('Names without a value, which became empty.'),
  }),
  examples: [
    {
      input: { template: 'Hi {{name}}', data: { name: 'Ada' } },
      output: { text: 'Hi Ada', used: ['name'], missing: [] },
    },
    {
      input: {
        template: '{{#items}}{{name}}: {{price}}\n{{/items}}{{^paid}}Please pay.{{/paid}}',
        data: {
          items: [
            { name: 'Tea', price: 3 },
            { name: 'Rum & cola', price: 7 },
          ],
          paid: false,
        },
      },
      output: {
        text: 'Tea: 3\nRum &amp; cola: 7\nPlease pay.',
        used: ['items', 'name', 'price', 'paid'],
        missing: [],
      },
    },
  ],

  run({ template, data, partials, strict }) {
    const { text, used, missing } = filled(template, data, partials)
    if (strict && missing.length > 0)
      throw badInput(
        `data: must have a value for ${missing.slice(0, NAMED_MAX).join(', ')}; or set strict to false`,
      )
    return { text, used, missing }
  },
})
