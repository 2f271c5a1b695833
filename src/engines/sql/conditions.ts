import { called, fits, type Scalar } from './constant-calls.ts'

/**
 * What a condition comes to when nothing of the data is known. Statements of all dialects are
 * read into this one form.
 */

export type Condition =
  | { readonly kind: 'constant'; readonly value: Scalar }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | {
      readonly kind: 'compare' | 'arithmetic'
      readonly operator: string
      readonly left: Condition
      readonly right: Condition
    }
  | { readonly kind: 'in'; readonly left: Condition; readonly items: readonly Condition[] }
  | { readonly kind: 'like'; readonly left: Condition; readonly pattern: Condition }
  | { readonly kind: 'null'; readonly part: Condition }
  | { readonly kind: 'is'; readonly part: Condition; readonly value: boolean | null }
  | { readonly kind: 'first'; readonly parts: readonly Condition[] }
  | {
      readonly kind: 'case'
      readonly whens: readonly (readonly [test: Condition, result: Condition])[]
      readonly otherwise: Condition
    }
  | { readonly kind: 'call'; readonly name: string; readonly parts: readonly Condition[] }
  /** `name` is its text without its place: the same text is the same value. */
  | { readonly kind: 'column' | 'unknown'; readonly name: string }

export const constant = (value: Scalar): Condition => ({ kind: 'constant', value })
export const not = (part: Condition): Condition => ({ kind: 'not', part })
export const unknown = (name: string): Condition => ({ kind: 'unknown', name })

/** Nobody writes a condition so deep, and a walk would take as much stack. */
export const DEPTH_MAX = 200

/** Functions that answer another value each time. */
const VOLATILE = /random|rand|nextval|clock_timestamp|uuid|newid|sleep|lastval|setval/i

/** The value of a condition, or nothing where it hangs on the data. */
export function valueOf(of: Condition, depth = 0): { readonly value: Scalar } | undefined {
  if (depth > DEPTH_MAX) return undefined
  const value = (part: Condition) => valueOf(part, depth + 1)
  const truth = (part: Condition) => truthOf(value(part)?.value)
  switch (of.kind) {
    case 'constant':
      return { value: of.value }
    case 'and':
      if (of.parts.some((part) => truth(part) === false)) return { value: false }
      return of.parts.every((part) => truth(part) === true) ? { value: true } : undefined
    case 'or':
      if (of.parts.some((part) => truth(part) === true) || hasOpposites(of.parts))
        return { value: true }
      return of.parts.every((part) => truth(part) === false) ? { value: false } : undefined
    case 'not': {
      const inner = truth(of.part)
      return inner === undefined ? undefined : { value: !inner }
    }
    case 'compare':
      return compared(of.operator, of.left, of.right, depth)
    case 'arithmetic':
      return (
        cancelled(of.operator, of.left, of.right) ??
        calculated(of.operator, value(of.left)?.value, value(of.right)?.value)
      )
    case 'in':
      return within(of.left, of.items, depth)
    case 'like':
      return likeness(value(of.left)?.value, value(of.pattern)?.value)
    case 'null': {
      const inner = value(of.part)
      return inner && { value: inner.value === null }
    }
    case 'is': {
      const inner = value(of.part)
      return inner && { value: (truthOf(inner.value) ?? null) === of.value }
    }
    case 'first': {
      const [first, ...rest] = of.parts
      const inner = first && value(first)
      if (!inner || inner.value !== null) return inner
      return value({ kind: 'first', parts: rest })
    }
    case 'case': {
      for (const [test, result] of of.whens) {
        const holds = truth(test)
        if (holds === undefined) return undefined
        if (holds) return value(result)
      }
      return value(of.otherwise)
    }
    case 'call':
      return called(
        of.name,
        of.parts.map((part) => value(part)?.value),
      )
    default:
      return undefined
  }
}

export const isAlwaysTrue = (condition: Condition): boolean =>
  truthOf(valueOf(condition)?.value) === true

/** What a value counts as in a condition; MySQL and SQLite take any number. */
function truthOf(value: Scalar | undefined): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') {
    if (/^(t|true|y|yes|on|1)$/i.test(value)) return true
    return /^(f|false|n|no|off|0)$/i.test(value) ? false : undefined
  }
  return typeof value === 'number' ? value !== 0 : value
}

const OPPOSITE: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}

/** Whether one of some alternatives is what another denies; for NULL, neither holds. */
function hasOpposites(parts: readonly Condition[]): boolean {
  if (parts.length > 50) return false
  const seen = new Set(parts.map(textOf))
  return parts.some((part) => {
    const inverse = inverseOf(part)
    return inverse !== undefined && isSteady(part) && seen.has(textOf(inverse))
  })
}

function inverseOf(part: Condition): Condition | undefined {
  if (part.kind === 'not') return part.part
  if (part.kind !== 'compare') return not(part)
  const operator = OPPOSITE[part.operator]
  return operator === undefined ? undefined : { ...part, operator }
}

const textOf = (condition: Condition): string => JSON.stringify(condition)
const isSteady = (condition: Condition): boolean => !VOLATILE.test(textOf(condition))
const isSame = (a: Condition, b: Condition): boolean =>
  orderedText(a) === orderedText(b) && isSteady(a)

const COMMUTES = new Set(['+', '*'])

/** The text of a value in which the order of what is added or multiplied plays no part. */
const orderedText = (of: Condition): string => ordered(of, 0)

