import { isExact } from '../../../../engines/formats/exact-number.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { editDistance } from '../../../../engines/language/string-distances.ts'
import { isLiteral, numberOrText, parsedWithLiterals, writtenOf } from './_number-literals.ts'

/** What a value was meant to be, where only one reading is possible. */

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false }

/** In a shorter name every letter counts. */
const SLIP_LETTERS_MIN = 5

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')

/** Numbers with their sign, but not with a hyphen between words. */
const NUMBERS = /(?:(?<![\p{L}\p{N}_-])-)?\d+/gu
const numbersIn = (name: string): string => (name.match(NUMBERS) ?? []).join(' ')
const sorted = (letters: readonly string[]): string => letters.toSorted().join('')

/**
 * Equal except for spelling conventions or one typing error: a letter too many or too few, or two
 * in the wrong order. A replaced letter makes another word, such as payee and payer, or item2 and
 * item1.
 */
export function isLike(one: string, other: string): boolean {
  if (numbersIn(one) !== numbersIn(other)) return false
  if (plain(one) === plain(other)) return true
  const [a, b] = [Array.from(plain(one)), Array.from(plain(other))]
  const isShort = Math.min(a.length, b.length) < SLIP_LETTERS_MIN
  if (isShort || Math.abs(a.length - b.length) > 1 || a[0] !== b[0] || a.length > 100) return false
  return editDistance(a, b, true) === 1 && (a.length !== b.length || sorted(a) === sorted(b))
}

export function isOf(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (isLiteral(value))
    return type === 'number' || (type === 'integer' && Number.isInteger(Number(writtenOf(value))))
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

export function turned(given: unknown, type: string): { value: unknown; why: string } | undefined {
  if (isLiteral(given) && type === 'string')
    return { value: writtenOf(given), why: 'text is expected' }
  const value = isLiteral(given) ? numberOrText(given) : given
  if (Array.isArray(value) && value.length === 1 && isOf(value[0], type))
    return { value: value[0] as unknown, why: 'a list of one where a single value is expected' }
  if (type === 'array' && value !== null) {
    const read = typeof value === 'string' ? parsedAs(value, 'array') : undefined
    return read ?? { value: [given], why: 'a single value where a list is expected' }
  }
  // A larger whole number may have lost digits before it arrived here.
  const isWritable = typeof value === 'boolean' || Number.isSafeInteger(value) || isPart(value)
  if (type === 'string' && isWritable) return { value: String(value), why: 'text is expected' }
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (type === 'object') return parsedAs(text, 'object')
  if (type === 'null' && /^(|null|none)$/i.test(text)) return { value: null, why: 'null as a word' }
  if (type === 'boolean' && Object.hasOwn(WORDS, text.toLowerCase()))
    return { value: WORDS[text.toLowerCase()], why: 'true or false as a word' }
  if ((type !== 'number' && type !== 'integer') || !NUMBER.test(text)) return undefined
  const number = Number(text)
  if (!isExact(text)) return undefined
  return type === 'integer' && !Number.isInteger(number)
    ? undefined
    : { value: number, why: 'a number in quotes' }
}

const isPart = (value: unknown): boolean => typeof value === 'number' && !Number.isInteger(value)

function parsedAs(text: string, type: string): { value: unknown; why: string } | undefined {
  const read = parsedWithLiterals(text)
  return read && isOf(read.data, type) ? { value: read.data, why: 'JSON in quotes' } : undefined
}

export function choiceOf(text: string, choices: unknown): string | null {
  if (!Array.isArray(choices) || choices.includes(text)) return null
  const like = choices.filter((one): one is string => typeof one === 'string' && isLike(text, one))
  return like.length === 1 ? (like[0] ?? null) : null
}

/** With a separator at both places or at none: in 2026-111 the month is unclear. */
const YEAR_FIRST = /^(\d{4})(?:([/.-])(?=.*\2)|(?=\d{4}$))(\d{1,2})[/.-]?(\d{1,2})$/

/** Only dates that begin with the year: in others, day and month could be confused. */
export function dayOf(text: string, format: unknown): string | null {
  if (format !== 'date') return null
  const [, year, , month = '', day = ''] = YEAR_FIRST.exec(text) ?? []
  if (!year || Number(month) > 12 || Number(day) > 31) return null
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The part of a schema that a reference points to. */
export function partAt(schema: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#')) return null
  const names = reference.slice(1).split('/').slice(1)
  return names.reduce<unknown>((node, name) => {
    const key = unescaped(name)
    const isThere = isObject(node) ? Object.hasOwn(node, key) : Array.isArray(node)
    return isThere ? (node as JsonObject)[key] : undefined
  }, schema)
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return name
  }
}
