import type { Temporal } from 'temporal-polyfill'
import { zoneName } from '../../../lib/instants.ts'

/** No one language has all abbreviations in use; these have them between them. */
const LANGUAGES = ['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-ZA', 'en-IN', 'en-HK', 'ja', 'en-GU']

/** Abbreviations that are in use everywhere but in the data behind Intl. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['China Standard Time', 'CST'],
  ['Israel Daylight Time', 'IDT'],
  ['Israel Standard Time', 'IST'],
  ['Korean Standard Time', 'KST'],
  ['Mexican Pacific Standard Time', 'MST'],
  ['Moscow Standard Time', 'MSK'],
  ['Pakistan Standard Time', 'PKT'],
  ['Philippine Standard Time', 'PST'],
  ['Samoa Standard Time', 'SST'],
  ['Yukon Time', 'MST'],
])

export function abbreviationOf(moment: Temporal.ZonedDateTime): string {
  const known = BY_NAME.get(zoneName(moment, 'long', 'en'))
  if (known) return known
  for (const language of LANGUAGES) {
    const name = zoneName(moment, 'short', language)
    if (/^[A-Z]{2,5}$/.test(name)) return name
  }
  return zoneName(moment, 'shortOffset', 'en')
}

/** The countries that keep a zone; Intl knows the zones of a country, so this turns it round. */
export function countriesOf(tz: string): readonly string[] {
  const canonical = new Intl.DateTimeFormat('en', { timeZone: tz }).resolvedOptions().timeZone
  return countries().get(canonical) ?? []
}

function zonesToCountries(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  for (const country of letters.flatMap((first) => letters.map((second) => first + second))) {
    if (names.of(country) === undefined) continue
    const locale = new Intl.Locale(`und-${country}`)
    // A former code such as SU or UK reads as its successor.
    if (locale.region !== country) continue
    for (const tz of zonesOf(locale)) found.set(tz, [...(found.get(tz) ?? []), country])
  }
  return found
}

/** Some forty milliseconds of work, so only where it is asked for, and then once. */
const countries = once(zonesToCountries)

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** `getTimeZones` is newer than the types that this project compiles against. */
const zonesOf = (locale: Intl.Locale): readonly string[] =>
  (locale as Intl.Locale & { getTimeZones(): string[] | undefined }).getTimeZones() ?? []
