/** Functions of constants, whose value is known without any data. */

export type Scalar = string | number | boolean | null

const TEXT_MAX = 1_000

type Known = string | number | boolean
type Call = (...given: readonly Known[]) => Scalar | undefined

const first =
  (call: (text: string) => Scalar): Call =>
  (...given) =>
    given.length === 1 ? call(String(given[0])) : undefined

const length = first((text) => text.length)

const part: Call = (text, from, count) => {
  const start = Number(from) - 1
  const end = count === undefined ? undefined : start + Number(count)
  return String(text).slice(Math.max(0, start), end === undefined ? undefined : Math.max(0, end))
}

const numeric =
  (call: (...numbers: readonly number[]) => number): Call =>
  (...given) => {
    const value = call(...given.map(Number))
    return Number.isFinite(value) ? value : undefined
  }

const most =
  (isMost: boolean): Call =>
  (...given) => {
    const numbers = given.map(Number)
    if (numbers.some(Number.isNaN)) return undefined
    return isMost ? Math.max(...numbers) : Math.min(...numbers)
  }

const position: Call = (text, piece) => String(text).indexOf(String(piece)) + 1

const CALLS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['length', length],
  ['len', length],
  ['char_length', length],
  ['character_length', length],
  ['lower', first((text) => text.toLowerCase())],
  ['upper', first((text) => text.toUpperCase())],
  ['ascii', first((text) => text.codePointAt(0) ?? 0)],
  ['trim', first((text) => text.trim())],
  ['btrim', first((text) => text.trim())],
  ['reverse', first((text) => Array.from(text).toReversed().join(''))],
  ['concat', (...given) => given.join('').slice(0, TEXT_MAX)],
  ['substr', part],
  ['substring', part],
  ['mid', part],
  ['left', (text, count) => String(text).slice(0, Number(count))],
  ['right', (text, count) => (Number(count) > 0 ? String(text).slice(-Number(count)) : undefined)],
  ['position', position],
  ['strpos', position],
  ['instr', position],
  ['abs', numeric((value = 0) => Math.abs(value))],
  ['sign', numeric((value = 0) => Math.sign(value))],
  ['floor', numeric((value = 0) => Math.floor(value))],
  ['ceil', numeric((value = 0) => Math.ceil(value))],
  ['round', numeric((value = 0) => Math.round(value))],
  ['sqrt', numeric((value = 0) => Math.sqrt(value))],
  ['mod', numeric((value = 0, by = 0) => value % by)],
  ['power', numeric((base = 0, exponent = 0) => base ** exponent)],
  ['pow', numeric((base = 0, exponent = 0) => base ** exponent)],
  ['greatest', most(true)],
  ['least', most(false)],
  ['nullif', (value, other) => (value === other ? null : value)],
])

/** The value of a call, or nothing where it hangs on data or on a function that is not known. */
export function called(
  name: string,
  given: readonly (Scalar | undefined)[],
): { readonly value: Scalar } | undefined {
  const known = given.filter((one) => one !== undefined && one !== null)
  if (known.length < given.length || known.length === 0) return undefined
  const value = CALLS.get(name)?.(...known)
  return value === undefined ? undefined : { value }
}

/** Whether a text fits a pattern of LIKE, for texts and patterns of a statement. */
export function fits(text: string, pattern: string): boolean | undefined {
  if (text.length > TEXT_MAX || pattern.length > 100 || pattern.includes('\\')) return undefined
  // As far as the text was read by each way to read the pattern.
  let places = new Set([0])
  for (const mark of pattern) {
    const next = new Set<number>()
    for (const place of places)
      if (mark === '%') for (let at = place; at <= text.length; at += 1) next.add(at)
      else if (place < text.length && (mark === '_' || mark === text[place])) next.add(place + 1)
    places = next
  }
  return places.has(text.length)
}
