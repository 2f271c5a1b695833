import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'

/** A picture from a caller: upright, and checked to have an allowed size. */
export interface Picture {
  readonly format: ImageFormat
  readonly bytes: Buffer
  readonly metadata: Metadata
  /** Size as shown, after its EXIF orientation is applied. */
  readonly width: number
  readonly height: number
  readonly frames: number
  /** A new pipeline over its first frame, or over all of them. */
  read(options?: SharpOptions): Sharp
}

export interface Bounds {
  /** Name of the input field, for messages. */
  readonly field?: string
  readonly pixelsMax?: number
}

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff'

export const IMAGE_BYTES_MAX = 8 * MB
/** A photo of today's phones; all of its pixels at once are 160 MB. */
export const PIXELS_MAX = 40_000_000
/** Less than the time limit of a thread, also on a busy machine. */
export const SECONDS_MAX = 8

const ALLOWED = 'PNG, JPEG, WebP, GIF, AVIF or TIFF'

export const imageField = () =>
  base64(IMAGE_BYTES_MAX).describe(`Base64 of a ${ALLOWED}, at most 8 MB.`)

/** The library, set to cache nothing and to use one core. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

export const openImage = (encoded: string, bounds: Bounds = {}): Promise<Picture> =>
  openBytes(Buffer.from(encoded, 'base64'), bounds)

export async function openBytes(bytes: Buffer, bounds: Bounds = {}): Promise<Picture> {
  const { field = 'image', pixelsMax = PIXELS_MAX } = bounds
  const format = knownFormat(bytes, field)
  const sharp = await loadSharp()
  const read = (options: SharpOptions = {}) =>
    sharp(bytes, { failOn: 'error', limitInputPixels: pixelsMax, ...options })
      .autoOrient()
      .timeout({ seconds: SECONDS_MAX })
  const metadata = await decoding(field, () => sharp(bytes, { limitInputPixels: false }).metadata())
  const { width, height } = metadata.autoOrient
  if (width * height > pixelsMax)
    throw badInput(
      `${field}: must have at most ${pixelsMax / 1e6} million pixels, but has ${width} x ${height}`,
    )
  const frames = format === 'tiff' ? 1 : (metadata.pages ?? 1)
  return { format, bytes, metadata, width, height, frames, read }
}

/** Every error of the library is a fault of the file; its message is not passed on. */
export async function decoding<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown
    const message = thrown instanceof Error ? thrown.message : ''
    if (/timeout/i.test(message))
      throw badInput(`${field}: must be smaller; it takes longer than ${SECONDS_MAX} s`)
    if (/pixel limit/i.test(message))
      throw badInput(`${field}: must have fewer pixels in all frames together`)
    throw badInput(`${field}: is damaged or cut off, so it cannot be decoded`)
  }
}

/** Eight bits of red, green, blue and alpha for each pixel, row by row. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

export async function pixelsOf(field: string, pipeline: Sharp): Promise<Pixels> {
  const raw = pipeline.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' })
  const { data, info } = await decoding(field, () => raw.toBuffer({ resolveWithObject: true }))
  return { data, width: info.width, height: info.height }
}

function knownFormat(bytes: Buffer, field: string): ImageFormat {
  if (bytes.length > IMAGE_BYTES_MAX) throw badInput(`${field}: must hold at most 8 MB`)
  if (bytes.length === 0) throw badInput(`${field}: is empty; send a ${ALLOWED}`)
  const format = formatOf(bytes)
  if (format === 'heic') throw badInput(`${field}: must be a ${ALLOWED}; HEIC cannot be decoded`)
  if (format === null) throw badInput(`${field}: must be a ${ALLOWED} that can be read`)
  return format
}

const MARKS: readonly (readonly [mark: RegExp, format: ImageFormat])[] = [
  [/^\x89PNG\r\n/, 'png'],
  [/^\xff\xd8\xff/, 'jpeg'],
  [/^RIFF.{4}WEBP/s, 'webp'],
  [/^GIF8[79]a/, 'gif'],
  [/^(II[*+]\0|MM\0[*+])/, 'tiff'],
]

/** Detected by the first bytes, so that no decoder gets a format that it is not meant for. */
export function formatOf(bytes: Buffer): ImageFormat | 'heic' | null {
  const head = bytes.toString('latin1', 0, 64)
  if (head.slice(4, 8) === 'ftyp') {
    const brands = head.slice(8, Math.min(64, bytes.readUInt32BE(0)))
    return /avi[fs]/.test(brands) ? 'avif' : /hei[cxms]|hev[cx]|mif1/.test(brands) ? 'heic' : null
  }
  return MARKS.find(([mark]) => mark.test(head))?.[1] ?? null
}
