/**
 * What a condition comes to when nothing of the data is known. Statements of all dialects are
 * read into this one form.
 */

export type Scalar = string | number | boolean | null

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
const DEPTH_MAX = 200

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
      return calculated(of.operator, value(of.left)?.value, value(of.right)?.value)
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
const isSame = (a: Condition, b: Condition): boolean => textOf(a) === textOf(b) && isSteady(a)

const TRUE_OF_EQUALS = new Set(['=', '<=', '>=', '<=>'])

function compared(operator: string, left: Condition, right: Condition, depth: number) {
  const [a, b] = [valueOf(left, depth + 1), valueOf(right, depth + 1)]
  if (!a || !b) {
    // A column equals itself in each row where it is not NULL.
    if (!isSame(left, right)) return undefined
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
  if (typeof value !== 'string' || /[%_\\]/.test(pattern)) return undefined
  return { value: value === pattern }
}

function called(name: string, given: readonly (Scalar | undefined)[]) {
  const [first] = given
  if (first === undefined || first === null || given.length !== 1) return undefined
  const text = String(first)
  if (/^(char_length|character_length|length|len)$/.test(name)) return { value: text.length }
  if (name === 'lower') return { value: text.toLowerCase() }
  if (name === 'upper') return { value: text.toUpperCase() }
  if (name === 'ascii') return { value: text.codePointAt(0) ?? 0 }
  if (name === 'abs') return { value: Math.abs(Number(first)) }
  return undefined
}

/** Holds for nearly every row of nearly every table, such as `id > 0` and `name <> ''`. */
export function isHardlySelective(of: Condition, depth = 0): boolean {
  if (depth > DEPTH_MAX) return false
  const inner = (part: Condition) => isHardlySelective(part, depth + 1)
  if (of.kind === 'and') return of.parts.every((part) => inner(part) || isAlwaysTrue(part))
  if (of.kind === 'or') return of.parts.some(inner)
  if (of.kind === 'not') {
    const { part } = of
    const isConstant = (one: Condition) => valueOf(one) !== undefined
    if (part.kind === 'null') return part.part.kind === 'column'
    if (part.kind === 'in') return part.items.length > 0 && part.items.every(isConstant)
    if (part.kind === 'like') return isConstant(part.pattern)
    return part.kind === 'compare' && part.operator === '=' && valueOf(part.right) !== undefined
  }
  if (of.kind !== 'compare' || of.left.kind !== 'column') return false
  const right = valueOf(of.right)?.value
  if (of.operator === '<>') return right !== undefined
  const isLow = typeof right === 'number' && right <= 0
  return isLow && (of.operator === '>' || of.operator === '>=')
}

/** Alternatives that hold for every row beside others that do not: `id = 5 OR 1 = 1`. */
export function hasFreeAlternative(condition: Condition): boolean {
  if (condition.kind !== 'or') return false
  const { parts } = condition
  const always = parts.filter(isAlwaysTrue).length
  return hasOpposites(parts) || (always > 0 && always < parts.length) || always > 1
}
