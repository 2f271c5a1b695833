import { crc32 } from 'node:zlib'
import {
  addEntry,
  EXPANSION_MAX,
  flag,
  flagWhole,
  isBomb,
  isWanted,
  keep,
  type Listing,
} from './_archive.ts'
import { inflate } from './_inflate.ts'
import { readDirectory, type ZipRecord } from './_zip-directory.ts'

const SYMLINK = 0o120000
const ORDINARY = new Set([0, 0o100000, 0o040000])
const STORED = 0
const DEFLATED = 8

/**
 * Lists a ZIP file by its directory, and inflates only the wanted entries. False if it is not a ZIP
 * file.
 */
export async function readZip(file: Buffer, listing: Listing): Promise<boolean> {
  const directory = readDirectory(file)
  if (!directory) return false
  const records: ZipRecord[] = []
  let isListedWhole = true
  for (const record of directory.records) {
    const { name, bytes, compressedBytes, modifiedIso } = record
    const isDirectory = name.endsWith('/')
    const entry = { name, bytes, compressedBytes, isDirectory, ...(modifiedIso && { modifiedIso }) }
    isListedWhole = addEntry(listing, entry)
    if (!isListedWhole) break
    records.push(record)
    for (const what of flawsOf(file, record)) flag(listing, name, what)
    if (isWanted(listing, entry)) await extract(file, record, listing)
  }
  if (isListedWhole && records.length !== directory.count) {
    flagWhole(listing, `has ${records.length} entries, but says it has ${directory.count}`)
  }
  if (directory.shift !== 0) flagWhole(listing, 'has data before its first entry')
  for (const what of flawsOfWhole(file, records)) flagWhole(listing, what)
  return true
}

function flawsOf(file: Buffer, record: ZipRecord): string[] {
  const { bytes, compressedBytes, unixType, isEncrypted } = record
  const span = spanOf(file, record)
  const flaws: readonly (readonly [boolean, string])[] = [
    [unixType === SYMLINK, 'is a symbolic link'],
    [unixType !== SYMLINK && !ORDINARY.has(unixType), 'is a device or another special file'],
    [isEncrypted, 'is encrypted'],
    [isBomb(bytes, compressedBytes), `expands over ${EXPANSION_MAX} times, to ${bytes} bytes`],
    [!span, 'its data lies outside of the file'],
    [span !== undefined && !span.name.equals(record.rawName), 'has another name before its data'],
  ]
  return flaws.filter(([isFlawed]) => isFlawed).map(([, what]) => what)
}

interface Span {
  readonly name: Buffer
  readonly start: number
  readonly end: number
}

const LOCAL = 0x04034b50
const LOCAL_BYTES = 30

/** The position of the data of an entry by its local header, if that is within the file. */
function spanOf(file: Buffer, { offset, compressedBytes }: ZipRecord): Span | undefined {
  if (offset < 0 || offset + LOCAL_BYTES > file.length) return undefined
  if (file.readUInt32LE(offset) !== LOCAL) return undefined
  const nameEnd = offset + LOCAL_BYTES + file.readUInt16LE(offset + 26)
  const start = nameEnd + file.readUInt16LE(offset + 28)
  const end = start + compressedBytes
  if (end > file.length) return undefined
  return { name: file.subarray(offset + LOCAL_BYTES, nameEnd), start, end }
}

/** Entries that share data, and suspicious totals, which show bombs of many small entries. */
function flawsOfWhole(file: Buffer, records: readonly ZipRecord[]): string[] {
  const spans = records.flatMap((record) => spanOf(file, record) ?? [])
  const ordered = spans.toSorted((a, b) => a.start - b.start)
  const isShared = ordered.some(({ start }, at) => at > 0 && start < (ordered[at - 1]?.end ?? 0))
  const bytes = records.reduce((sum, record) => sum + record.bytes, 0)
  return [
    ...(isShared ? ['entries share the same data, as in an overlapping bomb'] : []),
    ...(isBomb(bytes, file.length)
      ? [`expands over ${EXPANSION_MAX} times, to ${bytes} bytes`]
      : []),
  ]
}

async function extract(file: Buffer, record: ZipRecord, listing: Listing): Promise<void> {
  const span = spanOf(file, record)
  const { name, method, isEncrypted, bytes, crc } = record
  if (!span || isEncrypted) return flag(listing, name, 'not extracted')
  if (method !== STORED && method !== DEFLATED) {
    return flag(listing, name, `not extracted, compression method ${method} is not supported`)
  }
  if (bytes > listing.left) return flag(listing, name, 'not extracted, exceeds maxBytes')
  const content = await contentOf(file.subarray(span.start, span.end), method, bytes)
  if (content?.length !== bytes || crc32(content) !== crc) {
    return flag(listing, name, 'not extracted, its data is damaged or not of the size it says')
  }
  keep(listing, name, content)
}

/** At most the announced size, which was checked against the limit. */
async function contentOf(
  packed: Buffer,
  method: number,
  bytes: number,
): Promise<Buffer | undefined> {
  if (method === STORED) return packed
  const found = await inflate('deflate', packed, bytes).catch(() => undefined)
  return found?.truncated ? undefined : found?.bytes
}
