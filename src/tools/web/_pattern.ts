import { RE2JS, RE2JSSyntaxException } from 're2js'
import { badInput } from '../../core/fault.ts'
import { excerpt } from '../../lib/bytes.ts'

const ALLOWED =
  'a regular expression with all brackets closed, counts of repeats up to 1000, no look-around ' +
  'and no back references'

/** A caller's pattern. It takes time linear in the text, whatever it is. */
export function compiledPattern(field: string, pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (thrown) {
    const wrong = thrown instanceof RE2JSSyntaxException ? thrown.input : null
    throw badInput(`${field}: must be ${ALLOWED}, but holds ${excerpt(wrong ?? pattern)}`)
  }
}
