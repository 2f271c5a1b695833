import { RE2JS, RE2JSSyntaxException } from 're2js'
import { badInput } from '../core/fault.ts'
import { excerpt } from './bytes.ts'

const ALLOWED =
  'a regular expression with all brackets closed, counts of repeats up to 1000, no look-around ' +
  'and no back references'

/** Compiles a caller's pattern. Matching takes time linear in the text, whatever the pattern is. */
export function compiledPattern(field: string, pattern: string, flags = 0): RE2JS {
  try {
    return RE2JS.compile(pattern, flags)
  } catch (thrown) {
    const wrong = thrown instanceof RE2JSSyntaxException ? thrown.input : null
    throw badInput(`${field}: must be ${ALLOWED}, but holds ${excerpt(wrong ?? pattern)}`)
  }
}

/** A pattern that matches a literal text. */
export const literalPattern = (sought: string, flags = 0): RE2JS =>
  RE2JS.compile(RE2JS.quote(sought), flags)

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
}

/** Flags as JavaScript writes them; `g` and `u` change nothing here. */
export const FLAG_LETTERS = /^(?!.*(.).*\1)[gimsu]*$/

export const flagsOf = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum | (FLAGS[letter] ?? 0), 0)
