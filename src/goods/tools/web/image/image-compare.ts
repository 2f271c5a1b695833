import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { encode } from './_encode.ts'
import { imageField, loadSharp, openImage, pixelsOf, type Picture } from './_image.ts'
import { HASHES, hamming } from './_perceptual.ts'

/** Three pictures of this size take 100 MB, and are compared in less than a second. */
const PIXELS_MAX = 8_400_000
/** Above this size the diff shows only the differences, so that it stays small. */
const FADED_PIXELS_MAX = 4_000_000

export default defineTool({
  route: 'POST /api/image-compare',
  name: 'Compare images',
  description: 'Pixel and perceptual difference between two images, with a diff picture.',
  asks: [
    'compare two pictures',
    'how different are these two images',
    'did the design change',
    'find the differences of two pictures',
    'visual regression',
  ],
  price: '$0.003',
  uses: {},
  place: 'thread',
  input: z.object({
    a: imageField(),
    b: imageField(),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(0.1)
      .describe('Allowed difference of a pixel, 0 to 1; smoothed edges are not counted.'),
  }),
  output: z.object({
    samePixels: z.boolean().describe('Whether both have the same size and all pixels are equal.'),
    diffPixels: z.int().describe('Number of pixels that differ by more than the threshold.'),
    diffRatio: z
      .number()
      .describe('Share of these pixels. Areas that only one image has count as different.'),
    perceptualDistance: z
      .int()
      .min(0)
      .max(64)
      .describe('Distance of the dHashes; up to 10 the images look alike.'),
    diffBase64: z
      .base64()
      .describe('PNG with the differences in red, on a faded `a` or on a transparent background.'),
  }),
  examples: [
    {
      input: {
        a: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        b: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
    },
  ],

  async run({ a, b, threshold }) {
    const { default: pixelmatch } = await import('pixelmatch')
    const [first, second] = [
      await openImage(a, { field: 'a', pixelsMax: PIXELS_MAX }),
      await openImage(b, { field: 'b', pixelsMax: PIXELS_MAX }),
    ]
    const overlap = {
      left: 0,
      top: 0,
      width: Math.min(first.width, second.width),
      height: Math.min(first.height, second.height),
    }
    const mine = await pixelsOf('a', first.read().extract(overlap))
    const theirs = await pixelsOf('b', second.read().extract(overlap))
    const { width, height } = overlap
    const shared = width * height
    const all = areaOf(first) + areaOf(second) - shared
    const diff = new Uint8Array(shared * 4)
    const diffMask = shared > FADED_PIXELS_MAX
    const inside = pixelmatch(mine.data, theirs.data, diff, width, height, { threshold, diffMask })
    const diffPixels = inside + all - shared
    const sharp = await loadSharp()
    const picture = sharp(diff, { raw: { width, height, channels: 4 } }).extend({
      right: Math.max(first.width, second.width) - width,
      bottom: Math.max(first.height, second.height) - height,
      background: '#ff0000',
    })
    return {
      samePixels: all === shared && Buffer.compare(mine.data, theirs.data) === 0,
      diffPixels,
      diffRatio: Math.round((diffPixels / all) * 1e6) / 1e6,
      perceptualDistance: hamming(await HASHES.dhash(first), await HASHES.dhash(second)),
      diffBase64: (await encode(picture, { format: 'png', field: 'a' })).base64,
    }
  },
})

const areaOf = ({ width, height }: Picture): number => width * height
