import { Fault } from '../../../core/fault.ts'
import { MB } from '../../../lib/fields.ts'
import type { Web } from '../../../net/web.ts'

/** A file of which only the parts that are asked for are fetched. */
export interface RangedFile {
  readonly url: string
  readonly contentType: string
  readonly size: number
  /** In the form that readers of files take; parts come from the site when they are read. */
  readonly blob: Blob
}

const BLOCK_BYTES = 128 * 1024
const BYTES_MAX = 8 * MB
/** Readers that go in circles read for ever: what is read once need not be fetched again. */
const READS_MAX = 50_000

/** A server that knows no ranges sends the whole file, which then has to be small. */
export async function openRanged(web: Web, address: string): Promise<RangedFile> {
  const first = await fetchRange(web, address, 0)
  const { url, bytes, contentType } = first
  const size = first.size ?? bytes.length
  if (size === 0) throw new Fault('upstream_failed', `${new URL(url).host} answered an empty file.`)
  const readBlock = blocksOf(web, url, bytes)
  let reads = 0

  async function read(start: number, end: number): Promise<ArrayBuffer> {
    reads += 1
    if (reads > READS_MAX) throw tooMuch(url)
    const parts: Buffer[] = []
    for (let at = start; at < Math.min(end, size);) {
      const block = Math.floor(at / BLOCK_BYTES)
      const from = at - block * BLOCK_BYTES
      const part = (await readBlock(block)).subarray(from, from + end - at)
      if (part.length === 0) break
      parts.push(part)
      at += part.length
    }
    return new Uint8Array(Buffer.concat(parts)).buffer
  }

  const blob = {
    size,
    type: contentType,
    slice: (start: number, end: number) => ({ arrayBuffer: () => read(start, end) }),
  }
  return { url, contentType, size, blob: blob as unknown as Blob }
}

/** The first answer may be the whole file; else every block is fetched once. */
function blocksOf(web: Web, url: string, head: Buffer) {
  const blocks = new Map<number, Promise<Buffer>>()
  for (let at = 0; at * BLOCK_BYTES < head.length; at += 1)
    blocks.set(at, Promise.resolve(head.subarray(at * BLOCK_BYTES, (at + 1) * BLOCK_BYTES)))
  return (at: number): Promise<Buffer> => {
    if (blocks.size * BLOCK_BYTES > BYTES_MAX) throw tooMuch(url)
    const block =
      blocks.get(at) ?? fetchRange(web, url, at * BLOCK_BYTES).then(({ bytes }) => bytes)
    blocks.set(at, block)
    return block
  }
}

async function fetchRange(web: Web, address: string, from: number) {
  const headers = {
    range: `bytes=${from}-${from + BLOCK_BYTES - 1}`,
    accept: 'audio/*,video/*,*/*',
  }
  const answer = await web.stream(address, { headers, bytesMax: BYTES_MAX })
  const { status, url, headers: received, chunks } = answer
  const { host } = new URL(url)
  const [, start, total] =
    /^bytes (\d+)-\d+\/(\d+)$/.exec(received.get('content-range') ?? '') ?? []
  const isPart = status === 206 && Number(start) === from
  if (!isPart && (status !== 200 || from > 0)) {
    // Left unread, the body would hold its connection until the deadline.
    for await (const _chunk of chunks) break
    throw new Fault('upstream_failed', `${host} answered ${status} for this address.`)
  }
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const contentType = (received.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  return { url, contentType, bytes: Buffer.concat(parts), size: isPart ? Number(total) : null }
}

const tooMuch = (url: string): Fault =>
  new Fault('upstream_failed', `The file of ${new URL(url).host} hides its properties too deep.`)
