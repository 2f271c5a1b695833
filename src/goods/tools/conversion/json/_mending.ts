import { jsonrepair } from 'jsonrepair'
import { badInput } from '../../../../base/core/fault.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { parseExactJson } from '../../../../engines/formats/exact-number.ts'
import { duplicateNames } from '../../../../base/lib/json-duplicates.ts'
import { placeIn } from '../../../../base/lib/json-text.ts'

/** Parses text that should have been JSON. */

export const CHANGES_MAX = 100
const CHANGE_CHARACTERS = 40

export const TWICE = 'is there more than once; data holds the last'

export interface Parsed {
  readonly data: unknown
  /** Every number that became text in the data, and every name that an object has twice. */
  readonly lost: readonly string[]
}

export function parsedJson(json: string): Parsed | undefined {
  const lost: string[] = []
  try {
    const data = parseExactJson(json, (literal) => {
      if (lost.length < CHANGES_MAX)
        lost.push(`${short(literal)} is given as text in data, to keep its digits`)
    })
    for (const pointer of duplicateNames(json, CHANGES_MAX))
      if (lost.length < CHANGES_MAX) lost.push(`${short(pointer)}: ${TWICE}`)
    return { data, lost }
  } catch {
    return undefined
  }
}

export const short = (piece: string): string => clipped(piece, CHANGE_CHARACTERS)

/** Almost-JSON as JSON; throws if a value would have to be invented. */
export function mendedJson(almost: string): string {
  assertMendable(almost)
  return repaired(withBackslashes(almost)).trim()
}

interface RepairedText {
  readonly json: string
  readonly around: readonly string[]
}

const FENCE = /```[\w-]*[ \t]*\r?\n([\s\S]*?)(?:\r?\n[ \t]*```|$)/
/** A bracket followed by something that occurs in JSON, but hardly in prose. */
const BEGINNING = /[{[](?=\s*(?:["'{[\]}\d/-]|true\b|false\b|null\b|[\w$]+\s*:|$))/
/** What the library reads by itself, such as a callback or a string. */
const READABLE = /^(?:["'{[]|-?\d|\/[/*]|[\w.$]+\s*\()/

export function jsonIn(text: string): RepairedText {
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
  // Words after the last bracket are prose; JSON punctuation there belongs to a truncated value.
  const isProse = closing > start && /^\s*[\p{L}.!?(]/u.test(tail) && !/[":]/.test(tail)
  const end = isProse ? closing : text.length
  return { json: text.slice(start, end), around: [text.slice(0, start), text.slice(end)] }
}

const LITERAL = /^(?:"[\s\S]*"|'[\s\S]*'|-?\d[\d.eE+-]*|[Tt]rue|[Ff]alse|null|None)$/
/** Applied to a text without its strings: places that could be filled in only by a guess. */
const GUESSES: readonly (readonly [RegExp, string])[] = [
  [/[[{,]\s*,|:\s*[,}\]]/, 'an element is empty'],
  [/-\s*(?:[,}\]]|$)/, 'a minus sign has no number'],
  [/'\w+""/, 'an apostrophe stands inside single quotes'],
  [/;\s*["'\w{[]/, 'a semicolon separates elements'],
]

/** Throws if the library would invent a value. */
function assertMendable(text: string): void {
  if (!/[{[]/.test(text) && !LITERAL.test(text.trim()))
    throw badInput('text: cannot be mended, because there is no JSON in it')
  const bare = text.replaceAll(STRINGS, '""').replaceAll(/'[^'\n]*'(?=\s*[:,}\]])/g, '""')
  for (const [pattern, what] of GUESSES)
    if (pattern.test(bare)) throw badInput(`text: cannot be mended: ${what}`)
}

/** All strings, also a last one that never ends. */
const STRINGS = /"(?:[^"\\]|\\[\s\S])*\\?(?:"|$)/g
const NO_ESCAPE = /\\(?:["\\/bfnrt'\r\n]|u[\da-fA-F]{4})|\\(?=[\da-zA-Z])/g

/**
 * Keeps the backslashes of strings that were never escaped, such as a Windows path: if one
 * backslash is not a JSON escape, none is.
 */
const withBackslashes = (text: string): string =>
  text.replaceAll(STRINGS, (string) =>
    [...string.matchAll(NO_ESCAPE)].some(([mark]) => mark === '\\')
      ? string.replaceAll(/\\(?:["\\])|\\/g, (mark) => (mark === '\\' ? '\\\\' : mark))
      : string,
  )

function repaired(text: string): string {
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
