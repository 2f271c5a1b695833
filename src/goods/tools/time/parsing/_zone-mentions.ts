import { isZone } from '../../../../engines/time/instants.ts'

/** Time zones that a text names: `Europe/Berlin`, `New York time`, `17:30 CET`. */
export interface ZoneMention {
  /** The text without it. */
  readonly rest: string
  /** The zone, or the offset that an abbreviation stands for. */
  readonly zone: string
  /** Other zones that it may stand for. */
  readonly others: readonly string[]
}

/** Undefined if the text names no zone. Offsets such as `+02:00` stay in the text. */
export function zoneMentionIn(text: string): ZoneMention | undefined {
  return ianaZoneIn(text) ?? placeTimeIn(text) ?? abbreviationIn(text)
}

const IANA = /(?:\bin )?[([]?\b([A-Z][A-Za-z]+(?:\/[A-Za-z]+(?:[_+-][A-Za-z0-9]+)*){1,2})\b[)\]]?/

function ianaZoneIn(text: string): ZoneMention | undefined {
  const [all = '', zone = ''] = IANA.exec(text) ?? []
  return isZone(zone) && zone !== '' ? { rest: without(text, all), zone, others: [] } : undefined
}

const without = (text: string, piece: string): string =>
  text.replace(piece, ' ').replace(/\s+/g, ' ').trim()

/** Regions whose local time people name without a city. */
const REGIONS: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  'central european': 'Europe/Brussels',
  'eastern european': 'Europe/Athens',
  'western european': 'Europe/Lisbon',
  uk: 'Europe/London',
  british: 'Europe/London',
  india: 'Asia/Kolkata',
  indian: 'Asia/Kolkata',
  japan: 'Asia/Tokyo',
  china: 'Asia/Shanghai',
  beijing: 'Asia/Shanghai',
  'san francisco': 'America/Los_Angeles',
  washington: 'America/New_York',
  mumbai: 'Asia/Kolkata',
}

const PLACE_TIME =
  /\b(?:in )?((?:[a-z.]+ ){0,2}[a-z.]+) (?:standard |daylight |summer |local )?time\b/i

function placeTimeIn(text: string): ZoneMention | undefined {
  const [all = '', said = ''] = PLACE_TIME.exec(text) ?? []
  const words = said.toLowerCase().split(' ')
  // The longest name first: "10am New York" ends in a name of two words.
  for (let from = 0; from < words.length; from++) {
    const name = words.slice(from).join(' ')
    const zone = REGIONS[name] ?? zoneOfCity(name)
    if (zone === undefined) continue
    const kept = said.split(' ').slice(0, from).join(' ')
    const mention = all.slice(all.indexOf(said) + kept.length)
    return { rest: without(text, mention).replace(/ in$/, ''), zone, others: [] }
  }
  return undefined
}

const zoneOfCity = (name: string): string | undefined =>
  Intl.supportedValuesOf('timeZone').find(
    (zone) => zone.split('/').at(-1)?.replaceAll('_', ' ').toLowerCase() === name,
  )

/** The offset by definition, and the zone that people who write it often mean. */
const ABBREVIATIONS: Readonly<Record<string, readonly [offset: string, ...zones: string[]]>> = {
  Z: ['UTC'],
  Zulu: ['UTC'],
  ET: ['America/New_York'],
  CT: ['America/Chicago'],
  MT: ['America/Denver'],
  PT: ['America/Los_Angeles'],
  EST: ['-05:00', 'America/New_York'],
  EDT: ['-04:00', 'America/New_York'],
  CST: ['-06:00', 'America/Chicago', '+08:00'],
  CDT: ['-05:00', 'America/Chicago'],
  MST: ['-07:00', 'America/Denver'],
  MDT: ['-06:00', 'America/Denver'],
  PST: ['-08:00', 'America/Los_Angeles'],
  PDT: ['-07:00', 'America/Los_Angeles'],
  AKST: ['-09:00', 'America/Anchorage'],
  AKDT: ['-08:00', 'America/Anchorage'],
  HST: ['-10:00'],
  WET: ['+00:00', 'Europe/Lisbon'],
  WEST: ['+01:00', 'Europe/Lisbon'],
  BST: ['+01:00', 'Europe/London'],
  CET: ['+01:00', 'Europe/Brussels'],
  CEST: ['+02:00', 'Europe/Brussels'],
  EET: ['+02:00', 'Europe/Athens'],
  EEST: ['+03:00', 'Europe/Athens'],
  MSK: ['+03:00'],
  IST: ['+05:30', '+02:00', '+01:00'],
  SGT: ['+08:00'],
  HKT: ['+08:00'],
  JST: ['+09:00'],
  KST: ['+09:00'],
  AWST: ['+08:00'],
  ACST: ['+09:30', 'Australia/Adelaide'],
  AEST: ['+10:00', 'Australia/Sydney'],
  AEDT: ['+11:00', 'Australia/Sydney'],
  NZST: ['+12:00', 'Pacific/Auckland'],
  NZDT: ['+13:00', 'Pacific/Auckland'],
}

const ABBREVIATION = new RegExp(
  String.raw`[([]?(?<![A-Za-z_+-])(${Object.keys(ABBREVIATIONS).join('|')})(?![\w+-])[)\]]?`,
)

function abbreviationIn(text: string): ZoneMention | undefined {
  const [all = '', name = ''] = ABBREVIATION.exec(text) ?? []
  const [zone, ...others] = ABBREVIATIONS[name] ?? []
  return zone === undefined ? undefined : { rest: without(text, all), zone, others }
}
