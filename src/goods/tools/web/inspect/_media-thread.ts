import { Fault } from '../../../../base/core/fault.ts'
import { BLOCK_BYTES, tooMuch, type RangedFile } from './_ranges.ts'

export interface Properties {
  readonly container: string | null
  readonly codec: string | null
  readonly durationSeconds: number | null
  readonly bitrateKbps: number | null
  readonly sampleRateHz: number | null
  readonly channels: number | null
  readonly tags: Readonly<Record<string, TagValue>>
}

export type TagValue = string | number | boolean | readonly string[]

/** The properties; or the blocks that are still needed; neither if it is not a recording. */
export interface MediaReading {
  readonly wanted: readonly number[]
  readonly properties: Properties | null
}

const TAG_CHARACTERS_MAX = 1_000
const LIST_MAX = 20
/** A reader that loops would read for ever. */
const READS_MAX = 50_000

export async function work(file: RangedFile): Promise<MediaReading> {
  const { parseBlob } = await import('music-metadata')
  const wanted = new Set<number>()
  const options = { skipCovers: true, duration: false }
  const read = await parseBlob(blobOf(file, wanted), options).catch(unreadable)
  if (wanted.size > 0) return { wanted: [...wanted], properties: null }
  if (!read?.format.container) return { wanted: [], properties: null }
  const { container, codec, duration, bitrate, sampleRate, numberOfChannels } = read.format
  const properties = {
    container,
    codec: codec ?? null,
    durationSeconds: rounded(duration, 3),
    bitrateKbps: rounded(bitrate === undefined ? undefined : bitrate / 1_000, 1),
    sampleRateHz: sampleRate ?? null,
    channels: numberOfChannels ?? null,
    tags: tagsOf(read.common),
  }
  return { wanted: [], properties }
}

/** A Blob for readers of files. A read of a missing block ends, and is recorded. */
function blobOf({ url, size, contentType, blocks }: RangedFile, wanted: Set<number>): Blob {
  let reads = 0
  const blob = {
    size,
    type: contentType,
    slice: (start: number, end: number) => ({ arrayBuffer: async () => read(start, end) }),
  }
  return blob as unknown as Blob

  function read(start: number, end: number): ArrayBuffer {
    reads += 1
    if (reads > READS_MAX) throw tooMuch(url)
    const until = Math.min(end, size)
    const parts: Uint8Array[] = []
    for (let at = start; at < until;) {
      const number = Math.floor(at / BLOCK_BYTES)
      const block = blocks.get(number)
      if (!block) throw missing(number, Math.ceil(until / BLOCK_BYTES))
      const from = at - number * BLOCK_BYTES
      const part = block.subarray(from, from + until - at)
      if (part.length === 0) break
      parts.push(part)
      at += part.length
    }
    return new Uint8Array(Buffer.concat(parts)).buffer
  }

  function missing(first: number, end: number): Error {
    wanted.add(first).add(end - 1)
    return new Error('not here yet')
  }
}

/** The library has no error type of its own for unreadable files. */
function unreadable(thrown: unknown): null {
  if (thrown instanceof Fault) throw thrown
  return null
}

function rounded(value: number | undefined, digits: number): number | null {
  return value === undefined || !Number.isFinite(value) ? null : Number(value.toFixed(digits))
}

/** Plain values by name, without pictures and nested values. */
function tagsOf(common: object): Record<string, TagValue> {
  const tags: Record<string, TagValue> = {}
  for (const [name, value] of Object.entries(common)) {
    const tag = tagOf(value)
    if (tag !== null) tags[name] = tag
  }
  return tags
}

function tagOf(value: unknown): TagValue | null {
  if (typeof value === 'string') return value.slice(0, TAG_CHARACTERS_MAX).toWellFormed()
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) {
    const texts = value.flatMap((one: unknown) => (typeof one === 'string' ? [one] : []))
    const short = texts.slice(0, LIST_MAX).map((text) => text.slice(0, TAG_CHARACTERS_MAX))
    return short.length > 0 ? short.map((text) => text.toWellFormed()) : null
  }
  // Positions on a disc or in a series come as { no, of }.
  const { no } = (value ?? {}) as { no?: unknown }
  return typeof no === 'number' ? no : null
}
