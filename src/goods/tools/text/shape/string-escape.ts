import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { ESCAPES } from './_escapes.ts'

const Format = z.enum([
  'json',
  'javascript',
  'html',
  'regex',
  'shell',
  'sql',
  'csv',
  'python',
  'c',
  'latex',
  'markdown',
])

export default defineTool({
  route: 'POST /api/string-escape',
  name: 'String escape',
  description:
    'Escapes or unescapes text for JSON, JavaScript, HTML, shell, SQL, CSV, Python, C, LaTeX, Markdown or regex.',
  asks: [
    'quote a string for bash',
    'escape a string for json or sql',
    'quote a text for the shell',
    'escape quotes in JSON',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(text.length),
  input: z.object({
    text: text(500 * KB).describe('The text, up to 500 KB.'),
    format: Format.describe(
      'json, javascript, python, c and sql: the inside of a literal, without its quotes; shell: ' +
        'one whole word of a POSIX shell; csv: one field with its quotes where it needs them.',
    ),
    mode: z.enum(['escape', 'unescape']).default('escape').describe('Direction of the conversion.'),
  }),
  output: z.object({ text: z.string() }),
  examples: [
    {
      input: { text: 'it\'s "ok"', format: 'shell' },
      output: { text: `'it'\\''s "ok"'` },
    },
    {
      input: { text: 'line\\u0041\\n', format: 'json', mode: 'unescape' },
      output: { text: 'lineA\n' },
    },
  ],

  run({ text, format, mode }) {
    return { text: ESCAPES[format][mode](text) }
  },
})
