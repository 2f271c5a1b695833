import { diffChars } from 'diff'
import { jsonrepair } from 'jsonrepair'
import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { clipped } from '../../../lib/bytes.ts'
import { parseExactJson } from '../../../lib/exact-number.ts'
import { MB, text } from '../../../lib/fields.ts'
import { placeIn } from '../../../lib/json-text.ts'

const DROPPED_CHARACTERS = 200
const CHANGES_MAX = 100
const CHANGE_CHARACTERS = 40
/** Edits beyond which a difference takes too long to find. */
const EDITS_MAX = 1_000

export default defineTool({
  route: 'POST /api/json-repair',
  name: 'JSON repair',
  description:
    'Mends broken or almost-JSON, such as the output of a language model: code fences, prose around it, quotes, commas, comments, truncation.',
  asks: ['fix broken json from an llm', 'repair truncated json with trailing commas'],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({ text: text(MB).describe('Text that should have been JSON, up to 1 MB.') }),
  output: z.object({
    data: z.unknown().describe('The value; a number that would lose digits is given as text.'),
    json: z.string().describe('The mended JSON text, all digits kept.'),
    repaired: z
      .boolean()
      .describe('False if the text was valid JSON as it stood, and data holds all its digits.'),
    changes: z.array(z.string()).describe('What was changed and where in the text, the first 100.'),
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
    const valid = parsed(text)
    if (valid) {
      const { data, lost } = valid
      return { data, json: text, repaired: lost.length > 0, changes: lost, dropped: [] }
    }
    const { json: almost, around } = jsonIn(text)
    assertMendable(almost)
    const json = mended(withBackslashes(almost)).trim()
    const dropped = around
      .map((piece) => clipped(piece.trim(), DROPPED_CHARACTERS))
      .filter((piece) => piece !== '')
    const read = parsed(json)
    if (!read) throw badInput('text: cannot be mended: there is no JSON in it')
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

interface Parsed {
  readonly data: unknown
  /** Of each number that is text in the data. */
  readonly lost: readonly string[]
}

function parsed(json: string): Parsed | undefined {
  const lost: string[] = []
  try {
    const data = parseExactJson(json, (literal) => {
      if (lost.length < CHANGES_MAX)
        lost.push(`${short(literal)} is given as text in data, to keep its digits`)
    })
    return { data, lost }
  } catch {
    return undefined
  }
}

const short = (piece: string): string => clipped(piece, CHANGE_CHARACTERS)

/** What the mended JSON has in other letters than what was sent. */
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

interface RepairedText {
  readonly json: string
  readonly around: readonly string[]
}

const FENCE = /```[\w-]*[ \t]*\r?\n([\s\S]*?)(?:\r?\n[ \t]*```|$)/
/** A bracket that JSON, and hardly prose, goes on from. */
const BEGINNING = /[{[](?=\s*(?:["'{[\]}\d/-]|true\b|false\b|null\b|[\w$]+\s*:|$))/
/** What the library reads by itself, such as a callback or a string. */
const READABLE = /^(?:["'{[]|-?\d|\/[/*]|[\w.$]+\s*\()/

function jsonIn(text: string): RepairedText {
  const fence = FENCE.exec(text)
  if (fence) {
    const [all, inside = ''] = fence
    const around = [text.slice(0, fence.index), text.slice(fence.index + all.length)]
    return { json: inside, around }
  }
  const start = READABLE.test(text) ? 0 : text.search(BEGINNING)
  if (start < 0) return { json: text, around: [] }
  const closing = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  const tail = text.slice(closing)
  // Words after the last bracket are prose; marks of JSON are the rest of a value that was cut.
  const isProse = closing > start && /^\s*[\p{L}.!?(]/u.test(tail) && !/[":]/.test(tail)
  const end = isProse ? closing : text.length
  return { json: text.slice(start, end), around: [text.slice(0, start), text.slice(end)] }
}

const LITERAL = /^(?:"[\s\S]*"|'[\s\S]*'|-?\d[\d.eE+-]*|[Tt]rue|[Ff]alse|null|None)$/
/** Of a text without its strings; what stands there can be filled in by a guess only. */
const GUESSES: readonly (readonly [RegExp, string])[] = [
  [/[[{,]\s*,|:\s*[,}\]]/, 'an element is empty'],
  [/-\s*(?:[,}\]]|$)/, 'a minus sign has no number'],
  [/'\w+""/, 'an apostrophe stands inside single quotes'],
  [/;\s*["'\w{[]/, 'a semicolon stands between elements'],
]

/** Throws where the library would make up a value. */
function assertMendable(text: string): void {
  if (!/[{[]/.test(text) && !LITERAL.test(text.trim()))
    throw badInput('text: cannot be mended: there is no JSON in it')
  const bare = text.replaceAll(STRINGS, '""').replaceAll(/'[^'\n]*'(?=\s*[:,}\]])/g, '""')
  for (const [pattern, what] of GUESSES)
    if (pattern.test(bare)) throw badInput(`text: cannot be mended: ${what}`)
}

/** Also the last one, where it never ends. */
const STRINGS = /"(?:[^"\\]|\\[\s\S])*\\?(?:"|$)/g
const NO_ESCAPE = /\\(?:["\\/bfnrt'\r\n]|u[\da-fA-F]{4})|\\(?=[\da-zA-Z])/g

/**
 * Keeps the backslashes of strings that were never escaped, such as a path of Windows: one of them
 * is no escape of JSON, so none is.
 */
const withBackslashes = (text: string): string =>
  text.replaceAll(STRINGS, (string) =>
    [...string.matchAll(NO_ESCAPE)].some(([mark]) => mark === '\\')
      ? string.replaceAll(/\\(?:["\\])|\\/g, (mark) => (mark === '\\' ? '\\\\' : mark))
      : string,
  )

function mended(text: string): string {
  try {
    return jsonrepair(text)
  } catch (thrown) {
    const { message, position = 0 } = thrown as Error & { position?: number }
    const { line, column } = placeIn(text, position)
    if (thrown instanceof RangeError) throw badInput('text: is nested too deep to mend')
    throw badInput(
      `text: cannot be mended: ${message.replace(/ at position \d+$/, '')} (line ${line}, column ${column})`,
    )
  }
}
