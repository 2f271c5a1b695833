import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { parseExactJson } from '../../../../engines/formats/exact-number.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import { duplicateNames } from '../../../../base/lib/json-duplicates.ts'
import { readJson } from '../../../../base/lib/json-text.ts'

const LINES_MAX = 100_000
const ERRORS_MAX = 100
const REPEATED_MAX = 100
const PATH_CHARACTERS = 200
const DEPTH_MAX = 200

export default defineTool({
  route: 'POST /api/jsonl',
  name: 'JSON Lines',
  description:
    'Turns JSON Lines (NDJSON) text into an array with bad lines named, or an array into JSON Lines.',
  asks: [
    'parse ndjson to an array',
    'convert json array to jsonl',
    'one object per line to a list',
    'log lines in JSON',
    'NDJSON',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(2 * MB)
      .optional()
      .describe('JSON Lines, up to 2 MB; or give data.'),
    data: json({ bytesMax: 2 * MB })
      .optional()
      .describe('An array to write as JSON Lines, up to 2 MB; or give text.'),
    skipErrors: z
      .boolean()
      .default(false)
      .describe('Leave out lines that are not JSON and name them, instead of refusing the text.'),
  }),
  output: z.object({
    data: z
      .array(z.unknown())
      .optional()
      .describe('The values; a number that would lose digits is given as text.'),
    text: z.string().optional().describe('One value a line, each line ended, if data was given.'),
    count: z.int().describe('Values.'),
    errors: z
      .array(z.object({ line: z.int(), message: z.string() }))
      .describe(`Lines left out, counted from 1; up to ${ERRORS_MAX}.`),
    repeated: z
      .array(z.object({ line: z.int(), path: z.string() }))
      .optional()
      .describe(
        `Members that are in their object more than once, of which data holds the last, as JSON Pointers; up to ${REPEATED_MAX}; absent if there are none.`,
      ),
  }),
  examples: [
    {
      input: { text: '{"a":1}\n{"a":2}' },
      output: { data: [{ a: 1 }, { a: 2 }], count: 2, errors: [] },
    },
    {
      input: { text: '1\n{"a":\n\n3', skipErrors: true },
      output: {
        data: [1, 3],
        count: 2,
        errors: [{ line: 2, message: 'the text ends where a value is expected' }],
      },
    },
    {
      input: { data: [{ a: 1 }, 'x'] },
      output: { text: '{"a":1}\n"x"\n', count: 2, errors: [] },
    },
  ],

  run({ text, data, skipErrors }) {
    if ((text === undefined) === (data === undefined))
      throw badInput('text: give either text or data')
    if (text !== undefined) return read(text, skipErrors)
    if (!Array.isArray(data)) throw badInput('data: must be an array')
    const lines = data.map((value) => `${JSON.stringify(value)}\n`).join('')
    return { text: lines, count: data.length, errors: [] }
  },
})

function read(text: string, skipErrors: boolean) {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines.length > LINES_MAX) throw badInput(`text: must have at most ${LINES_MAX} lines`)
  const data: unknown[] = []
  const errors: { line: number; message: string }[] = []
  const repeated: { line: number; path: string }[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const flaw = flawOf(line, (value) => data.push(value))
    if (!flaw) {
      const most = REPEATED_MAX - repeated.length
      const paths = most > 0 ? duplicateNames(line, most) : []
      repeated.push(
        ...paths.map((path) => ({ line: at + 1, path: clipped(path, PATH_CHARACTERS) })),
      )
      continue
    }
    if (!skipErrors)
      throw badInput(`text: line ${at + 1}: ${flaw}; with skipErrors such lines are left out`)
    errors.push({ line: at + 1, message: flaw })
  }
  const told = repeated.length > 0 && { repeated }
  return { data, count: data.length, errors: errors.slice(0, ERRORS_MAX), ...told }
}

function flawOf(line: string, take: (value: unknown) => void): string | null {
  try {
    const value = parseExactJson(line)
    const read = line.length > DEPTH_MAX ? readJson(line, DEPTH_MAX) : null
    if (read && 'flaw' in read) return read.flaw.message
    take(value)
    return null
  } catch {
    const read = readJson(line, DEPTH_MAX)
    return 'flaw' in read ? read.flaw.message : 'is not JSON'
  }
}
