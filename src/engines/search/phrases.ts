import { CLASSES, PHRASES } from './tables/phrases.ts'
import { termOf, type Word } from './terms.ts'

/** A matched phrase: its meaning, and the places of its words. */
export interface PhraseMatch {
  /** Terms, the most certain first. */
  readonly meaning: readonly string[]
  /** Indexes into the searched words. */
  readonly places: readonly number[]
}

interface Phrase {
  readonly slots: readonly Slot[]
  readonly meaning: readonly string[]
}

/** The forms that match one place of a phrase; null for a gap of some words. */
type Slot = ReadonlySet<string> | null

/** The forms of a word that are compared with the table. */
type Spoken = Pick<Word, 'term' | 'folded'>

/** The largest number of words in a gap. */
const GAP_MAX = 3

/** Every phrase in a sequence of words. */
export function phrasesIn(words: readonly Spoken[]): PhraseMatch[] {
  return words.flatMap((word, start) =>
    formsOf(word)
      .flatMap((form) => PHRASES_BY_START.get(form) ?? [])
      .flatMap(({ slots, meaning }) => {
        const places = placesOf(slots, words, 0, start)
        return places ? [{ meaning, places }] : []
      }),
  )
}

/** In the table, `=stored` is that very form, `stored` any form of the word. */
const formsOf = ({ term, folded }: Spoken): readonly [string, string] => [term, `=${folded}`]

/** Matches the words from one place with the slots from another. The shortest gaps win. */
function placesOf(
  slots: readonly Slot[],
  words: readonly Spoken[],
  slot: number,
  place: number,
): number[] | null {
  const fits = slots[slot]
  if (fits === undefined) return []
  if (fits === null) {
    for (let gap = 0; gap <= GAP_MAX && place + gap < words.length; gap++) {
      const rest = placesOf(slots, words, slot + 1, place + gap)
      if (rest) return rest
    }
    return slot === slots.length - 1 ? [] : null
  }
  const word = words[place]
  if (!word || !formsOf(word).some((form) => fits.has(form))) return null
  const rest = placesOf(slots, words, slot + 1, place + 1)
  return rest && [place, ...rest]
}

const PHRASES_BY_START: ReadonlyMap<string, readonly Phrase[]> = read()

function read(): Map<string, Phrase[]> {
  const byStart = new Map<string, Phrase[]>()
  const classes = new Map(linesOf(CLASSES))
  for (const [pattern, meant] of linesOf(PHRASES)) {
    const slots = pattern.split(' ').map((slot) => (slot === '~' ? null : slotOf(slot, classes)))
    const phrase = { slots, meaning: meant.split(' ').map(termOf) }
    for (const form of slots[0] ?? []) byStart.set(form, [...(byStart.get(form) ?? []), phrase])
  }
  return byStart
}

function slotOf(alternatives: string, classes: ReadonlyMap<string, string>): Set<string> {
  const words = alternatives.split('/').flatMap((word) => (classes.get(word) ?? word).split('/'))
  return new Set(words.map((word) => (word.startsWith('=') ? word : termOf(word))))
}

function linesOf(table: string): (readonly [string, string])[] {
  const lines = table.trim().split('\n')
  return lines.map((line) => line.split(': ') as [string, string])
}
