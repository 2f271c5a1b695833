import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { assertFits, encode, encodedFields, usualFormat } from './_encode.ts'
import { imageField, openImage, type Picture } from './_image.ts'

const COORDINATE_MAX = 65_535

export default defineTool({
  route: 'POST /api/image-crop',
  name: 'Crop image',
  description: 'Cut a rectangle out of an image, with optional turn and mirror.',
  asks: [
    'crop a picture',
    'cut out part of an image',
    'cut out the face',
    'trim the edges of a picture',
    'rotate a photo',
    'square profile picture',
  ],
  price: '$0.003',
  uses: {},
  place: 'thread',
  input: z.object({
    image: imageField(),
    leftPx: z
      .int()
      .min(0)
      .max(COORDINATE_MAX)
      .describe('Left edge, in pixels of the upright image.'),
    topPx: z.int().min(0).max(COORDINATE_MAX).describe('Top edge, in pixels of the upright image.'),
    widthPx: z
      .int()
      .min(1)
      .max(COORDINATE_MAX)
      .describe('Width in pixels; the rectangle must lie inside the image.'),
    heightPx: z
      .int()
      .min(1)
      .max(COORDINATE_MAX)
      .describe('Height in pixels; the rectangle must lie inside the image.'),
    rotateDeg: z
      .int()
      .min(-360)
      .max(360)
      .default(0)
      .describe(
        'Clockwise rotation of the rectangle; new corners are transparent, or white in a JPEG.',
      ),
    flip: z
      .enum(['none', 'horizontal', 'vertical'])
      .default('none')
      .describe('Mirroring after the rotation: horizontal swaps left and right.'),
  }),
  output: z.object(encodedFields),
  examples: [
    {
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        leftPx: 0,
        topPx: 0,
        widthPx: 1,
        heightPx: 1,
      },
    },
  ],

  async run({ image, leftPx, topPx, widthPx, heightPx, rotateDeg, flip }) {
    const picture = await openImage(image)
    assertInside(picture, { leftPx, topPx, widthPx, heightPx })
    const format = usualFormat(picture)
    assertFits(format, widthPx, heightPx)
    const cut = picture
      .read()
      .extract({ left: leftPx, top: topPx, width: widthPx, height: heightPx })
    // The library mirrors first. Rotating and then mirroring equals mirroring and then rotating
    // back.
    const mirrored = flip === 'horizontal' ? cut.flop() : flip === 'vertical' ? cut.flip() : cut
    const turn = flip === 'none' ? rotateDeg : -rotateDeg
    const background = format === 'jpeg' ? '#ffffff' : '#00000000'
    return encode(turn === 0 ? mirrored : mirrored.rotate(turn, { background }), { format })
  },
})

interface Rectangle {
  readonly leftPx: number
  readonly topPx: number
  readonly widthPx: number
  readonly heightPx: number
}

function assertInside({ width, height }: Picture, cut: Rectangle): void {
  if (cut.leftPx + cut.widthPx > width)
    throw badInput(
      `widthPx: must end inside the image, but the rectangle ends at ${cut.leftPx + cut.widthPx} of ${width} px`,
    )
  if (cut.topPx + cut.heightPx > height)
    throw badInput(
      `heightPx: must end inside the image, but the rectangle ends at ${cut.topPx + cut.heightPx} of ${height} px`,
    )
}
