import { diffChars } from 'diff'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { placeIn } from '../../../../base/lib/json-text.ts'
import { CHANGES_MAX, jsonIn, mendedJson, parsedJson, short } from './_mending.ts'

const DROPPED_CHARACTERS = 200
/** With more edits, a difference takes too long to compute. */
const EDITS_MAX = 1_000

export default defineTool({
  route: 'POST /api/json-repair',
  name: 'JSON repair',
  description:
    'Mends broken or almost-JSON, such as the output of a language model: code fences, prose around it, quotes, commas, comments, truncation.',
  asks: [
    'fix broken json from an llm',
    'repair truncated json with trailing commas',
    'the LLM broke the JSON',
    'cannot parse this almost JSON',
    'single quotes and trailing commas',
    'fix invalid JSON',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({ text: text(MB).describe('Text that should have been JSON, up to 1 MB.') }),
  output: z.object({
    data: z.unknown().describe('The value; a number that would lose digits is text.'),
    json: z.string().describe('The mended JSON text, with all digits.'),
    repaired: z
      .boolean()
      .describe('False if the text already was valid JSON, and data holds all of it.'),
    changes: z
      .array(z.string())
      .describe('What was changed or lost, and where in the text; the first 100.'),
    dropped: z
      .array(z.string())
      .describe('Text before and after the JSON that was left out, cut to 200 characters.'),
  }),
  examples: [
    {
      input: { text: "{a: 1, 'b': [1,2" },
      output: {
        data: { a: 1, b: [1, 2] },
        json: '{"a": 1, "b": [1,2]}',
        repaired: true,
        changes: [
          'line 1, column 2: adds "',
          'line 1, column 3: adds "',
          `line 1, column 8: ' becomes "`,
          `line 1, column 10: ' becomes "`,
          'line 1, column 17: adds ]}',
        ],
        dropped: [],
      },
    },
    {
      input: { text: 'Here you are:\n```json\n{"ok": True,}\n```\nAnything else?' },
      output: {
        data: { ok: true },
        json: '{"ok": true}',
        repaired: true,
        changes: ['line 3, column 8: T becomes t', 'line 3, column 12: leaves out ,'],
        dropped: ['Here you are:', 'Anything else?'],
      },
    },
  ],

  run({ text: sent }) {
    const text = sent.replace(/^\uFEFF/, '').trim()
    const valid = parsedJson(text)
    if (valid) {
      const { data, lost } = valid
      return { data, json: text, repaired: lost.length > 0, changes: lost, dropped: [] }
    }
    const { json: almost, around } = jsonIn(text)
    const json = mendedJson(almost)
    const dropped = around
      .map((piece) => clipped(piece.trim(), DROPPED_CHARACTERS))
      .filter((piece) => piece !== '')
    const read = parsedJson(json)
    if (!read) throw badInput('text: cannot be mended, because there is no JSON in it')
    const changes = [...changesBetween(sent, almost.trim(), json), ...read.lost]
    return {
      data: read.data,
      json,
      repaired: true,
      changes: changes.slice(0, CHANGES_MAX),
      dropped,
    }
  },
})

/** The differences between the mended JSON and the text that was sent. */
function changesBetween(sent: string, almost: string, json: string): readonly string[] {
  const pieces = diffChars(almost, json, { maxEditLength: EDITS_MAX })
  if (!pieces) return [`more than ${EDITS_MAX} characters`]
  let at = Math.max(0, sent.indexOf(almost))
  return pieces.flatMap(({ value, added, removed }, index) => {
    if (!added && !removed) {
      at += value.length
      return []
    }
    const { line, column } = placeIn(sent, at)
    const place = `line ${line}, column ${column}`
    const next = pieces[index + 1]
    if (removed) at += value.length
    if (removed && next?.added) return [`${place}: ${short(value)} becomes ${short(next.value)}`]
    if (removed) return [`${place}: leaves out ${short(value)}`]
    return pieces[index - 1]?.removed ? [] : [`${place}: adds ${short(value)}`]
  })
}
