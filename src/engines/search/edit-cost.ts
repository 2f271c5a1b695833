/** Letters that stand beside or below each letter on the usual keyboard. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const BESIDE: ReadonlySet<string> = new Set(
  ROWS.flatMap((row, at) =>
    Array.from(row).flatMap((letter, place) =>
      [row[place + 1], ROWS[at + 1]?.[place - 1], ROWS[at + 1]?.[place]].flatMap((other) =>
        other ? [letter + other, other + letter] : [],
      ),
    ),
  ),
)
const VOWEL = /[aeiouy]/

/** What mistakes cost: the commonest the least. */
const SWAPPED = 0.6
const DOUBLED = 0.5
const MISSING = 0.8
const EXTRA = 0.9
const BESIDE_COST = 0.8
const VOWELS = 0.8
const OTHER = 1.1

function exchange(wrong: string, right: string): number {
  if (BESIDE.has(wrong + right)) return BESIDE_COST
  return VOWEL.test(wrong) && VOWEL.test(right) ? VOWELS : OTHER
}

/**
 * What it costs to make a word of what was typed: left out, added, exchanged and swapped letters.
 * Infinity if it is more than `most`.
 */
export function editCost(typed: string, word: string, most: number): number {
  const width = word.length + 1
  let before = new Float64Array(width)
  let last = new Float64Array(width)
  let row = new Float64Array(width)
  for (let to = 1; to < width; to += 1)
    last[to] = last[to - 1]! + (word[to - 1] === word[to - 2] ? DOUBLED : MISSING)
  for (let from = 1; from <= typed.length; from += 1) {
    const letter = typed[from - 1]!
    row[0] = last[0]! + EXTRA
    let least = row[0]
    for (let to = 1; to < width; to += 1) {
      const wanted = word[to - 1]!
      const missing = row[to - 1]! + (wanted === word[to - 2] ? DOUBLED : MISSING)
      const extra = last[to]! + (letter === typed[from - 2] ? DOUBLED : EXTRA)
      const kept = last[to - 1]! + (letter === wanted ? 0 : exchange(letter, wanted))
      let cost = Math.min(missing, extra, kept)
      if (from > 1 && to > 1 && letter === word[to - 2] && typed[from - 2] === wanted)
        cost = Math.min(cost, before[to - 2]! + SWAPPED)
      row[to] = cost
      if (cost < least) least = cost
    }
    if (least > most) return Infinity
    ;[before, last, row] = [last, row, before]
  }
  const cost = last[width - 1]!
  return cost <= most ? cost : Infinity
}
