import { isUtf8 } from 'node:buffer'
import { badInput } from '../../../../base/core/fault.ts'
import { isoOf } from './_archive.ts'

/**
 * One record of the central directory of a ZIP file (APPNOTE 4.3.12), and the position of its data.
 */
export interface ZipRecord {
  readonly name: string
  readonly rawName: Buffer
  readonly method: number
  readonly crc: number
  readonly bytes: number
  readonly compressedBytes: number
  readonly modifiedIso: string | undefined
  readonly isEncrypted: boolean
  /** The Unix file type bits; 0 if another system made the archive. */
  readonly unixType: number
  /** Offset of the local header. */
  readonly offset: number
}

export interface ZipDirectory {
  readonly count: number
  readonly records: Iterable<ZipRecord>
  /** Bytes before the archive itself, such as a self-extracting program. */
  readonly shift: number
}

const END = Buffer.from('PK\x05\x06', 'latin1')
const END_BYTES = 22
const COMMENT_BYTES_MAX = 0xffff
const RECORD = 0x02014b50
const RECORD_BYTES = 46

/** Position of the directory, and its number of records, according to the end record. */
interface End {
  readonly start: number
  readonly count: number
  readonly shift: number
}

export function readDirectory(file: Buffer): ZipDirectory | undefined {
  const at = endOf(file)
  if (at === undefined) return undefined
  const end = wideEnd(file, at) ?? shortEnd(file, at)
  if (end.start < 0 || end.start > file.length) {
    throw badInput('file: is a ZIP file whose directory lies outside of it')
  }
  return { count: end.count, records: recordsOf(file, end), shift: end.shift }
}

/** The last end record whose comment fits into the file. */
function endOf(file: Buffer): number | undefined {
  const least = Math.max(0, file.length - END_BYTES - COMMENT_BYTES_MAX)
  let at = file.lastIndexOf(END)
  while (at >= least) {
    if (at + END_BYTES <= file.length && at + END_BYTES + file.readUInt16LE(at + 20) <= file.length)
      return at
    at = at > 0 ? file.lastIndexOf(END, at - 1) : -1
  }
  return undefined
}

function shortEnd(file: Buffer, at: number): End {
  const start = at - file.readUInt32LE(at + 12)
  return { start, count: file.readUInt16LE(at + 10), shift: start - file.readUInt32LE(at + 16) }
}

const LOCATOR = 0x07064b50
const LOCATOR_BYTES = 20
const WIDE_END = 0x06064b50
const WIDE_END_BYTES = 56

/** The end record of ZIP64, if there is one. */
function wideEnd(file: Buffer, at: number): End | undefined {
  if (at < LOCATOR_BYTES + WIDE_END_BYTES) return undefined
  if (file.readUInt32LE(at - LOCATOR_BYTES) !== LOCATOR) return undefined
  const wideAt = at - LOCATOR_BYTES - WIDE_END_BYTES
  if (file.readUInt32LE(wideAt) !== WIDE_END) return undefined
  const start = wideAt - wide(file, wideAt + 40)
  return { start, count: wide(file, wideAt + 32), shift: start - wide(file, wideAt + 48) }
}

const wide = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at))

/** Ends with the last record, even if there are fewer or more than the end record says. */
function* recordsOf(file: Buffer, { start, shift }: End): Iterable<ZipRecord> {
  let at = start
  while (at + RECORD_BYTES <= file.length && file.readUInt32LE(at) === RECORD) {
    const nameEnd = at + RECORD_BYTES + file.readUInt16LE(at + 28)
    const extraEnd = nameEnd + file.readUInt16LE(at + 30)
    const next = extraEnd + file.readUInt16LE(at + 32)
    if (next > file.length) return
    yield recordOf(file.subarray(at, extraEnd), nameEnd - at, shift)
    at = next
  }
}

const UNIX = 3
const UTF8_NAME = 0x0800
const ENCRYPTED = 0x0001

function recordOf(record: Buffer, nameEnd: number, shift: number): ZipRecord {
  const flags = record.readUInt16LE(8)
  const rawName = record.subarray(RECORD_BYTES, nameEnd)
  const extra = extraFieldsOf(record.subarray(nameEnd))
  const [bytes = 0, compressedBytes = 0, offset = 0] = widened(
    [record.readUInt32LE(24), record.readUInt32LE(20), record.readUInt32LE(42)],
    extra.get(ZIP64_FIELD),
  )
  return {
    name: nameOf(rawName, (flags & UTF8_NAME) > 0),
    rawName,
    method: record.readUInt16LE(10),
    crc: record.readUInt32LE(16),
    bytes,
    compressedBytes,
    modifiedIso: modifiedOf(record, extra.get(TIME_FIELD)),
    isEncrypted: (flags & ENCRYPTED) > 0,
    unixType: record[5] === UNIX ? record.readUInt16LE(40) & 0o170000 : 0,
    offset: offset + shift,
  }
}

const ZIP64_FIELD = 0x0001
const TIME_FIELD = 0x5455
const NARROW_MAX = 0xffffffff

function extraFieldsOf(extra: Buffer): ReadonlyMap<number, Buffer> {
  const fields = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    fields.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2)))
  }
  return fields
}

/** Values that did not fit are in the ZIP64 field, in their order. */
function widened(values: readonly number[], field: Buffer = Buffer.alloc(0)): readonly number[] {
  let at = 0
  return values.map((value) => {
    if (value !== NARROW_MAX || at + 8 > field.length) return value
    at += 8
    return wide(field, at - 8)
  })
}

/** The exact moment if it is stored; else the DOS time, which has no zone and is read as UTC. */
function modifiedOf(record: Buffer, field?: Buffer): string | undefined {
  if (field && field.length >= 5 && (field[0]! & 1) === 1) return isoOf(field.readInt32LE(1) * 1000)
  const time = record.readUInt16LE(12)
  const date = record.readUInt16LE(14)
  const month = (date >> 5) & 15
  if (month < 1 || month > 12) return undefined
  const day = Date.UTC(1980 + (date >> 9), month - 1, date & 31)
  return isoOf(day + (((time >> 11) * 60 + ((time >> 5) & 63)) * 60 + (time & 31) * 2) * 1000)
}

/** The upper half of code page 437, the character set of names that are not marked as UTF-8. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** Many writers forget the UTF-8 flag, and a name in code page 437 is hardly ever valid UTF-8. */
function nameOf(raw: Buffer, isMarkedUtf8: boolean): string {
  if (isMarkedUtf8 || isUtf8(raw)) return raw.toString('utf8')
  const characters = Array.from(raw, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80],
  )
  return characters.join('')
}
