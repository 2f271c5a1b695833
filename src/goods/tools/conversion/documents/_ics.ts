import { Temporal } from 'temporal-polyfill'
import { isZone } from '../../../../engines/time/instants.ts'
import { contentLines, unescapedText, type ContentLine } from './_content-lines.ts'

/** A component of a calendar: its own lines and its inner components. */
export interface Component {
  readonly name: string
  readonly lines: ContentLine[]
  readonly parts: Component[]
}

export function componentsOf(text: string): readonly Component[] {
  const roots: Component[] = []
  const open: Component[] = []
  for (const line of contentLines(text)) {
    if (line.name === 'BEGIN') {
      const component: Component = { name: line.value.trim().toUpperCase(), lines: [], parts: [] }
      if (open.length < 8) (open.at(-1)?.parts ?? roots).push(component)
      open.push(component)
    } else if (line.name === 'END') open.pop()
    else open.at(-1)?.lines.push(line)
  }
  return roots
}

export const lineIn = ({ lines }: Component, name: string): ContentLine | undefined =>
  lines.find((line) => line.name === name)

export const textIn = (component: Component, name: string): string | null => {
  const line = lineIn(component, name)
  return line ? unescapedText(line.value) : null
}

/** A time of a calendar: a day, a moment in a zone, or a local time without a zone. */
export interface When {
  readonly local: Temporal.PlainDateTime
  readonly allDay: boolean
  /** Null for a local time without a zone. */
  readonly tz: string | null
}

/**
 * The zone of a TZID: its IANA name, alone or after the prefix of a vendor, or its Windows name.
 */
export function zoneOf(tzid: string, zones: ReadonlyMap<string, string>): string | null {
  const bare = tzid.replace(/^\/[^/]+\/(?:[^/]+\/)?(?=[A-Z][A-Za-z_]+\/)/, '')
  if (isZone(bare) && !/^[+-]/.test(bare)) return bare
  return zones.get(tzid) ?? WINDOWS[tzid.replace(/ Standard Time$/, '')] ?? null
}

export function whenOf(value: string, tz: string | null): When | null {
  const [all, year, month, day, hour, minute, second, zulu] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value.trim()) ?? []
  if (all === undefined) return null
  try {
    const local = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour ?? 0),
        minute: Number(minute ?? 0),
        second: Math.min(59, Number(second ?? 0)),
      },
      { overflow: 'reject' },
    )
    return { local, allDay: hour === undefined, tz: zulu ? 'UTC' : hour === undefined ? null : tz }
  } catch {
    return null
  }
}

/** ISO 8601: a day, a local time, or a moment with its offset. */
export function isoOf({ local, allDay, tz }: When): string {
  if (allDay) return local.toPlainDate().toString()
  if (tz === null) return local.toString({ smallestUnit: 'second' })
  if (tz === 'UTC') return `${local.toString({ smallestUnit: 'second' })}Z`
  return local.toZonedDateTime(tz).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}

/** By the beginning of the English name; the common ones of windowsZones in the CLDR. */
const WINDOWS: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'Europe/London',
  Greenwich: 'Atlantic/Reykjavik',
  'W. Europe': 'Europe/Berlin',
  'Central Europe': 'Europe/Budapest',
  Romance: 'Europe/Paris',
  'Central European': 'Europe/Warsaw',
  'E. Europe': 'Europe/Chisinau',
  FLE: 'Europe/Kiev',
  GTB: 'Europe/Bucharest',
  Turkey: 'Europe/Istanbul',
  Russian: 'Europe/Moscow',
  Israel: 'Asia/Jerusalem',
  Egypt: 'Africa/Cairo',
  'South Africa': 'Africa/Johannesburg',
  Arabian: 'Asia/Dubai',
  Arab: 'Asia/Riyadh',
  Pakistan: 'Asia/Karachi',
  India: 'Asia/Calcutta',
  'SE Asia': 'Asia/Bangkok',
  China: 'Asia/Shanghai',
  Singapore: 'Asia/Singapore',
  Taipei: 'Asia/Taipei',
  Tokyo: 'Asia/Tokyo',
  Korea: 'Asia/Seoul',
  'AUS Eastern': 'Australia/Sydney',
  'E. Australia': 'Australia/Brisbane',
  'W. Australia': 'Australia/Perth',
  'New Zealand': 'Pacific/Auckland',
  Hawaiian: 'Pacific/Honolulu',
  Alaskan: 'America/Anchorage',
  Pacific: 'America/Los_Angeles',
  'US Mountain': 'America/Phoenix',
  Mountain: 'America/Denver',
  Central: 'America/Chicago',
  Eastern: 'America/New_York',
  Atlantic: 'America/Halifax',
  'E. South America': 'America/Sao_Paulo',
  Argentina: 'America/Buenos_Aires',
  'SA Pacific': 'America/Bogota',
}
