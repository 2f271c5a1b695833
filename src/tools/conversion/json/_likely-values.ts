import { isObject, type JsonObject } from '../../../lib/json-object.ts'
import { editDistance } from '../../../lib/string-distances.ts'

/** What a value was meant to be, where only one reading is possible. */

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false }

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')

export function isLike(one: string, other: string): boolean {
  if (plain(one) === plain(other)) return true
  const least = Math.min(one.length, other.length)
  const most = least >= 8 ? 2 : least >= 5 ? 1 : 0
  if (most === 0 || Math.abs(one.length - other.length) > most || least > 100) return false
  return editDistance(Array.from(plain(one)), Array.from(plain(other)), true) <= most
}

export function isOf(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

export function turned(value: unknown, type: string): { value: unknown; why: string } | undefined {
  if (Array.isArray(value) && value.length === 1 && isOf(value[0], type))
    return { value: value[0] as unknown, why: 'a list of one where one is asked for' }
  if (type === 'array' && value !== null) {
    const read = typeof value === 'string' ? parsedAs(value, 'array') : undefined
    return read ?? { value: [value], why: 'one where a list is asked for' }
  }
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return { value: String(value), why: 'text is asked for' }
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (type === 'object') return parsedAs(text, 'object')
  if (type === 'null' && /^(|null|none)$/i.test(text)) return { value: null, why: 'null in words' }
  if (type === 'boolean' && Object.hasOwn(WORDS, text.toLowerCase()))
    return { value: WORDS[text.toLowerCase()], why: 'true or false in words' }
  if ((type !== 'number' && type !== 'integer') || !NUMBER.test(text)) return undefined
  const number = Number(text)
  const keepsDigits = !/^-?\d+$/.test(text) || Number.isSafeInteger(number)
  if (!Number.isFinite(number) || !keepsDigits) return undefined
  return type === 'integer' && !Number.isInteger(number)
    ? undefined
    : { value: number, why: 'a number in quotes' }
}

function parsedAs(text: string, type: string): { value: unknown; why: string } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isOf(value, type) ? { value, why: 'JSON in quotes' } : undefined
  } catch {
    return undefined
  }
}

export function choiceOf(text: string, choices: unknown): string | null {
  if (!Array.isArray(choices) || choices.includes(text)) return null
  const like = choices.filter((one): one is string => typeof one === 'string' && isLike(text, one))
  return like.length === 1 ? (like[0] ?? null) : null
}

/** Only what begins with the year: which of two numbers is the month, nobody can tell. */
export function dayOf(text: string, format: unknown): string | null {
  if (format !== 'date') return null
  const [, year, month = '', day = ''] = /^(\d{4})[/.-]?(\d{1,2})[/.-]?(\d{1,2})$/.exec(text) ?? []
  const isWhole = /^\d{8}$/.test(text) || /\D/.test(text)
  if (!year || !isWhole || Number(month) > 12 || Number(day) > 31) return null
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** What a reference within a schema leads to. */
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
