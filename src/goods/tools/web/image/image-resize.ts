import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { assertFits, encode, encodedFields, staysAnimated, usualFormat } from './_encode.ts'
import { imageField, openImage, PIXELS_MAX, type Picture } from './_image.ts'

const SIDE_MAX = 4_096
const SCALED_SIDE_MAX = 16_384
const Fit = z.enum(['cover', 'contain', 'fill', 'inside', 'outside'])
const side = (name: string) =>
  z
    .int()
    .min(1)
    .max(SIDE_MAX)
    .optional()
    .describe(`${name} in pixels, 1 to 4096. One of both is enough.`)

export default defineTool({
  route: 'POST /api/image-resize',
  name: 'Resize image',
  description: 'Scale an image to a width or height with a chosen fit.',
  asks: [
    'resize a picture',
    'make an image smaller',
    'make the picture 800 pixels wide',
    'thumbnail',
    'photo is too big',
    'shrink a picture',
  ],
  price: '$0.003',
  uses: {},
  place: 'thread',
  input: z.object({
    image: imageField(),
    widthPx: side('Width'),
    heightPx: side('Height'),
    fit: Fit.default('inside').describe(
      'cover fills the box and crops, contain pads, fill stretches, inside and outside keep the shape.',
    ),
    format: z
      .enum(['png', 'jpeg', 'webp', 'avif'])
      .optional()
      .describe(
        'Format of the answer. Default: that of the input; else png, or webp for an animation.',
      ),
  }),
  output: z.object(encodedFields),
  examples: [
    {
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        widthPx: 64,
      },
    },
    {
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        widthPx: 32,
        heightPx: 16,
        fit: 'cover',
        format: 'webp',
      },
    },
  ],

  async run({ image, widthPx, heightPx, fit, format: asked }) {
    if (!widthPx && !heightPx) throw badInput('widthPx: give widthPx, heightPx or both')
    const picture = await openImage(image)
    const format = asked ?? usualFormat(picture)
    const animated = staysAnimated(picture, format)
    const scaled = scaledSize(picture, { widthPx, heightPx, fit })
    assertFits(format, scaled.width, scaled.height)
    if (animated && scaled.width * scaled.height * picture.frames > PIXELS_MAX)
      throw badInput('widthPx: must be smaller; so many frames do not fit at this size')
    const pipeline = picture.read({ animated }).resize({
      ...(widthPx ? { width: widthPx } : {}),
      ...(heightPx ? { height: heightPx } : {}),
      fit,
      background: format === 'jpeg' ? '#ffffff' : '#00000000',
    })
    return encode(pipeline, { format })
  },
})

interface Box {
  readonly widthPx?: number | undefined
  readonly heightPx?: number | undefined
  readonly fit: z.output<typeof Fit>
}

/** The size before cropping, which may be far larger than the box. */
function scaledSize({ width, height }: Picture, { widthPx, heightPx, fit }: Box) {
  const across = (widthPx ?? NaN) / width
  const down = (heightPx ?? NaN) / height
  const scale =
    widthPx && heightPx
      ? Math[fit === 'cover' || fit === 'outside' ? 'max' : 'min'](across, down)
      : widthPx
        ? across
        : down
  const scaled =
    fit === 'fill' && widthPx && heightPx
      ? { width: widthPx, height: heightPx }
      : { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
  if (Math.max(scaled.width, scaled.height) > SCALED_SIDE_MAX || areaOf(scaled) > PIXELS_MAX)
    throw badInput(
      `widthPx: must be smaller; with this fit the image has ${scaled.width} x ${scaled.height} pixels, ` +
        `and at most ${SCALED_SIDE_MAX} per side and ${PIXELS_MAX / 1e6} million in all are drawn`,
    )
  return scaled
}

const areaOf = ({ width, height }: { width: number; height: number }): number => width * height
