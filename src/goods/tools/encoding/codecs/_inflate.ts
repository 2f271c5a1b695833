import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

export const CODECS = ['gzip', 'deflate', 'brotli', 'zlib'] as const
export type Codec = (typeof CODECS)[number]

const DECODERS = {
  gzip: createGunzip,
  zlib: createInflate,
  deflate: createInflateRaw,
  brotli: createBrotliDecompress,
} as const

export interface Inflated {
  readonly bytes: Buffer
  /** Whether there was more data than allowed. */
  readonly truncated: boolean
  /** Whether every byte of the input belongs to the compressed data. */
  readonly whole: boolean
}

/** Off the event loop, and at most a chunk beyond `bytesMax`. Throws the errors of zlib. */
export async function inflate(codec: Codec, packed: Buffer, bytesMax: number): Promise<Inflated> {
  const stream = DECODERS[codec]()
  stream.end(packed)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > bytesMax) break
  }
  return {
    bytes: Buffer.concat(chunks, Math.min(length, bytesMax)),
    truncated: length > bytesMax,
    whole: stream.bytesWritten >= packed.length,
  }
}

/** The codec by the first bytes; brotli and raw deflate have no mark. */
export function codecOf(bytes: Uint8Array): 'gzip' | 'zlib' | undefined {
  const [first = 0, second = 0] = bytes
  if (first === 0x1f && second === 0x8b) return 'gzip'
  const isZlib = (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0
  return isZlib ? 'zlib' : undefined
}
