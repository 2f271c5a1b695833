import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { INVISIBLE } from '../../../../engines/language/hidden-text.ts'

export default defineTool({
  route: 'POST /api/whitespace-clean',
  name: 'Whitespace clean',
  description:
    'Removes stray spaces, blank lines, invisible characters and mixed line ends; straightens curly quotes.',
  asks: [
    'remove invisible zero width characters and double spaces',
    'replace curly quotes and mixed line ends',
    'double spaces and empty lines',
    'clean up copied text',
    'line endings',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(2 * text.length),
  input: z.object({
    text: text(2 * MB).describe('The text, up to 2 MB. Indentation stays.'),
    tabs: z
      .enum(['keep', 'spaces'])
      .default('keep')
      .describe('Tabs; spaces: replaced up to tab stops every 4 columns.'),
    quotes: z
      .enum(['keep', 'straight', 'curly'])
      .default('keep')
      .describe('Form of quotation marks and apostrophes; curly is the English form.'),
    lineEnds: z.enum(['lf', 'crlf']).default('lf').describe('Line ends of the answer.'),
  }),
  output: z.object({
    text: z.string(),
    changes: z.object({
      invisible: z.int().describe('Number of invisible and control characters that were removed.'),
      spaces: z.int().describe('Number of places where spaces were replaced or removed.'),
      lines: z
        .int()
        .describe('Number of blank lines that were removed, and of line ends that were replaced.'),
      quotes: z.int().describe('Number of quotation marks that were replaced.'),
    }),
  }),
  examples: [
    {
      input: { text: 'a  b \n\n\n c' },
      output: {
        text: 'a b\n\n c',
        changes: { invisible: 0, spaces: 2, lines: 1, quotes: 0 },
      },
    },
    {
      input: { text: 'He said\u00a0“it’s\u200b fine”\r\n', quotes: 'straight' },
      output: {
        text: 'He said "it\'s fine"',
        changes: { invisible: 1, spaces: 1, lines: 1, quotes: 3 },
      },
    },
  ],

  run({ text, tabs, quotes, lineEnds }) {
    const changes = { invisible: 0, spaces: 0, lines: 0, quotes: 0 }
    const replaced = (
      from: string,
      pattern: RegExp,
      kind: keyof typeof changes,
      by: string | ((...found: string[]) => string),
    ): string =>
      from.replaceAll(pattern, (...found: string[]) => {
        const made = typeof by === 'string' ? by : by(...found)
        if (made !== found[0]) changes[kind] += 1
        return made
      })
    const end = lineEnds === 'lf' ? '\n' : '\r\n'
    changes.lines += (text.match(LINE_END) ?? []).filter((one) => one !== end).length
    const lined = text.replaceAll(LINE_END, '\n')
    const seen = replaced(lined, INVISIBLE, 'invisible', '')
    const tabbed = tabs === 'keep' ? seen : replaced(seen, /^.*\t.*$/gm, 'spaces', untabbed)
    const plain = replaced(tabbed, ODD_SPACE, 'spaces', ' ')
    const single = replaced(plain, /(?<=\S) {2,}(?=\S)/g, 'spaces', ' ')
    const bare = replaced(single, /(?<![ \t])[ \t]+$/gm, 'spaces', '')
    const closed = replaced(bare, /\n{3,}/g, 'lines', '\n\n').replaceAll(/^\n+|\n+$/g, '')
    return { text: quoted(closed, quotes, replaced).replaceAll('\n', end), changes }
  },
})

const LINE_END = /\r\n|[\r\n\u0085\u2028\u2029]/g
const ODD_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

const TAB_COLUMNS = 4

function untabbed(line: string): string {
  let column = 0
  return line
    .split('\t')
    .map((part, at, all) => {
      if (at === all.length - 1) return part
      const width = TAB_COLUMNS - ((column + part.length) % TAB_COLUMNS)
      column += part.length + width
      return part + ' '.repeat(width)
    })
    .join('')
}

type Replace = (from: string, pattern: RegExp, kind: 'quotes', by: string) => string

function quoted(text: string, form: string, replaced: Replace): string {
  if (form === 'straight') {
    const double = replaced(text, /[“”„‟«»〝〞＂]/g, 'quotes', '"')
    return replaced(double, /[‘’‚‛′＇]/g, 'quotes', "'")
  }
  if (form === 'keep') return text
  const opened = replaced(text, /(?<=^|[\s([{—–-])"(?=\S)/gm, 'quotes', '“')
  const doubled = replaced(opened, /"/g, 'quotes', '”')
  const single = replaced(doubled, /(?<=^|[\s([{—–“-])'(?=\S)(?!\d)/gm, 'quotes', '‘')
  return replaced(single, /'/g, 'quotes', '’')
}
