import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, MB, text } from '../../../../base/lib/fields.ts'
import { readXml } from '../../../../engines/formats/xml-reading.ts'

const NAMES_MAX = 100

export default defineTool({
  route: 'POST /api/xml-validate',
  name: 'XML check',
  description:
    'Is XML well formed? Where the first fault is, root, namespaces, encoding, and which ' +
    'required elements are missing.',
  asks: [
    'is my XML well formed and where is the first fault',
    'does this XML document contain the required elements',
    'is my XML well formed',
    'XML error',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    xml: text(2 * MB).describe('The document, up to 2 MB.'),
    require: z
      .array(line(200).min(1))
      .max(NAMES_MAX)
      .default([])
      .describe('Names of required elements, with their prefix, up to 100.'),
  }),
  output: z.object({
    valid: z.boolean().describe('Whether it is well formed. A DTD or schema is not followed.'),
    error: z
      .object({ message: z.string(), line: z.int(), column: z.int() })
      .nullable()
      .describe('The first fault.'),
    root: z.string().nullable(),
    namespaces: z
      .record(z.string(), z.string())
      .describe('Namespaces by prefix; empty for the default.'),
    encoding: z.string().nullable().describe('Encoding in the declaration.'),
    missing: z.array(z.string()),
    doctype: z.boolean().describe('Whether it has a document type, whose entities are not read.'),
    elements: z.int().describe('Number of elements.'),
  }),
  examples: [
    {
      input: { xml: '<a><b></a>' },
      output: {
        valid: false,
        error: { message: '</a> closes, but <b> of line 1 is still open', line: 1, column: 7 },
        root: 'a',
        namespaces: {},
        encoding: null,
        missing: [],
        doctype: false,
        elements: 2,
      },
    },
    {
      input: { xml: '<r xmlns:x="urn:x"><x:a/></r>', require: ['x:a', 'x:b'] },
      output: {
        valid: true,
        error: null,
        root: 'r',
        namespaces: { x: 'urn:x' },
        encoding: null,
        missing: ['x:b'],
        doctype: false,
        elements: 2,
      },
    },
  ],

  run({ xml, require }) {
    const { names, ...read } = readXml(xml)
    const missing = require.filter((name) => !names.has(name))
    return { valid: read.error === null, ...read, missing }
  },
})
