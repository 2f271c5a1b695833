import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { KSUID_CHARACTERS, secondsOfKsuid, TYPEID, uuidOfTypeId } from './_short-ids.ts'

/** One possible reading of an identifier. */
export interface IdReading {
  readonly kind: string
  readonly isWellFormed?: boolean
  readonly timeIso?: string | null
  readonly version?: number | null
  readonly variant?: string
  readonly node?: string
  readonly sequence?: number
  /** The same kind with other epochs. */
  readonly also?: readonly string[]
}

/** What a text may be, the likeliest first. */
export function readingsOf(text: string, nowMs: number): readonly IdReading[] {
  const readers = [asUuid, asUlid, asTypeId, asObjectId, asXid, asKsuid, asSnowflake]
  return readers.flatMap((read) => read(text, nowMs) ?? [])
}

const UUID =
  /^(?:urn:uuid:)?\{?([0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})\}?$/i

function asUuid(text: string): IdReading | null {
  const hex = UUID.exec(text)?.[1]?.toLowerCase().replaceAll('-', '')
  return hex === undefined ? null : { kind: 'uuid', ...partsOf(hex) }
}

/** Steps of 100 ns between the start of the Gregorian calendar and 1970. */
const GREGORIAN_TICKS = 122_192_928_000_000_000n

function partsOf(hex: string): Omit<IdReading, 'kind'> {
  if (/^0+$/.test(hex)) return { variant: 'nil', version: null }
  if (/^f+$/.test(hex)) return { variant: 'max', version: null }
  const variant = variantOf(Number.parseInt(hex[16] ?? '', 16))
  if (variant !== 'RFC 9562') return { variant, version: null }
  const version = Number.parseInt(hex[12] ?? '', 16)
  const isWellFormed = version >= 1 && version <= 8
  const sequence = Number.parseInt(hex.slice(16, 20), 16) & 0x3fff
  const gregorian = { node: hex.slice(20), sequence }
  const high = hex.slice(13, 16)
  const told = { variant, version, isWellFormed }
  if (version === 1)
    return { ...told, ...gregorian, timeIso: ticksIso(high + hex.slice(8, 12) + hex.slice(0, 8)) }
  if (version === 6) return { ...told, ...gregorian, timeIso: ticksIso(hex.slice(0, 12) + high) }
  if (version === 7) return { ...told, timeIso: isoTime(Number.parseInt(hex.slice(0, 12), 16)) }
  return told
}

const ticksIso = (hex: string): string | null =>
  isoTime(Number((BigInt(`0x${hex}`) - GREGORIAN_TICKS) / 10_000n))

function variantOf(nibble: number): string {
  if (nibble < 8) return 'NCS'
  if (nibble < 12) return 'RFC 9562'
  return nibble < 14 ? 'Microsoft' : 'future'
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function asUlid(text: string): IdReading | null {
  const upper = text.toUpperCase()
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(upper)) return null
  const time = Array.from(upper.slice(0, 10)).reduce(
    (sum, one) => sum * 32 + CROCKFORD.indexOf(one),
    0,
  )
  return { kind: 'ulid', timeIso: isoTime(time) }
}

/** Without a prefix it is a ULID as well, and mostly that. */
function asTypeId(text: string): IdReading | null {
  const [, prefix, suffix] = TYPEID.exec(text) ?? []
  if (suffix === undefined) return null
  const uuid = partsOf(uuidOfTypeId(suffix).replaceAll('-', ''))
  const isLikely = prefix !== undefined || uuid.version === 7
  if (!isLikely) return null
  const also = [`uuid: ${uuidOfTypeId(suffix)}`]
  return { kind: 'typeid', ...uuid, ...(prefix !== undefined && { also }) }
}

function asObjectId(text: string, nowMs: number): IdReading | null {
  if (!/^[0-9a-f]{24}$/i.test(text)) return null
  const atMs = Number.parseInt(text.slice(0, 8), 16) * 1_000
  if (atMs > nowMs + DAY_MS) return { kind: 'objectid', timeIso: isoTime(atMs) }
  return {
    kind: 'objectid',
    timeIso: isoTime(atMs),
    node: text.slice(8, 18).toLowerCase(),
    sequence: Number.parseInt(text.slice(18), 16),
  }
}

const XID_DIGITS = '0123456789abcdefghijklmnopqrstuv'

function asXid(text: string): IdReading | null {
  if (!/^[0-9a-v]{20}$/.test(text)) return null
  const bits = Array.from(text).reduce(
    (sum, one) => sum * 32n + BigInt(XID_DIGITS.indexOf(one)),
    0n,
  )
  if ((bits & 15n) !== 0n) return null
  const hex = (bits >> 4n).toString(16).padStart(24, '0')
  return {
    kind: 'xid',
    timeIso: isoTime(Number.parseInt(hex.slice(0, 8), 16) * 1_000),
    node: hex.slice(8, 18),
    sequence: Number.parseInt(hex.slice(18), 16),
  }
}

function asKsuid(text: string): IdReading | null {
  if (text.length !== KSUID_CHARACTERS || !/^[0-9A-Za-z]+$/.test(text)) return null
  const seconds = secondsOfKsuid(text)
  if (seconds === null) return null
  return { kind: 'ksuid', timeIso: isoTime(seconds * 1_000) }
}

/** Services with snowflakes, their epoch, and the bit at which the milliseconds begin. */
const SNOWFLAKES = [
  { of: 'X (Twitter)', epochMs: 1_288_834_974_657, shift: 22n },
  { of: 'Discord', epochMs: 1_420_070_400_000, shift: 22n },
  { of: 'Instagram', epochMs: 1_314_220_021_721, shift: 23n },
  { of: 'Mastodon', epochMs: 0, shift: 16n, fromMs: 1_451_606_400_000 },
] as const

/** The ids of these services look alike; a reading whose time is in the future is left out. */
function asSnowflake(text: string, nowMs: number): IdReading | null {
  if (!/^\d{15,19}$/.test(text) || BigInt(text) >= 1n << 63n) return null
  const number = BigInt(text)
  const possible = SNOWFLAKES.flatMap((service) => {
    const atMs = Number(number >> service.shift) + service.epochMs
    const fromMs = 'fromMs' in service ? service.fromMs : service.epochMs
    return atMs >= fromMs && atMs <= nowMs + DAY_MS ? [{ of: service.of, iso: isoTime(atMs) }] : []
  })
  if (possible.length === 0) return null
  const [only, another] = possible
  return {
    kind: 'snowflake',
    timeIso: another === undefined ? (only?.iso ?? null) : null,
    also: possible.map(({ of, iso }) => `snowflake of ${of}: ${iso}`),
  }
}
