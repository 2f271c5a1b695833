/** The values in the messages of Algorand. */
export type Value = number | string | Buffer | Message | readonly Buffer[]
export interface Message {
  readonly [key: string]: Value
}

const UINT = [
  { tag: 0xcc, bytes: 1 },
  { tag: 0xcd, bytes: 2 },
  { tag: 0xce, bytes: 4 },
  { tag: 0xcf, bytes: 8 },
] as const

/** Writes the canonical MessagePack of Algorand. Values that are 0 or empty are left out. */
export function writeMessage(message: Message): Buffer {
  const entries = Object.entries(message)
    .filter(([, value]) => !isEmpty(value))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const written = entries.flatMap(([key, value]) => [writeText(key), writeValue(value)])
  return Buffer.concat([Buffer.of(0x80 | few(entries.length)), ...written])
}

const isEmpty = (value: Value): boolean =>
  value === 0 || ((typeof value === 'string' || Array.isArray(value)) && value.length === 0)

function writeValue(value: Value): Buffer {
  if (typeof value === 'number') return writeNumber(value)
  if (typeof value === 'string') return writeText(value)
  if (Buffer.isBuffer(value)) return writeBytes(value)
  if (!isList(value)) return writeMessage(value)
  return Buffer.concat([Buffer.of(0x90 | few(value.length)), ...value.map(writeBytes)])
}

const isList = (value: Message | readonly Buffer[]): value is readonly Buffer[] =>
  Array.isArray(value)

function writeNumber(value: number): Buffer {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('a number of another kind')
  if (value < 0x80) return Buffer.of(value)
  const { tag, bytes } = UINT.find((each) => value < 2 ** (8 * each.bytes))!
  const wide = Buffer.alloc(8)
  wide.writeBigUInt64BE(BigInt(value))
  return Buffer.concat([Buffer.of(tag), wide.subarray(8 - bytes)])
}

function writeText(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length >= 32) throw new RangeError('a text that is longer than any of a transaction')
  return Buffer.concat([Buffer.of(0xa0 | bytes.length), bytes])
}

function writeBytes(bytes: Buffer): Buffer {
  if (bytes.length > 0xff) throw new RangeError('bytes that are longer than any of a transaction')
  return Buffer.concat([Buffer.of(0xc4, bytes.length), bytes])
}

/** The length in a tag of one byte. Maps and lists of transactions are short enough. */
function few(count: number): number {
  if (count > 0x0f) throw new RangeError('more entries than a transaction has')
  return count
}
