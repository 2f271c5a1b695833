import {
  DEPTH_MAX,
  FLIPPED,
  isAlwaysTrue,
  isEarly,
  isLate,
  not,
  valueOf,
  type Condition,
} from './conditions.ts'

const isConstant = (one: Condition): boolean => valueOf(one) !== undefined

/** Of what is seldom NULL. */
const MADE_OF_ROWS = new Set<Condition['kind']>([
  'column',
  'compare',
  'arithmetic',
  'call',
  'and',
  'or',
])

/** Holds for nearly every row of nearly every table, such as `id > 0` and `name <> ''`. */
export function isHardlySelective(of: Condition, depth = 0): boolean {
  if (depth > DEPTH_MAX) return false
  const inner = (part: Condition) => isHardlySelective(part, depth + 1)
  if (of.kind === 'and') return of.parts.every((part) => inner(part) || isAlwaysTrue(part))
  if (of.kind === 'or') return of.parts.some(inner)
  if (of.kind === 'not') {
    const { part } = of
    // De Morgan: what denies several together is met where any one is denied.
    if (part.kind === 'and') return part.parts.some((one) => inner(not(one)))
    if (part.kind === 'or') return part.parts.every((one) => inner(not(one)))
    if (part.kind === 'not') return inner(part.part)
    if (part.kind === 'null') return MADE_OF_ROWS.has(part.part.kind)
    if (part.kind === 'in') return part.items.length > 0 && part.items.every(isConstant)
    if (part.kind === 'like') return isConstant(part.pattern)
    return (
      part.kind === 'compare' &&
      /^(=|<=>)$/.test(part.operator) &&
      valueOf(part.right) !== undefined
    )
  }
  // Whoever knows neither true nor false is hardly meant.
  if (of.kind === 'in') return [true, false].every((one) => of.items.some(isConstantOf(one)))
  if (of.kind === 'column') return ROW_NUMBER.test(of.name)
  if (of.kind === 'call') return of.name === 'starts_with' && valueOf(of.parts[1]!)?.value === ''
  if (of.kind !== 'compare') return false
  const { left, right } = of
  if (isWholeNumberCheck(of)) return true
  if (left.kind === 'call' && NEVER_BELOW_ZERO.has(left.name)) return isLoose(of.operator, right)
  if (left.kind !== 'column')
    return right.kind === 'column' && isLoose(FLIPPED[of.operator] ?? of.operator, left)
  return isLoose(of.operator, right)
}

const isConstantOf = (value: boolean) => (of: Condition) =>
  of.kind === 'constant' && of.value === value

/** Taken as a condition, as MySQL and SQLite do, a number of a row is true but for zero. */
const ROW_NUMBER = /"(?:id|rowid|_rowid_|oid)"[,\]]/i

const NEVER_BELOW_ZERO = new Set([
  'abs',
  'length',
  'char_length',
  'character_length',
  'octet_length',
  'bit_length',
  'len',
])

type Comparison = Extract<Condition, { readonly operator: string }>

/** `id % 1 = 0`. */
const isWholeNumberCheck = ({ operator, left, right }: Comparison): boolean =>
  operator === '=' &&
  left.kind === 'arithmetic' &&
  left.operator === '%' &&
  valueOf(left.right)?.value === 1 &&
  valueOf(right)?.value === 0

/** Numbers that ids and amounts seldom reach. */
const LARGE = 99_999_999

function isLoose(operator: string, limit: Condition): boolean {
  const value = valueOf(limit)?.value
  if (operator === '<>') return value !== undefined
  const isAbove = operator === '>' || operator === '>='
  const isBelow = operator === '<' || operator === '<='
  if (typeof value === 'number') return (isAbove && value <= 0) || (isBelow && value >= LARGE)
  if (typeof value !== 'string') return false
  if (value === '') return isAbove
  return (isAbove && isEarly(value) && value < '1971') || (isBelow && isLate(value))
}
