import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { Fault } from '../../base/core/fault.ts'

/**
 * The rows of a kept file stand in blocks by the hash of their key, so that one row is found in one
 * block, and a file of a million rows is neither sorted nor held.
 */
export interface KeptJob {
  /** Path of the file as its provider sent it. */
  readonly from: string
  /** Path of the file to write the blocks to, one after the other. */
  readonly to: string
  readonly blockCount: number
}

/** What reading a file brought; `Row` is in the blocks. */
export interface KeptResult<Row, Meta> {
  readonly meta: Meta
  /** Of what time the file says that its data is. */
  readonly dataAtMs: number | null
  /** Lengths of the blocks in bytes. */
  readonly lengths: readonly number[]
  readonly row?: Row
}

export interface KeptEnd<Meta> {
  readonly meta: Meta
  readonly dataAtMs?: number | null
}

type Keyed<Row> = readonly [key: string, row: Row]

/** Reads a file row by row; throws a fault for one that has another shape. */
export type KeptReader<Row, Meta> = (path: string) => AsyncGenerator<Keyed<Row>, KeptEnd<Meta>>

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** The work of a thread: writes the rows that a reader yields as compressed blocks. */
export const keptRows =
  <Row, Meta>(read: KeptReader<Row, Meta>) =>
  async ({ from, to, blockCount }: KeptJob): Promise<KeptResult<Row, Meta>> => {
    const blocks = Array.from({ length: blockCount }, createBuilder)
    const rows = read(from)
    let count = 0
    let next = await rows.next().catch(unreadable)
    for (; !next.done; next = await rows.next().catch(unreadable), count += 1)
      blocks[blockOf(next.value[0], blockCount)]?.add(JSON.stringify(next.value))
    if (count === 0) throw unknownShape('it has no rows')
    const { meta, dataAtMs = null } = next.value
    return { meta, dataAtMs, lengths: await writeBlocks(blocks, to) }
  }

/** Whatever a file breaks in its reader is the doing of who sent it. */
function unreadable(thrown: unknown): never {
  if (thrown instanceof Fault && thrown.code === 'upstream_failed') throw thrown
  const { message } = thrown as Error
  throw unknownShape(message.replaceAll(/\s+/g, ' ').slice(0, REASON_MAX))
}

/** Told after the name of the provider, and `sent a file that`. */
export const unknownShape = (reason: string): Fault =>
  new Fault('upstream_failed', `has an unknown shape: ${reason}`)

async function writeBlocks(blocks: readonly Builder[], to: string): Promise<number[]> {
  const lengths: number[] = []
  const file = await open(to, 'w', 0o600)
  try {
    for (const block of blocks) {
      const bytes = await deflate(block.take())
      await file.writeFile(bytes)
      lengths.push(bytes.byteLength)
    }
  } finally {
    await file.close()
  }
  return lengths
}

/** The rows of a block, as they were yielded. */
export async function rowsOf<Row>(block: Uint8Array): Promise<readonly Keyed<Row>[]> {
  return JSON.parse((await inflate(block)).toString('utf8')) as Keyed<Row>[]
}

/** FNV-1a of the UTF-16 units. */
export function blockOf(key: string, blockCount: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1)
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193) >>> 0
  return hash % blockCount
}

export const linesOf = (path: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(path), crlfDelay: Infinity })

const FIRST_BYTES = 4_096
const REASON_MAX = 200

type Builder = ReturnType<typeof createBuilder>

/** Texts as one JSON array, in a buffer that grows: many small strings take twice its room. */
function createBuilder() {
  let buffer = Buffer.allocUnsafe(FIRST_BYTES)
  let length = 0
  function append(text: string): void {
    const bytes = Buffer.byteLength(text)
    if (length + bytes > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(buffer.length * 1.5, length + bytes))
      buffer.copy(larger, 0, 0, length)
      buffer = larger
    }
    length += buffer.write(text, length)
  }
  return {
    add: (json: string) => append(length === 0 ? `[${json}` : `,${json}`),
    /** The builder keeps nothing. */
    take(): Buffer {
      append(length === 0 ? '[]' : ']')
      const taken = buffer.subarray(0, length)
      buffer = Buffer.alloc(0)
      return taken
    },
  }
}
