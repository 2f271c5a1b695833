/** A value of a message: its byte range, and its value if it is a number or a map. */
export interface Entry {
  readonly key: string
  readonly start: number
  readonly end: number
  readonly value?: number
  readonly entries?: readonly Entry[]
}

const DEPTH_MAX = 8

/**
 * Reads a map in the canonical MessagePack of Algorand: keys in order, numbers and lengths in the
 * shortest form, no empty values. Null for anything else.
 */
export function readMessage(bytes: Buffer): Entry | null {
  try {
    const reader = { bytes, at: 0 }
    const whole = read(reader, '', 0)
    return whole.entries && whole.end === bytes.length ? whole : null
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

interface Reader {
  readonly bytes: Buffer
  at: number
}

/**
 * How a length follows its tag: the width in bytes, and the smallest length that needs this width.
 */
const WIDTHS = [
  { bytes: 1, least: 0 },
  { bytes: 2, least: 0x100 },
  { bytes: 4, least: 0x1_0000 },
  { bytes: 8, least: 0x1_0000_0000 },
] as const

function read(reader: Reader, key: string, depth: number): Entry {
  if (depth > DEPTH_MAX) throw new RangeError('too deep')
  const start = reader.at
  const tag = number(reader, 1)
  const entryOf = (more: Partial<Entry>): Entry => ({ key, start, end: reader.at, ...more })
  if (tag <= 0x7f) return entryOf({ value: filled(tag) })
  if (tag <= 0x8f) return entryOf({ entries: map(reader, tag - 0x80, depth) })
  if (tag <= 0x9f) return list(reader, tag - 0x90, depth, entryOf)
  if (tag <= 0xbf) return skipped(reader, tag - 0xa0, entryOf)
  if (tag === 0xc3) return entryOf({})
  if (tag >= 0xc4 && tag <= 0xc6) return skipped(reader, sized(reader, tag - 0xc4, 0), entryOf)
  if (tag >= 0xcc && tag <= 0xcf) return entryOf({ value: sized(reader, tag - 0xcc, 0x7f) })
  if (tag >= 0xd9 && tag <= 0xdb) return skipped(reader, sized(reader, tag - 0xd9, 0x1f), entryOf)
  if (tag === 0xdc) return list(reader, above(number(reader, 2), 0xf), depth, entryOf)
  if (tag === 0xde) return entryOf({ entries: map(reader, above(number(reader, 2), 0xf), depth) })
  throw new RangeError('a kind of value that transactions have no use for')
}

function map(reader: Reader, size: number, depth: number): readonly Entry[] {
  const entries: Entry[] = []
  for (let left = filled(size); left > 0; left--) {
    const name = text(reader)
    const before = entries.at(-1)?.key
    if (before !== undefined && before >= name) throw new RangeError('keys out of order')
    entries.push(read(reader, name, depth + 1))
  }
  return entries
}

type Tell = (more: Partial<Entry>) => Entry

function list(reader: Reader, size: number, depth: number, told: Tell): Entry {
  for (let left = filled(size); left > 0; left--) read(reader, '', depth + 1)
  return told({})
}

function skipped(reader: Reader, length: number, told: Tell): Entry {
  take(reader, filled(length))
  return told({})
}

function text(reader: Reader): string {
  const tag = number(reader, 1)
  if (tag < 0xa0 || tag > 0xbf) throw new RangeError('a key that is no short text')
  return take(reader, tag - 0xa0).toString('latin1')
}

/**
 * Reads a number of this width. A number that fits into a smaller width is refused; `short` is the
 * largest that fits into the tag itself.
 */
function sized(reader: Reader, width: number, short: number): number {
  const { bytes, least } = WIDTHS[width]!
  return above(number(reader, bytes), Math.max(short, least - 1))
}

function number(reader: Reader, length: number): number {
  const bytes = take(reader, length)
  return length === 8 ? Number(bytes.readBigUInt64BE()) : bytes.readUIntBE(0, length)
}

function take(reader: Reader, length: number): Buffer {
  const end = reader.at + length
  if (end > reader.bytes.length) throw new RangeError('the message is cut short')
  const bytes = reader.bytes.subarray(reader.at, end)
  reader.at = end
  return bytes
}

const filled = (value: number): number => above(value, 0)

function above(value: number, bound: number): number {
  if (value <= bound) throw new RangeError('not as short as can be')
  return value
}
