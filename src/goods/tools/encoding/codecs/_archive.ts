import { excerpt, isText } from '../../../../base/lib/bytes.ts'

/** An entry in the form of the answer. */
export interface Entry {
  readonly name: string
  readonly bytes: number
  /** Unknown in a compressed TAR. */
  readonly compressedBytes?: number
  readonly modifiedIso?: string
  readonly isDirectory: boolean
}

export interface Extracted {
  readonly text?: string
  readonly base64?: string
  readonly bytes: number
}

/** The entries so far, and how much may still be added. */
export interface Listing {
  readonly wanted: readonly string[]
  readonly entries: Entry[]
  readonly names: Set<string>
  readonly files: Map<string, Extracted>
  readonly suspicious: string[]
  namesLength: number
  flags: number
  /** Bytes that may still be extracted. */
  left: number
}

const ENTRIES_MAX = 10_000
/** Limits that keep long names from making an answer too large. */
const NAMES_LENGTH_MAX = 1_000_000
const FLAGS_MAX = 500

/** Beyond this an entry, or a whole archive, is reported as a bomb. */
export const EXPANSION_MAX = 100
const EXPANSION_BYTES_MIN = 1_000_000

/** Asks for every entry. */
export const EVERYTHING = '*'

export const createListing = (wanted: readonly string[], bytesMax: number): Listing => ({
  wanted,
  entries: [],
  names: new Set(),
  files: new Map(),
  suspicious: [],
  namesLength: 0,
  flags: 0,
  left: bytesMax,
})

export function flag(listing: Listing, name: string, what: string): void {
  listing.flags += 1
  if (listing.flags <= FLAGS_MAX) listing.suspicious.push(`${excerpt(name, 100)}: ${what}`)
  if (listing.flags === FLAGS_MAX + 1)
    flagWhole(listing, 'there are more suspicious entries than are listed')
}

export function flagWhole({ suspicious }: Listing, what: string): void {
  suspicious.push(`archive: ${what}`)
}

/** Answers whether there was room for the entry. */
export function addEntry(listing: Listing, entry: Entry): boolean {
  const { entries, names } = listing
  listing.namesLength += entry.name.length
  if (entries.length >= ENTRIES_MAX || listing.namesLength > NAMES_LENGTH_MAX) {
    flagWhole(listing, `has more entries than the ${entries.length} that are listed`)
    return false
  }
  for (const what of flawsOfName(entry.name)) flag(listing, entry.name, what)
  if (names.has(entry.name))
    flag(listing, entry.name, 'name occurs again; the first entry is answered')
  names.add(entry.name)
  entries.push(entry)
  return true
}

export function isWanted({ wanted, files }: Listing, { name, isDirectory }: Entry): boolean {
  const isNamed = wanted.includes(name) || wanted.includes(EVERYTHING)
  return isNamed && !isDirectory && !files.has(name)
}

export function keep(listing: Listing, name: string, content: Buffer): void {
  listing.left -= content.length
  const form = isText(content) ? 'text' : 'base64'
  const written = content.toString(form === 'text' ? 'utf8' : 'base64')
  listing.files.set(name, { [form]: written, bytes: content.length })
}

/** What an extractor that trusts the name would do wrong. */
function flawsOfName(name: string): string[] {
  const segments = name.split(/[\\/]/)
  const flaws: readonly (readonly [boolean, string])[] = [
    [name === '', 'name is empty'],
    [segments.includes('..'), 'path leaves the folder by ".."'],
    [/^[\\/]/.test(name), 'path is absolute'],
    [/^[a-z]:/i.test(name), 'path begins with a drive letter'],
    [name.includes('\\'), 'path has backslashes, which Windows reads as folder separators'],
    [/\p{Cc}/u.test(name), 'name has control characters'],
    [/[\u202a-\u202e\u2066-\u2069]/.test(name), 'name has characters that reverse its direction'],
    [segments.includes('__proto__'), 'name is "__proto__"'],
  ]
  return flaws.filter(([isFlawed]) => isFlawed).map(([, what]) => what)
}

export function isBomb(bytes: number, compressedBytes: number): boolean {
  return bytes > EXPANSION_BYTES_MIN && bytes > compressedBytes * EXPANSION_MAX
}

/** Undefined for moments outside the range of dates. */
export function isoOf(milliseconds: number): string | undefined {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
