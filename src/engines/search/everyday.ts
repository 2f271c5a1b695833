import { EVERYDAY, NOT_PLACES, PLACES } from './tables/everyday.ts'
import { termOf, wordsOf } from './terms.ts'

const EVERYDAY_TERMS: ReadonlySet<string> = new Set(EVERYDAY.trim().split(/\s+/).map(termOf))

/** The words of everyday speech, as they are spelt. */
export const everydayWords = (): readonly string[] => EVERYDAY.trim().split(/\s+/)

/** Whether a term is so common in questions that it says little. */
export const isEveryday = (term: string): boolean => EVERYDAY_TERMS.has(term)

/** Whether a folded word names a place, by the time zones of the runtime and by a table. */
export const isPlace = (folded: string): boolean => PLACE_NAMES.has(folded)

function readPlaces(): Set<string> {
  const zones = Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.split('/').slice(1))
  const known = wordsIn(zones.join(' ').replaceAll('_', ' '))
  const others = new Set(wordsIn(NOT_PLACES))
  const names = known.filter((name) => name.length > 3 && !others.has(name))
  return new Set([...names, ...wordsIn(PLACES)])
}

const wordsIn = (text: string): string[] => wordsOf(text).map(({ folded }) => folded)

const PLACE_NAMES: ReadonlySet<string> = readPlaces()
