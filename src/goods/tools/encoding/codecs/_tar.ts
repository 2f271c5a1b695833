import { extract } from 'tar-stream'
import { addEntry, flag, isoOf, isWanted, keep, type Listing } from './_archive.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'

const TYPE_FLAWS: Readonly<Record<string, string>> = {
  symlink: 'is a symbolic link',
  link: 'is a hard link',
  'character-device': 'is a device',
  'block-device': 'is a device',
  fifo: 'is a named pipe',
}

export const TAR_HEAD_BYTES = 512

/**
 * Lists a TAR from a stream of chunks, and keeps only the wanted content. False if it ends early.
 */
export async function readTar(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  listing: Listing,
  isCompressed: boolean,
): Promise<boolean> {
  const reader = extract(OPTIONS)
  const feeding = feed(reader, chunks)
  try {
    for await (const entry of reader) {
      if (!(await readEntry(entry, listing, isCompressed))) break
    }
    return true
  } catch {
    return false
  } finally {
    reader.destroy(null)
    await feeding
  }
}

/** Also the old format, which has no magic number. */
const OPTIONS = { highWaterMark: 16 * 1024, allowUnknownFormat: true }

type Reader = ReturnType<typeof extract>
type TarEntry = Reader extends AsyncIterable<infer One> ? One : never

/** At the pace of the reader, and only as long as the reader is open. */
async function feed(
  reader: Reader,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => reader.once('close', resolve))
  try {
    for await (const chunk of chunks) {
      if (reader.destroyed) return
      if (reader.write(chunk)) continue
      await Promise.race([closed, new Promise<void>((resolve) => reader.once('drain', resolve))])
    }
    reader.end(undefined)
  } catch (thrown) {
    reader.destroy(thrown instanceof Error ? thrown : null)
  }
}

async function readEntry(stream: TarEntry, listing: Listing, isCompressed: boolean) {
  const { name, size, mtime, type, linkname } = stream.header
  const modifiedIso = isoOf(mtime.getTime())
  const entry = {
    name,
    bytes: size,
    ...(isCompressed ? {} : { compressedBytes: size }),
    ...(modifiedIso && { modifiedIso }),
    isDirectory: type === 'directory',
  }
  if (!addEntry(listing, entry)) return false
  const flaw = TYPE_FLAWS[type]
  if (flaw) flag(listing, name, linkname ? `${flaw} to ${excerpt(linkname, 100)}` : flaw)
  const isAskedFor = !flaw && isWanted(listing, entry)
  const isTaken = isAskedFor && size <= listing.left
  if (isAskedFor && !isTaken) flag(listing, name, 'not extracted, exceeds maxBytes')
  const parts: Buffer[] = []
  for await (const chunk of stream) if (isTaken) parts.push(chunk as Buffer)
  if (isTaken) keep(listing, name, Buffer.concat(parts))
  return true
}

/** Whether bytes begin with the header of an entry, or with the empty block of an empty TAR. */
export function isTar(head: Buffer): boolean {
  if (head.length < TAR_HEAD_BYTES) return false
  const block = head.subarray(0, TAR_HEAD_BYTES)
  if (block.every((byte) => byte === 0)) return true
  const sum = block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  return Number.parseInt(block.toString('latin1', 148, 156), 8) === sum
}
