import { crc32 } from 'node:zlib'
import { Deflate, Gzip } from 'fflate'
import { pack } from 'tar-stream'

export interface PackedFile {
  readonly name: string
  readonly bytes: Buffer
}

export type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

const MODE = 0o644
const MODIFIED = new Date('1980-01-01T00:00:00Z')

/**
 * Nothing in it depends on the machine: a fixed time, and a deflate in pure JavaScript, because
 * zlib may compress the same data differently on another processor.
 */
export async function packTarGz(files: readonly PackedFile[], level: Level): Promise<Buffer> {
  const tar = pack()
  for (const { name, bytes } of files) tar.entry({ name, mode: MODE, mtime: MODIFIED }, bytes)
  tar.finalize()
  const chunks: Uint8Array[] = []
  const gzip = new Gzip({ level, mtime: 0 }, (chunk) => chunks.push(chunk))
  for await (const part of tar) await inSlices(part as Buffer, (slice) => gzip.push(slice))
  gzip.push(new Uint8Array(0), true)
  return Buffer.concat(chunks)
}

/**
 * With sizes before the data, which readers of streams need and streaming writers leave out. The
 * header formats are those of APPNOTE 4.3.
 */
export async function packZip(files: readonly PackedFile[], level: Level): Promise<Buffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const rawName = Buffer.from(name)
    const data = await shorter(bytes, level)
    const shared = sharedHeader(rawName, bytes, data)
    const local = Buffer.concat([uint32(LOCAL), shared, rawName, data])
    directory.push(uint32(RECORD), uint16(MADE_BY), shared, recordTail(offset), rawName)
    parts.push(local)
    offset += local.length
  }
  const records = Buffer.concat(directory)
  return Buffer.concat([...parts, records, endRecord(files.length, records.length, offset)])
}

const LOCAL = 0x04034b50
const RECORD = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const UNIX = 3
const MADE_BY = (UNIX << 8) | VERSION
const UTF8_NAME = 0x0800
const DEFLATED = 8
/** Day 1 of month 1 of year 0, which is 1980. */
const DATE = (1 << 5) | 1
const ATTRIBUTES = (0o100000 | MODE) * 0x10000

/** Compressed, unless that is longer. */
async function shorter(bytes: Buffer, level: Level): Promise<Buffer> {
  if (level === 0) return bytes
  const chunks: Uint8Array[] = []
  const deflate = new Deflate({ level }, (chunk) => chunks.push(chunk))
  await inSlices(bytes, (slice, isLast) => deflate.push(slice, isLast))
  const deflated = Buffer.concat(chunks)
  return deflated.length < bytes.length ? deflated : bytes
}

/** The common part of the local header and the record in the directory. */
function sharedHeader(rawName: Buffer, bytes: Buffer, data: Buffer): Buffer {
  const method = data === bytes ? 0 : DEFLATED
  return Buffer.concat([
    ...[VERSION, UTF8_NAME, method, 0, DATE].map(uint16),
    ...[crc32(bytes), data.length, bytes.length].map(uint32),
    ...[rawName.length, 0].map(uint16),
  ])
}

function recordTail(offset: number): Buffer {
  return Buffer.concat([...[0, 0, 0].map(uint16), ...[ATTRIBUTES, offset].map(uint32)])
}

function endRecord(count: number, bytes: number, offset: number): Buffer {
  const numbers = [0, 0, count, count].map(uint16)
  return Buffer.concat([uint32(END), ...numbers, ...[bytes, offset].map(uint32), uint16(0)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const SLICE_BYTES = 64 * 1024

/** A few milliseconds of work at a time, with other calls in between. */
async function inSlices(
  bytes: Buffer,
  take: (slice: Buffer, isLast: boolean) => void,
): Promise<void> {
  for (let at = 0; at === 0 || at < bytes.length; at += SLICE_BYTES) {
    take(bytes.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= bytes.length)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
