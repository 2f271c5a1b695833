import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { imageField, openImage, pixelsOf, type Picture } from './_image.ts'
import { HASHES } from './_perceptual.ts'

const Algorithm = z.enum(['dhash', 'phash', 'ahash'])
const THUMB_SIDE = 100
/** With fewer pixels the transform shows waves that do not exist. */
const THUMB_SIDE_MIN = 8

export default defineTool({
  route: 'POST /api/image-hash',
  name: 'Image hash',
  description: 'Perceptual hash for near-duplicate search, plus a tiny blur placeholder.',
  asks: [
    'perceptual hash of a picture',
    'find duplicate photos by fingerprint',
    'find double photos',
    'is it nearly the same picture',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    image: imageField(),
    algo: Algorithm.default('dhash').describe(
      'dhash compares neighbouring pixels, phash frequencies, ahash each part with the mean.',
    ),
  }),
  output: z.object({
    algo: Algorithm,
    hex: z
      .string()
      .describe('64 bits; pictures look alike if their hashes differ in at most about 10.'),
    thumbHash: z.base64().describe('ThumbHash of about 25 bytes.'),
    dataUrl: z.string().describe('Image of the ThumbHash, a PNG of at most 32 x 32.'),
  }),
  examples: [
    {
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
    },
  ],

  async run({ image, algo }) {
    const { rgbaToThumbHash, thumbHashToDataURL } = await import('thumbhash')
    const picture = await openImage(image)
    const hex = await HASHES[algo](picture)
    const small = picture.read().resize({ ...thumbSize(picture), fit: 'fill' })
    const { width, height, data } = await pixelsOf('image', small)
    const thumb = rgbaToThumbHash(width, height, data)
    return {
      algo,
      hex,
      thumbHash: Buffer.from(thumb).toString('base64'),
      dataUrl: thumbHashToDataURL(thumb),
    }
  },
})

function thumbSize({ width, height }: Picture): { width: number; height: number } {
  const side = (length: number) =>
    Math.max(THUMB_SIDE_MIN, Math.round((THUMB_SIDE * length) / Math.max(width, height)))
  return { width: side(width), height: side(height) }
}
