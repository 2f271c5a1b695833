import type { Sharp } from 'sharp'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { decoding, type ImageFormat, type Picture } from './_image.ts'

/** Output fields of every tool that answers a picture. */
export const encodedFields = {
  base64: z.base64().describe('The picture.'),
  contentType: z.string(),
  width: z.int().describe('Width in pixels; of one frame if there are several.'),
  height: z.int(),
  bytes: z.int().describe('Size of the file.'),
}

export interface Encoded {
  readonly base64: string
  readonly contentType: string
  readonly width: number
  readonly height: number
  readonly bytes: number
}

const BYTES_MAX = 16 * MB
const QUALITY = 80

/** Longest side that a format can hold. */
const SIDE_MAX: Readonly<Record<ImageFormat, number>> = {
  png: 65_535,
  jpeg: 65_535,
  webp: 16_383,
  avif: 16_384,
  gif: 65_535,
  tiff: 65_535,
}
/** Limits in million pixels for formats that are slow or need much memory: some seconds each. */
const MEGAPIXELS_MAX: Partial<Record<ImageFormat, number>> = { gif: 6, avif: 12.6 }

const WHITE = '#ffffff'

/** Options per format; the effort is what meets the deadline at the largest size. */
const ENCODERS: Readonly<Record<ImageFormat, (pipeline: Sharp, quality: number) => Sharp>> = {
  png: (pipeline) => pipeline.png(),
  jpeg: (pipeline, quality) => pipeline.flatten({ background: WHITE }).jpeg({ quality }),
  webp: (pipeline, quality) => pipeline.webp({ quality, effort: 3 }),
  avif: (pipeline, quality) => pipeline.avif({ quality, effort: 1 }),
  gif: (pipeline) => pipeline.gif({ effort: 3 }),
  tiff: (pipeline) => pipeline.tiff({ compression: 'deflate', predictor: 'horizontal' }),
}

export interface Encoding {
  readonly format: ImageFormat
  readonly quality?: number
  /** Name of the input field, for messages. */
  readonly field?: string
}

export async function encode(pipeline: Sharp, encoding: Encoding): Promise<Encoded> {
  const { format, quality = QUALITY, field = 'image' } = encoding
  const drawn = ENCODERS[format](pipeline, quality)
  const { data, info } = await decoding(field, () => drawn.toBuffer({ resolveWithObject: true }))
  if (data.length > BYTES_MAX)
    throw badInput(
      `${field}: makes ${Math.ceil(data.length / MB)} MB as ${format}, but at most ` +
        `${BYTES_MAX / MB} MB are sent; ask for fewer pixels, or for jpeg, webp or avif`,
    )
  return {
    base64: data.toString('base64'),
    contentType: `image/${format}`,
    width: info.width,
    height: info.pageHeight ?? info.height,
    bytes: data.length,
  }
}

/** Refuses a size that the format cannot hold, before any work is done. */
export function assertFits(format: ImageFormat, width: number, height: number, frames = 1): void {
  const longest = Math.max(width, height)
  if (longest > SIDE_MAX[format])
    throw badInput(
      `format: ${format} holds at most ${SIDE_MAX[format]} pixels per side, not ${longest}`,
    )
  const most = MEGAPIXELS_MAX[format] ?? Infinity
  if ((width * height * frames) / 1e6 > most)
    throw badInput(
      `format: ${format} is made of at most ${most} million pixels in all frames together`,
    )
}

/** Formats that can be animated. */
const MOVING: ReadonlySet<ImageFormat> = new Set(['webp', 'gif'])

/** Whether a picture stays animated in a format. */
export const staysAnimated = ({ frames }: Picture, format: ImageFormat): boolean =>
  frames > 1 && MOVING.has(format)

/** The format of a picture if it is common on the web, or else the closest one that is. */
export function usualFormat(picture: Picture): 'png' | 'jpeg' | 'webp' | 'avif' {
  const { format, frames } = picture
  if (format === 'gif') return frames > 1 ? 'webp' : 'png'
  return format === 'tiff' ? 'png' : format
}
