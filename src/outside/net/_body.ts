import { pipeline, type Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Fault } from '../../base/core/fault.ts'

/**
 * The encodings that we ask for. `deflate` is also decoded, because some servers send it unasked.
 */
export const ACCEPT_ENCODING = 'gzip, br'

const LAYERS_MAX = 2

/** Some servers omit the checksum. The length or the last chunk shows that a body is complete. */
const LENIENT = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => createGunzip(LENIENT)],
  ['x-gzip', () => createGunzip(LENIENT)],
  ['deflate', () => createInflate(LENIENT)],
  ['br', () => createBrotliDecompress()],
])

interface Bounds {
  readonly host: string
  readonly bytesMax: number
}

/**
 * A body without its compression, of at most `bytesMax` bytes. Bytes are counted before and after
 * the decoders, because a small body may expand and a large one may decode to nothing.
 */
export function decodeBody(
  body: Readable,
  encoding: string,
  { host, bytesMax }: Bounds,
): AsyncIterable<Uint8Array> {
  const encodings = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const decoders = encodings.map((name) => DECODERS.get(name)).toReversed()
  // The reader gets every error; a body without a reader may fail too.
  body.on('error', ignore)
  if (decoders.length > LAYERS_MAX || decoders.includes(undefined)) {
    body.destroy()
    throw new Fault('upstream_failed', `${host} uses a compression that was not asked for.`)
  }
  const counted = capped({ host, bytesMax })
  if (decoders.length === 0) return counted(body as AsyncIterable<Uint8Array>)
  const streams = [body, counted, ...decoders.flatMap((open) => (open ? [open(), counted] : []))]
  return pipeline(streams as [Readable, Transform], ignore) as unknown as Readable
}

type Step = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

const capped = ({ host, bytesMax }: Bounds): Step =>
  async function* (chunks) {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.byteLength
      if (bytes > bytesMax)
        throw new Fault('upstream_failed', `${host} sends more than ${bytesMax} bytes.`)
      yield chunk
    }
  }

const ignore = (): void => {}
