import { decodeHTML, encodeHTML, encodeNonAsciiHTML, escapeUTF8 } from 'entities'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'

export default defineTool({
  route: 'POST /api/html-entities',
  name: 'HTML entities',
  description: 'Escape text as HTML entities or resolve named and numeric entities.',
  asks: [
    'convert &amp; and &lt; back to characters',
    'escape special characters for HTML',
    'what is &amp;',
    'escape < and > so that the browser shows them',
    'replace &nbsp;',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(text.length),
  input: z.object({
    text: text(500 * KB).describe('The text to escape, or the HTML to resolve, up to 500 KB.'),
    mode: z.enum(['encode', 'decode']).default('encode').describe('Direction.'),
    level: z
      .enum(['basic', 'nonAscii', 'all'])
      .default('basic')
      .describe(
        'What to escape: `basic` is `& < > " \'`, `nonAscii` those and all beyond ASCII, ' +
          '`all` also every ASCII character that has a name.',
      ),
  }),
  output: z.object({
    text: z.string().describe('The text, escaped or resolved.'),
    count: z.int().describe('Number of entities written or resolved.'),
  }),
  examples: [
    {
      input: { text: '<b>&amp;</b>', mode: 'decode' },
      output: { text: '<b>&</b>', count: 1 },
    },
    {
      input: { text: '<a href="x">Tom & Jérôme</a>' },
      output: { text: '&lt;a href=&quot;x&quot;&gt;Tom &amp; Jérôme&lt;/a&gt;', count: 7 },
    },
    {
      input: { text: 'naïve €5 😀', level: 'nonAscii' },
      output: { text: 'na&iuml;ve &euro;5 &#x1f600;', count: 3 },
    },
  ],

  run({ text, mode, level }) {
    if (mode === 'decode') return resolved(text)
    const escaped = ENCODERS[level](text).replaceAll(/&#x([89][0-9a-f]);/g, unescapedControl)
    return { text: escaped, count: escaped.split('&').length - 1 }
  },
})

const ENCODERS = { basic: escapeUTF8, nonAscii: encodeNonAsciiHTML, all: encodeHTML } as const

/** HTML reads the numbers 80 to 9F as windows-1252, so these controls have no entity. */
const unescapedControl = (_entity: string, digits: string): string =>
  String.fromCharCode(Number.parseInt(digits, 16))

/** Like text in a browser: old names count without their semicolon, unknown names stay. */
function resolved(html: string): { text: string; count: number } {
  let count = 0
  const text = html.replaceAll(/&(?:#\d+|#x[0-9a-f]+|[a-z][a-z0-9]*);?/gi, (entity) => {
    const plain = decodeHTML(entity)
    if (plain !== entity) count += 1
    return plain
  })
  return { text, count }
}
