import { Fault } from '../../../../base/core/fault.ts'
import { MB } from '../../../../base/lib/fields.ts'
import type { Web } from '../../../../outside/net/web.ts'
import { mediaTypeOf, statusFault } from '../_page.ts'

/** A file of which only some parts have been fetched. */
export interface RangedFile {
  readonly url: string
  readonly contentType: string
  readonly size: number
  /** Blocks by their number; the last block of a file may be short. */
  readonly blocks: ReadonlyMap<number, Uint8Array>
}

export const BLOCK_BYTES = 128 * 1024
const BYTES_MAX = 8 * MB
const BLOCKS_MAX = BYTES_MAX / BLOCK_BYTES

/** A server without range requests sends the whole file, which then must be small. */
export async function openRanged(web: Web, address: string): Promise<RangedFile> {
  const { url, contentType, bytes, size } = await fetchRange(web, address, 0, BLOCK_BYTES)
  if (bytes.length === 0)
    throw new Fault('upstream_failed', `${new URL(url).host} answered an empty file.`)
  return { url, contentType, size: size ?? bytes.length, blocks: blocksOf(bytes, 0) }
}

/**
 * The same file with the missing blocks, and as many after them as it already has, so that few
 * requests are needed.
 */
export async function withBlocks(
  web: Web,
  file: RangedFile,
  wanted: readonly number[],
): Promise<RangedFile> {
  const first = Math.min(...wanted)
  const needed = Math.max(...wanted) + 1 - first
  const left = BLOCKS_MAX - file.blocks.size
  if (needed > left) throw tooMuch(file.url)
  const count = Math.min(left, Math.max(needed, file.blocks.size))
  const { bytes } = await fetchRange(web, file.url, first * BLOCK_BYTES, count * BLOCK_BYTES)
  return { ...file, blocks: new Map([...file.blocks, ...blocksOf(bytes, first, needed)]) }
}

/** At least so many blocks, even if empty: a part that a site withholds is not requested again. */
function blocksOf(bytes: Buffer, first: number, least = 1): Map<number, Uint8Array> {
  const count = Math.max(least, Math.ceil(bytes.length / BLOCK_BYTES))
  return new Map(
    Array.from({ length: count }, (_, at) => [
      first + at,
      Uint8Array.from(bytes.subarray(at * BLOCK_BYTES, (at + 1) * BLOCK_BYTES)),
    ]),
  )
}

async function fetchRange(web: Web, address: string, from: number, length: number) {
  const headers = { range: `bytes=${from}-${from + length - 1}`, accept: 'audio/*,video/*,*/*' }
  const answer = await web.stream(address, { headers, bytesMax: BYTES_MAX })
  const { status, url, headers: received, chunks } = answer
  // More digits would not be a safe integer, and no file is that large.
  const [, start, total] =
    /^bytes (\d{1,15})-\d+\/(\d{1,15})$/.exec(received.get('content-range') ?? '') ?? []
  const isPart = status === 206 && Number(start) === from
  if (!isPart && (status !== 200 || from > 0)) {
    // An unread body would hold its connection until the deadline.
    for await (const _chunk of chunks) break
    throw statusFault(answer)
  }
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const contentType = mediaTypeOf(received)
  return { url, contentType, bytes: Buffer.concat(parts), size: isPart ? Number(total) : null }
}

export const tooMuch = (url: string): Fault =>
  new Fault(
    'upstream_failed',
    `The properties in the file of ${new URL(url).host} are nested too deep.`,
  )
