import { badInput } from '../../../../base/core/fault.ts'

/** A place in one of the notations. */
export type Written =
  | { readonly notation: 'decimal' | 'dms'; readonly lat: number; readonly lon: number }
  | {
      readonly notation: 'utm'
      readonly zone: number
      readonly isSouth: boolean
      readonly easting: number
      readonly northing: number
    }
  | { readonly notation: 'mgrs'; readonly text: string; readonly precisionM: number }

const NUMBER = String.raw`\d+(?:\.\d+)?`
const MGRS = /^(\d{1,2})([C-HJ-NP-X])([A-HJ-NP-Z])([A-HJ-NP-V])((?:\d\d){0,5})$/
const UTM = new RegExp(
  String.raw`^(\d{1,2})\s*([A-Z]|NORTH|SOUTH)\s+(${NUMBER})\s*(?:M?E)?[\s,]+(${NUMBER})\s*(?:M?N)?$`,
)
/** Degrees, minutes and seconds, each with or without its symbol. */
const ANGLE = new RegExp(
  String.raw`^([+-]?)(${NUMBER})(?:\s*[°D:\s]\s*(${NUMBER})?)?(?:\s*['M:\s]\s*(${NUMBER})?)?\s*["S]?$`,
)

export function readPlace(given: string): Written {
  const text = given
    .trim()
    .toUpperCase()
    .replace(/^GEO:/, '')
    .replace(/;.*$/, '')
    .replaceAll(/[\u2212\u2013]/g, '-')
    .replaceAll(/[\u2032\u2019\u02b9`´]/g, "'")
    .replaceAll(/[\u2033\u201d\u02ba]|''/g, '"')
    .replaceAll(/[º˚]/g, '°')
  return mgrsIn(text) ?? utmIn(text) ?? anglesIn(text)
}

function mgrsIn(text: string): Written | null {
  const [, zone, , , , digits = ''] = MGRS.exec(text.replaceAll(/\s/g, '')) ?? []
  if (zone === undefined || !/[A-Z]\s*[A-Z]{2}/.test(text)) return null
  if (Number(zone) < 1 || Number(zone) > 60)
    throw badInput('value: must have an MGRS zone of 1 to 60.')
  return {
    notation: 'mgrs',
    text: text.replaceAll(/\s/g, ''),
    precisionM: 10 ** (5 - digits.length / 2),
  }
}

function utmIn(text: string): Written | null {
  const [, zone, band = '', easting, northing] = UTM.exec(text) ?? []
  if (zone === undefined || Number(easting) < 90) return null
  if (Number(zone) < 1 || Number(zone) > 60)
    throw badInput('value: must have a UTM zone of 1 to 60.')
  if (band === 'S')
    throw badInput(
      'value: must have north or south; S after a zone means the band of 32 to 40 degrees north for some and the south for others.',
    )
  if (band.length === 1 && !/[C-HJ-NP-X]/.test(band))
    throw badInput('value: must have a UTM band from C to X without I and O.')
  return {
    notation: 'utm',
    zone: Number(zone),
    isSouth: band === 'SOUTH' || (band.length === 1 && band < 'N'),
    easting: Number(easting),
    northing: Number(northing),
  }
}

const WHAT =
  'value: must be a place such as 52.52, 13.405, 52°31\'12"N 13°24\'18"E, 33 north 391779 5820072 or 33UUU9177920072.'

function anglesIn(text: string): Written {
  const parts = halvesOf(text)
  if (!parts) throw badInput(WHAT)
  const [first, second] = parts.map(angleOf)
  if (!first || !second) throw badInput(WHAT)
  const isNamed = first.side !== null || second.side !== null
  const isTurned = /[EW]/.test(first.side ?? '') || /[NS]/.test(second.side ?? '')
  const [lat, lon] = isTurned ? [second, first] : [first, second]
  if (/[EW]/.test(lat.side ?? '') || /[NS]/.test(lon.side ?? ''))
    throw badInput('value: must have one latitude and one longitude.')
  if (Math.abs(lat.degrees) > 90)
    throw badInput(
      isNamed
        ? 'value: must have a latitude of -90 to 90.'
        : 'value: must have the latitude first, -90 to 90; write N, S, E or W after the numbers if the longitude comes first.',
    )
  if (Math.abs(lon.degrees) > 180) throw badInput('value: must have a longitude of -180 to 180.')
  const notation = lat.isWhole && lon.isWhole ? 'decimal' : 'dms'
  return { notation, lat: lat.degrees, lon: lon.degrees }
}

/** Splits latitude and longitude: at a comma, by the letters of the sides, or in the middle. */
function halvesOf(text: string): readonly [string, string] | null {
  const bySide =
    /^(.*?\d.*?[NSEW])[\s,;/]*(.*\d.*[NSEW])$/.exec(text) ??
    /^([NSEW].*?)[\s,;/]*([NSEW].*)$/.exec(text)
  if (bySide) return [bySide[1] ?? '', bySide[2] ?? '']
  const byComma = text.split(/\s*[,;/]\s*/)
  if (byComma.length === 2) return [byComma[0] ?? '', byComma[1] ?? '']
  const words = text.split(/\s+/)
  if (words.length % 2 !== 0 || words.length > 6) return null
  const middle = words.length / 2
  return [words.slice(0, middle).join(' '), words.slice(middle).join(' ')]
}

interface Angle {
  readonly degrees: number
  readonly side: string | null
  readonly isWhole: boolean
}

function angleOf(text: string): Angle | null {
  const side = /^[NSEW]|[NSEW]$/.exec(text)?.[0] ?? null
  const bare = text.replace(/^[NSEW]\s*|\s*[NSEW]$/, '').trim()
  const [whole, sign, degrees, minutes, seconds] = ANGLE.exec(bare) ?? []
  if (whole === undefined || degrees === undefined) return null
  if ((minutes !== undefined && degrees.includes('.')) || (seconds && minutes?.includes('.')))
    throw badInput('value: must have decimals only in the last of degrees, minutes and seconds.')
  if (Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60)
    throw badInput('value: must have minutes and seconds below 60.')
  if (sign === '-' && side !== null)
    throw badInput('value: must have either a minus or a letter for the side, but not both.')
  const size = Number(degrees) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3_600
  const isNegative = sign === '-' || side === 'S' || side === 'W'
  return { degrees: isNegative ? -size : size, side, isWhole: minutes === undefined }
}

/** `52°31'12.34"N`. */
export function dmsOf(degrees: number, [plus, minus]: readonly [string, string]): string {
  const hundredths = Math.round(Math.abs(degrees) * 360_000)
  const seconds = (hundredths % 6_000) / 100
  const minutes = Math.floor(hundredths / 6_000) % 60
  const text = `${Math.floor(hundredths / 360_000)}°${String(minutes).padStart(2, '0')}'`
  return `${text}${seconds.toFixed(2).padStart(5, '0')}"${degrees < 0 ? minus : plus}`
}
