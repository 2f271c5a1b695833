import { createHash } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { compiledPattern } from '../../../../base/lib/linear-pattern.ts'
import { linesOf } from '../../../../engines/language/segments.ts'

const PATTERN_CHARACTERS_MAX = 2_000

export default defineTool({
  route: 'POST /api/lines',
  name: 'Lines',
  description: 'Sorts, deduplicates, filters, trims, shuffles or numbers the lines of a text.',
  asks: [
    'deduplicate and number the lines of a list',
    'sort, trim and filter lines',
    'sort a list alphabetically',
    'remove double lines',
    'number the lines',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(2 * MB).describe('The lines, up to 2 MB.'),
    sort: z
      .enum(['none', 'asc', 'desc', 'natural', 'length', 'shuffle'])
      .default('none')
      .describe('asc and desc by code unit; natural puts a2 before a10; length counts characters.'),
    unique: z.boolean().default(false).describe('Whether to keep only the first of equal lines.'),
    trim: z
      .boolean()
      .default(false)
      .describe('Whether to remove white space at both ends, before all else.'),
    dropEmpty: z
      .boolean()
      .default(false)
      .describe('Whether to leave out lines of white space only.'),
    match: pattern('Keep only lines that match.'),
    exclude: pattern('Leave out lines that match.'),
    seed: z
      .string()
      .max(100)
      .default('')
      .describe('Seed of the shuffle; the same seed always gives the same order.'),
    number: z
      .boolean()
      .default(false)
      .describe('Whether to put the number and a tab before each line.'),
  }),
  output: z.object({
    text: z.string().describe('Text with line feeds between the lines.'),
    before: z.int().describe('Number of lines in the input.'),
    after: z.int(),
    duplicates: z
      .int()
      .describe('Number of lines that repeat an earlier one, after trimming and filters.'),
  }),
  examples: [
    {
      input: { text: 'b\na\nb', sort: 'asc', unique: true },
      output: { text: 'a\nb', before: 3, after: 2, duplicates: 1 },
    },
    {
      input: { text: 'file10\nfile9\n\nnote', sort: 'natural', match: '^file', number: true },
      output: { text: '1\tfile9\n2\tfile10', before: 4, after: 2, duplicates: 0 },
    },
  ],

  run({ text, sort, unique, trim, dropEmpty, match, exclude, seed, number }) {
    const sent = linesOf(text)
    const wanted = match === undefined ? null : compiledPattern('match', match)
    const unwanted = exclude === undefined ? null : compiledPattern('exclude', exclude)
    const chosen = sent
      .map((line) => (trim ? line.trim() : line))
      .filter((line) => !dropEmpty || line.trim() !== '')
      .filter((line) => wanted === null || wanted.matcher(line).find())
      .filter((line) => unwanted === null || !unwanted.matcher(line).find())
    const distinct = [...new Set(chosen)]
    const sorted = inOrder(unique ? distinct : chosen, sort, seed)
    return {
      text: (number ? sorted.map((line, at) => `${at + 1}\t${line}`) : sorted).join('\n'),
      before: sent.length,
      after: sorted.length,
      duplicates: chosen.length - distinct.length,
    }
  },
})

function pattern(what: string) {
  return z
    .string()
    .max(PATTERN_CHARACTERS_MAX)
    .optional()
    .describe(`${what} A regular expression of RE2, up to ${PATTERN_CHARACTERS_MAX} characters.`)
}

function inOrder(lines: readonly string[], sort: string, seed: string): readonly string[] {
  switch (sort) {
    case 'asc':
      return lines.toSorted()
    case 'desc':
      return lines.toSorted().toReversed()
    case 'natural': {
      const { compare } = new Intl.Collator('en', { numeric: true })
      return lines.toSorted(compare)
    }
    case 'length':
      return byKey(lines, (line) => Array.from(line).length)
    case 'shuffle':
      return byKey(lines, (_line, at) => drawn(seed, at))
    default:
      return lines
  }
}

function byKey(lines: readonly string[], keyOf: (line: string, at: number) => number): string[] {
  const keyed = lines.map((line, at) => [keyOf(line, at), line] as const)
  return keyed.toSorted(([one], [other]) => one - other).map(([, line]) => line)
}

const drawn = (seed: string, at: number): number =>
  createHash('sha256').update(`${at}:${seed}`).digest().readUIntBE(0, 6)
