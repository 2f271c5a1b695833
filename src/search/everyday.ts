import { EVERYDAY, PLACES } from './tables/everyday.ts'
import { termOf, wordsOf } from './terms.ts'

const everyday: ReadonlySet<string> = new Set(EVERYDAY.trim().split(/\s+/).map(termOf))

/** Whether a term says little about what is asked for. */
export const isEveryday = (term: string): boolean => everyday.has(term)

let places: ReadonlySet<string> | undefined

/** Whether a folded word is a place that a caller asks about, as the runtime's own data know it. */
export const isPlace = (folded: string): boolean => (places ??= readPlaces()).has(folded)

function readPlaces(): Set<string> {
  const zones = Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.split('/').slice(1))
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const countries = letters.flatMap((a) => letters.map((b) => regions.of(a + b) ?? ''))
  const names = [...zones, ...countries, PLACES].flatMap((name) =>
    wordsOf(name.replaceAll('_', ' ')),
  )
  return new Set(
    names.map(({ folded }) => folded).filter((name) => name.length > 3 || SHORT.has(name)),
  )
}

const SHORT: ReadonlySet<string> = new Set(['uk', 'usa', 'eu', 'san', 'las', 'rio'])
