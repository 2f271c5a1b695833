import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { jsonObject } from '../../../lib/json-guard.ts'
import { elementOf, isXmlName } from './_xml.ts'

const ANSWER_CHARACTERS_MAX = 8_000_000

export default defineTool({
  route: 'POST /api/json-to-xml',
  name: 'JSON to XML',
  description:
    'A JSON object to well-formed XML: lists as repeated elements, prefixed keys as attributes.',
  asks: ['convert json to xml', 'build xml with attributes from an object'],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    data: jsonObject().describe(
      'A JSON object, up to 1 MB, 64 deep; #text is the text beside attributes.',
    ),
    root: z
      .string()
      .max(200)
      .refine(isXmlName, { error: 'must be a name of XML' })
      .default('root')
      .describe('Name of the outermost element.'),
    attributePrefix: z
      .string()
      .max(10)
      .default('@')
      .describe('Keys that begin with it are attributes; empty for none.'),
    indent: z.int().min(0).max(8).default(2).describe('Spaces for each level; 0 for one line.'),
  }),
  output: z.object({ xml: z.string().describe('Without a declaration; UTF-8.') }),
  examples: [
    { input: { data: { a: 1 } }, output: { xml: '<root>\n  <a>1</a>\n</root>' } },
    {
      input: {
        data: { '@id': 7, item: ['x', { '@k': '"', '#text': 'a<b' }], none: null },
        root: 'list',
        indent: 0,
      },
      output: {
        xml: '<list id="7"><item>x</item><item k="&quot;">a&lt;b</item><none/></list>',
      },
    },
  ],

  run({ data, root, attributePrefix, indent }) {
    const xml = elementOf(root, data, { prefix: attributePrefix, indent })
    if (xml.length > ANSWER_CHARACTERS_MAX)
      throw badInput(`data: makes more than ${ANSWER_CHARACTERS_MAX} characters; take indent 0`)
    return { xml }
  },
})
