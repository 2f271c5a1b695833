import { badInput } from '../../../../base/core/fault.ts'
import type { Draw } from '../../../../engines/numbers/seeded.ts'

/** One part of a notation: dice of which some are kept, or a number. */
export interface Term {
  readonly sign: 1 | -1
  readonly text: string
  readonly count: number
  /** The value of the lowest side; the others follow upwards. */
  readonly first: number
  readonly sides: number
  /** How many are kept, from which end. */
  readonly keep: number
  readonly keepsHighest: boolean
}

const TERMS_MAX = 10
export const DICE_MAX = 100
export const SIDES_MAX = 1_000
const NUMBER_MAX = 1_000_000
const ALLOWED =
  'must be terms such as 2d6, d20, 4d6kh3 or 5, joined by + or -, ' +
  `with up to ${DICE_MAX} dice of up to ${SIDES_MAX} sides`

const TERM =
  /^([+-]?)(?:(\d{0,3})d(\d{1,4}|%|f)(?:(k|kh|kl|dh|dl|d)(\d{1,3}))?|(\d{1,7}))(?=[+-]|$)/

export function termsOf(notation: string): readonly Term[] {
  if (/\w\s+\w/.test(notation))
    throw badInput(`notation: ${ALLOWED}; terms must be separated by + or -`)
  let rest = notation.toLowerCase().replaceAll(/\s+/g, '')
  const terms: Term[] = []
  while (rest !== '' || terms.length === 0) {
    const found = TERM.exec(rest)
    if (!found || (terms.length > 0 && found[1] === '') || terms.length === TERMS_MAX)
      throw badInput(`notation: ${ALLOWED}; at most ${TERMS_MAX} terms`)
    rest = rest.slice(found[0].length)
    terms.push(termOf(found))
  }
  if (!terms.some(isDie)) throw badInput(`notation: must have a die; it ${ALLOWED}`)
  return terms
}

function termOf([whole, sign, dice, kind, mode, modeCount, number]: RegExpExecArray): Term {
  const head = { sign: sign === '-' ? (-1 as const) : (1 as const), text: whole.replace('+', '') }
  if (number !== undefined) {
    const value = Number(number)
    if (value > NUMBER_MAX) throw badInput(`notation: numbers must be at most ${NUMBER_MAX}`)
    return { ...head, count: 1, first: value, sides: 1, keep: 1, keepsHighest: true }
  }
  const count = dice ? Number(dice) : 1
  const sides = kind === '%' ? 100 : kind === 'f' ? 3 : Number(kind)
  if (count < 1 || count > DICE_MAX || sides < 1 || sides > SIDES_MAX)
    throw badInput(`notation: ${ALLOWED}`)
  const of = modeCount === undefined ? count : Number(modeCount)
  const isDrop = mode?.startsWith('d') ?? false
  const keep = isDrop ? count - of : of
  if (keep < 1 || keep > count)
    throw badInput(`notation: ${whole} must keep 1 to ${count} of its dice`)
  // A bare `d` drops the lowest, a bare `k` keeps the highest.
  const keepsHighest = mode === undefined || /^(k|kh|dl|d)$/.test(mode)
  return { ...head, count, first: kind === 'f' ? -1 : 1, sides, keep, keepsHighest }
}

export interface Roll {
  readonly dice: string
  readonly rolled: readonly number[]
  readonly kept: readonly number[]
  readonly sum: number
}

export function rollOf(term: Term, draw: Draw): Roll {
  const { sign, text, count, first, sides, keep, keepsHighest } = term
  const rolled = Array.from({ length: count }, () => first + draw.below(sides))
  const inOrder = rolled.toSorted((a, b) => (keepsHighest ? b - a : a - b))
  const kept = inOrder.slice(0, keep)
  return { dice: text, rolled, kept, sum: sign * kept.reduce((sum, one) => sum + one, 0) }
}

export const isDie = ({ sides }: Term): boolean => sides > 1

export function rangeOf(term: Term): readonly [number, number] {
  const { sign, first, sides, keep } = term
  const ends = [sign * keep * first, sign * keep * (first + sides - 1)] as const
  return [Math.min(...ends), Math.max(...ends)]
}
