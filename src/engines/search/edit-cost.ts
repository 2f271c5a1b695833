/** Letters that stand beside or below each letter on the usual keyboard. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const VOWELS = 'aeiouy'

/** What mistakes cost: the commonest the least. */
const SWAPPED = 0.6
const DOUBLED = 0.5
const MISSING = 0.8
const EXTRA = 0.9
const BESIDE = 0.8
const OF_VOWELS = 0.8
const OTHER = 1.1

/** A word that misses or adds a letter that the other has not, or exchanges two, costs as much. */
export const COST_PER_LETTER_MIN = Math.min(MISSING, EXTRA, BESIDE / 2, OF_VOWELS / 2, OTHER / 2)

const LETTERS = 26
const codeOf = (text: string, at: number): number => text.charCodeAt(at) - 97

/** What it costs to type one letter in place of another, by both letters. */
const EXCHANGES: Float64Array = exchanges()

function exchanges(): Float64Array {
  const costs = new Float64Array(LETTERS * LETTERS).fill(OTHER)
  const set = (one: string, other: string, cost: number): void => {
    costs[codeOf(one, 0) * LETTERS + codeOf(other, 0)] = cost
    costs[codeOf(other, 0) * LETTERS + codeOf(one, 0)] = cost
  }
  for (const one of VOWELS) for (const other of VOWELS) set(one, other, OF_VOWELS)
  for (const [at, row] of ROWS.entries())
    for (const [place, letter] of Array.from(row).entries())
      for (const other of [row[place + 1], ROWS[at + 1]?.[place - 1], ROWS[at + 1]?.[place]])
        if (other !== undefined) set(letter, other, BESIDE)
  return costs
}

function exchange(wrong: number, right: number): number {
  const areLatin = wrong >= 0 && wrong < LETTERS && right >= 0 && right < LETTERS
  return areLatin ? (EXCHANGES[wrong * LETTERS + right] as number) : OTHER
}

/** Longer words are not compared. */
export const LONGEST = 32

/**
 * What it costs to make a word of what was typed: left out, added, exchanged and swapped letters.
 * Infinity if it is more than `most`. Both have at most `LONGEST` characters.
 */
export function createEditCost(): (typed: string, word: string, most: number) => number {
  // The costs of the last three rows serve one comparison after another.
  let before = new Float64Array(LONGEST + 1)
  let last = new Float64Array(LONGEST + 1)
  let row = new Float64Array(LONGEST + 1)

  return function editCost(typed: string, word: string, most: number): number {
    const width = word.length + 1
    last[0] = 0
    for (let to = 1; to < width; to += 1)
      last[to] = last[to - 1]! + (codeOf(word, to - 1) === codeOf(word, to - 2) ? DOUBLED : MISSING)
    for (let from = 1; from <= typed.length; from += 1) {
      const letter = codeOf(typed, from - 1)
      const letterBefore = from > 1 ? codeOf(typed, from - 2) : Number.NaN
      const extraCost = letter === letterBefore ? DOUBLED : EXTRA
      row[0] = last[0]! + EXTRA
      let least = row[0]
      let wantedBefore = Number.NaN
      for (let to = 1; to < width; to += 1) {
        const wanted = codeOf(word, to - 1)
        let cost = last[to - 1]! + (letter === wanted ? 0 : exchange(letter, wanted))
        cost = Math.min(cost, row[to - 1]! + (wanted === wantedBefore ? DOUBLED : MISSING))
        cost = Math.min(cost, last[to]! + extraCost)
        if (letter === wantedBefore && letterBefore === wanted)
          cost = Math.min(cost, before[to - 2]! + SWAPPED)
        row[to] = cost
        if (cost < least) least = cost
        wantedBefore = wanted
      }
      if (least > most) return Infinity
      const free = before
      before = last
      last = row
      row = free
    }
    const cost = last[width - 1]!
    return cost <= most ? cost : Infinity
  }
}