/** Text that is the same in each order of terms. Nested JSON would double its escapes each time. */
function ordered(of: Condition, depth: number): string {
  if (of.kind !== 'arithmetic' || depth > DEPTH_MAX) return JSON.stringify(of)
  const { operator } = of
  if (!COMMUTES.has(operator))
    return `(${ordered(of.left, depth + 1)}${operator}${ordered(of.right, depth + 1)})`
  const terms: string[] = []
  const open: Condition[] = [of]
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (term.kind === 'arithmetic' && term.operator === operator) open.push(term.left, term.right)
    else terms.push(ordered(term, depth + 1))
  }
  return `(${terms.toSorted().join(operator)})`
}

const TRUE_OF_EQUALS = new Set(['=', '<=', '>=', '<=>'])

function compared(operator: string, left: Condition, right: Condition, depth: number) {
  const [a, b] = [valueOf(left, depth + 1), valueOf(right, depth + 1)]
  if (!a || !b) {
    const told = b
      ? sureOf(operator, left, b.value)
      : a && sureOf(FLIPPED[operator], right, a.value)
    if (told) return told
    // A column equals itself in each row where it is not NULL.
    if (!isSame(bareOf(left), bareOf(right))) return undefined
    return TRUE_OF_EQUALS.has(operator) ? { value: true } : { value: false }
  }
  if (a.value === null || b.value === null)
    return operator === '<=>' ? { value: a.value === b.value } : { value: null }
  const [x, y] = alike(a.value, b.value)
  const order = x === y ? 0 : x < y ? -1 : 1
  const verdicts: Readonly<Record<string, boolean>> = {
    '=': order === 0,
    '<=>': order === 0,
    '<>': order !== 0,
    '<': order < 0,
    '>': order > 0,
    '<=': order <= 0,
    '>=': order >= 0,
  }
  const verdict = verdicts[operator]
  return verdict === undefined ? undefined : { value: verdict }
}

export const FLIPPED: Readonly<Record<string, string>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
}

/** `random()` lies from 0 to 1, and now is later than the years that are over. */
function sureOf(operator: string | undefined, of: Condition, against: Scalar) {
  if (of.kind !== 'call' || of.parts.length > 0 || against === null) return undefined
  const isAbove = operator === '>' || operator === '>='
  const isBelow = operator === '<' || operator === '<='
  if (of.name === 'random' || of.name === 'rand') {
    const limit = Number(against)
    if (isAbove && (limit < 0 || (limit === 0 && operator === '>='))) return { value: true }
    return isBelow && limit >= 1 ? { value: true } : undefined
  }
  if (!NOW.test(of.name) || typeof against !== 'string') return undefined
  const isPast = isAbove && isEarly(against)
  return isPast || (isBelow && isLate(against)) ? { value: true } : undefined
}

const NOW = /^(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|sysdate|getdate)$/
/** Before this was written. */
export const isEarly = (date: string): boolean =>
  date === '-infinity' || (/^\d{4}-\d\d-\d\d/.test(date) && date < '2024')
export const isLate = (date: string): boolean =>
  date === 'infinity' || (/^\d{4}-\d\d-\d\d/.test(date) && date >= '2200')

/** Without what changes nothing: `id + 0`, `name || ''`. */
function bareOf(of: Condition): Condition {
  if (of.kind !== 'arithmetic' || of.right.kind !== 'constant') return of
  const { value } = of.right
  const isNothing =
    ((of.operator === '+' || of.operator === '-') && value === 0) ||
    (of.operator === '*' && value === 1) ||
    (of.operator === '||' && value === '')
  return isNothing ? of.left : of
}

/** `id - id` and `id * 0` are 0 whatever the id. */
function cancelled(operator: string, left: Condition, right: Condition) {
  const isZero = (of: Condition) => of.kind === 'constant' && of.value === 0
  if (operator === '-' && left.kind === 'column' && isSame(left, right)) return { value: 0 }
  return operator === '*' && (isZero(left) || isZero(right)) ? { value: 0 } : undefined
}

/** Two values as they are compared: by number where either is one. */
function alike(a: string | number | boolean, b: string | number | boolean) {
  if (typeof a === 'string' && typeof b === 'string') return [a, b] as const
  const [x, y] = [Number(a), Number(b)]
  return Number.isNaN(x) || Number.isNaN(y) ? ([String(a), String(b)] as const) : ([x, y] as const)
}

function within(left: Condition, items: readonly Condition[], depth: number) {
  if (items.some((item) => isSame(left, item))) return { value: true }
  const told = items.slice(0, 200).map((item) => compared('=', left, item, depth + 1)?.value)
  if (told.includes(true)) return { value: true }
  return told.every((one) => one === false) ? { value: false } : undefined
}

function calculated(operator: string, left: Scalar | undefined, right: Scalar | undefined) {
  if (left === undefined || right === undefined) return undefined
  if (left === null || right === null) return { value: null }
  if (operator === '||') return { value: `${left}${right}`.slice(0, 1_000) }
  const [a, b] = [Number(left), Number(right)]
  const results: Readonly<Record<string, number>> = {
    '+': a + b,
    '-': a - b,
    '*': a * b,
    '/': a / b,
    '%': a % b,
  }
  const result = results[operator]
  return result === undefined || !Number.isFinite(result) ? undefined : { value: result }
}

function likeness(value: Scalar | undefined, pattern: Scalar | undefined) {
  if (typeof pattern !== 'string') return undefined
  // Every text but NULL fits it.
  if (/^%+$/.test(pattern)) return { value: true }
  const told = typeof value === 'string' ? fits(value, pattern) : undefined
  return told === undefined ? undefined : { value: told }
}

/** Alternatives that hold for every row beside others that do not: `id = 5 OR 1 = 1`. */
export function hasFreeAlternative(condition: Condition): boolean {
  if (condition.kind !== 'or') return false
  const { parts } = condition
  const always = parts.filter(isAlwaysTrue).length
  return hasOpposites(parts) || (always > 0 && always < parts.length) || always > 1
}
