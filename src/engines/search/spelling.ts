import { onFirstUse } from '../../base/lib/lazily.ts'
import { packageWords } from '../../base/lib/package-file.ts'
import { COST_PER_LETTER_MIN, createEditCost, LONGEST } from './edit-cost.ts'

/** Finds the word that was meant by one that is spelt wrong. */
export interface Speller {
  /** The nearest known word; null if the word is a real one, or nothing is near enough. */
  meant(word: string): string | null
}

/** Shorter words are like too many others. */
const SHORTEST = 3
/** How much a mistake may cost, by the length of the word. */
const mostFor = (length: number): number =>
  length <= 3 ? 0.5 : length === 4 ? 0.8 : length === 5 ? 0.95 : length <= 7 ? 1.7 : 2.3

/** What a word that is ten times as frequent may cost more. */
const FREQUENCY = 0.12
/** How many letters the word that is meant may have more. The likeliest find bounds the others. */
const MORE_LETTERS = [0, 1, -1, 2, -2]
/** A word that differs in more letters is not meant. */
const LETTERS_MAX = 4

interface Known {
  readonly word: string
  /** A bit for each letter that it has. */
  readonly bits: number
  /** What it may cost more because it is frequent. */
  readonly bonus: number
}

/** The words are those that a question may mean, each with how often it occurs. */
export function createSpeller(words: ReadonlyMap<string, number>): Speller {
  const editCost = createEditCost()
  const shelves = new Map<string, Known[]>()
  for (const [word, frequency] of words) {
    if (word.length < SHORTEST || word.length > LONGEST || /\P{L}/u.test(word)) continue
    const key = shelfOf(word[0]!, word.length)
    const shelf = shelves.get(key) ?? []
    if (shelf.length === 0) shelves.set(key, shelf)
    shelf.push({ word, bits: bitsOf(word), bonus: FREQUENCY * Math.log10(frequency) })
  }

  function nearest(typed: string): string | null {
    const most = mostFor(typed.length)
    const bits = bitsOf(typed)
    let best: string | null = null
    let least = most
    for (const more of MORE_LETTERS) {
      for (const first of new Set([typed[0]!, typed[1]!])) {
        for (const known of shelves.get(shelfOf(first, typed.length + more)) ?? []) {
          const letters = differing(bits ^ known.bits)
          const { bonus } = known
          if (letters > LETTERS_MAX || letters * COST_PER_LETTER_MIN - bonus >= least) continue
          const cost = editCost(typed, known.word, Math.min(most, least + bonus)) - bonus
          if (cost < least) {
            least = cost
            best = known.word
          }
        }
      }
    }
    return best
  }

  return {
    meant: (word) =>
      word.length < SHORTEST || word.length > LONGEST || /\P{L}/u.test(word) || isEnglish(word)
        ? null
        : nearest(word),
  }
}

const shelfOf = (first: string, length: number): string => first + length

/** A bit for each letter that a word has. */
function bitsOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

/** The number of bits that are set. */
function differing(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const ENDING = /(?:'s|(?<!s)s|es|d|ed|ing|ly|er|ers|ness)$/

/** The words of English that a dictionary has, without their endings: some 10 MB. */
const englishWords = onFirstUse(
  (): ReadonlySet<string> =>
    new Set(
      packageWords('dictionary-en')
        .split('\n')
        .map((line) => line.split('/')[0] ?? '')
        .filter((each) => each.length > 2)
        .map((each) => each.toLowerCase()),
    ),
)

/** Whether a word of English is spelt right. */
function isEnglish(word: string): boolean {
  const known = englishWords()
  if (known.has(word)) return true
  const stem = word.replace(ENDING, '')
  return stem !== word && [stem, `${stem}e`, `${stem}y`].some((form) => known.has(form))
}
