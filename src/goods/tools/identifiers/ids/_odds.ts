import { badInput } from '../../../../base/core/fault.ts'
import { rangeOf, type Term } from './_dice.ts'

/** The chance of each sum, from the smallest. */
interface Odds {
  readonly from: number
  readonly chances: readonly number[]
}

const STEPS_MAX = 20_000_000
const SUMS_MAX = 10_000

/** The exact chance of every total, by adding one part after the other. */
export function oddsOf(terms: readonly Term[]): ReadonlyMap<number, number> {
  const steps = terms.reduce((sum, term) => sum + stepsOf(term), 0)
  const ranges = terms.map(rangeOf)
  const sums = ranges.reduce((sum, [low, high]) => sum + high - low, 1)
  if (steps > STEPS_MAX || sums > SUMS_MAX)
    throw badInput('distribution: must be left out for so many dice or sides')
  let all: Odds = { from: 0, chances: [1] }
  for (const term of terms) all = added(all, term)
  return new Map(
    all.chances.flatMap((chance, at) => (chance > 0 ? [[all.from + at, chance] as const] : [])),
  )
}

function stepsOf({ count, sides, keep }: Term): number {
  return keep === count ? count * count * sides * 2 : sides * count * count * keep * sides * 2
}

function added(all: Odds, term: Term): Odds {
  const { sign, first, sides, count, keep } = term
  if (sides === 1) return { ...all, from: all.from + sign * first * keep }
  const { from, chances } = keep === count ? plain(count, first, sides) : kept(term)
  const turned =
    sign === 1
      ? { from, chances }
      : { from: -(from + chances.length - 1), chances: chances.toReversed() }
  return { from: all.from + turned.from, chances: convolved(all.chances, turned.chances) }
}

function plain(count: number, first: number, sides: number): Odds {
  let chances: readonly number[] = [1]
  const die = Array<number>(sides).fill(1 / sides)
  for (let more = 0; more < count; more += 1) chances = convolved(chances, die)
  return { from: first * count, chances }
}

function convolved(a: readonly number[], b: readonly number[]): readonly number[] {
  const sum = Array<number>(a.length + b.length - 1).fill(0)
  for (const [at, chance] of a.entries()) {
    if (chance === 0) continue
    for (const [other, more] of b.entries())
      sum[at + other] = (sum[at + other] ?? 0) + chance * more
  }
  return sum
}

/**
 * Value by value from the end that is kept: how many of the dice that are left show it, and how
 * many of those still count.
 */
function kept({ count, first, sides, keep, keepsHighest }: Term): Odds {
  const width = keep * (sides - 1) + 1
  // By the dice that are left: the chances of the sums so far, above `keep` times the lowest side.
  let states = new Map<number, Float64Array>([
    [count, Float64Array.of(1, ...Array<number>(width - 1).fill(0))],
  ])
  for (let step = 0; step < sides; step += 1) {
    const value = keepsHighest ? sides - 1 - step : step
    const chance = 1 / (sides - step)
    const next = new Map<number, Float64Array>()
    for (const [left, sums] of states) {
      const shares = binomial(left, chance)
      for (const [hits, share] of shares.entries()) {
        const counted = Math.max(0, Math.min(hits, keep - (count - left)))
        const into = next.get(left - hits) ?? new Float64Array(width)
        next.set(left - hits, into)
        const shift = counted * value
        for (let at = 0; at + shift < width; at += 1)
          into[at + shift] = (into[at + shift] ?? 0) + (sums[at] ?? 0) * share
      }
    }
    states = next
  }
  return { from: keep * first, chances: [...(states.get(0) ?? [])] }
}

/** Of so many dice, the chance that 0, 1, 2 ... show a value. */
function binomial(count: number, chance: number): readonly number[] {
  let row = [1]
  for (let trial = 0; trial < count; trial += 1) row = [...convolved(row, [1 - chance, chance])]
  return row
}

/** For each value, how many of the kept dice show at least that: min(keep, binomial), summed. */
export function meanOf({ sign, count, first, sides, keep, keepsHighest }: Term): number {
  if (keep === count) return sign * count * (first + (sides - 1) / 2)
  let sum = keep * first
  for (let step = 1; step < sides; step += 1) {
    const chance = (sides - step) / sides
    // The lowest show it only where no more than the dropped ones may fail to.
    sum += expectedKept(count, keep, chance, keepsHighest)
  }
  return sign * sum
}

function expectedKept(count: number, keep: number, chance: number, keepsHighest: boolean): number {
  let expected = 0
  for (const [hits, probability] of binomial(count, chance).entries()) {
    const kept = keepsHighest ? Math.min(keep, hits) : Math.max(0, hits - (count - keep))
    expected += kept * probability
  }
  return expected
}
