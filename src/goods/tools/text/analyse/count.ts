import { RE2JS } from 're2js'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { compiledPattern, literalPattern } from '../../../../base/lib/linear-pattern.ts'

const POSITIONS_MAX = 10_000

export default defineTool({
  route: 'POST /api/count',
  name: 'Count occurrences',
  description:
    'Counts exactly how often a letter, word or pattern occurs in a text, and at which line and column.',
  asks: [
    'how often does the letter r occur in strawberry',
    'count a word and tell the line and column of each',
    'how many r in strawberry',
    'how often does a word occur',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(2 * MB).describe('The text to search, up to 2 MB.'),
    find: z.string().min(1).max(2_000).describe('What to count, up to 2000 characters.'),
    regex: z
      .boolean()
      .default(false)
      .describe('Whether to read find as a regular expression of RE2.'),
    caseSensitive: z
      .boolean()
      .default(true)
      .describe('Whether to distinguish upper and lower case.'),
    wholeWord: z
      .boolean()
      .default(false)
      .describe('Whether matches must not touch a letter, digit or _.'),
  }),
  output: z.object({
    count: z.int().describe('Number of matches that do not overlap; empty ones are left out.'),
    positions: z
      .array(
        z.object({
          line: z.int().describe('Line number, from 1.'),
          column: z.int().describe('Column from 1, in UTF-16 code units.'),
          index: z.int().describe('Offset from 0, in UTF-16 code units.'),
        }),
      )
      .describe(`The first ${POSITIONS_MAX}.`),
  }),
  examples: [
    {
      input: { text: 'strawberry', find: 'r' },
      output: {
        count: 3,
        positions: [
          { line: 1, column: 3, index: 2 },
          { line: 1, column: 8, index: 7 },
          { line: 1, column: 9, index: 8 },
        ],
      },
    },
    {
      input: { text: 'Cat, cats\nCAT', find: 'cat', caseSensitive: false, wholeWord: true },
      output: {
        count: 2,
        positions: [
          { line: 1, column: 1, index: 0 },
          { line: 2, column: 1, index: 10 },
        ],
      },
    },
  ],

  run({ text, find, regex, caseSensitive, wholeWord }) {
    const flags = caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE
    const pattern = regex ? compiledPattern('find', find, flags) : literalPattern(find, flags)
    const matcher = pattern.matcher(text)
    const positions: { line: number; column: number; index: number }[] = []
    let [count, line, lineStart, from] = [0, 1, 0, 0]
    while (matcher.find()) {
      const [index, end] = [matcher.start(), matcher.end()]
      if (end === index || (wholeWord && !standsAlone(text, index, end))) continue
      count += 1
      if (positions.length === POSITIONS_MAX) continue
      for (
        let at = text.indexOf('\n', from);
        at >= 0 && at < index;
        at = text.indexOf('\n', from)
      ) {
        line += 1
        lineStart = at + 1
        from = at + 1
      }
      positions.push({ line, column: index - lineStart + 1, index })
    }
    return { count, positions }
  },
})

const standsAlone = (text: string, start: number, end: number): boolean =>
  !/[\p{L}\p{N}\p{M}_]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
  !/^[\p{L}\p{N}\p{M}_]/u.test(text.slice(end, end + 2))
