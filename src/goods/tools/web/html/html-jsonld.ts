import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { jsonLdOf, typesIn } from '../../../../engines/html/json-ld.ts'
import { microdataOf } from '../../../../engines/html/microdata.ts'
import { html, parsedHtml } from './_parsed.ts'
import { structured } from './_structured.ts'

export default defineTool({
  route: 'POST /api/html-jsonld',
  name: 'Structured data in HTML',
  description: 'JSON-LD and microdata objects inside HTML, with their types; says what is broken.',
  asks: [
    'parse schema.org JSON-LD from an HTML string',
    'pull microdata out of markup that I paste',
    'structured data in my HTML',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({ html: html() }),
  output: z.object({
    ...structured,
    errors: z.array(z.string()).describe('Blocks of JSON-LD that cannot be read, and why.'),
  }),
  examples: [
    {
      input: { html: '<script type="application/ld+json">{"@type":"Person"}</script>' },
      output: { jsonLd: [{ '@type': 'Person' }], microdata: [], types: ['Person'], errors: [] },
    },
    {
      input: {
        html:
          '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Tea</b></div>' +
          '<script type="application/ld+json">{"@type":</script>',
      },
      output: {
        jsonLd: [],
        microdata: [{ type: ['https://schema.org/Product'], properties: { name: ['Tea'] } }],
        types: ['Product'],
        errors: ['Block 1: is no valid JSON.'],
      },
    },
  ],

  async run({ html }) {
    const $ = await parsedHtml(html)
    const { objects, errors } = jsonLdOf($)
    const microdata = microdataOf($)
    return { jsonLd: objects, microdata, types: typesIn([objects, microdata]), errors }
  },
})
