import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { averageOf, paletteOf, swatchesOf } from './_colours.ts'
import { imageField, openImage, pixelsOf } from './_image.ts'

const SAMPLE_SIDE = 128
const hex = () => z.string().regex(/^#[0-9a-f]{6}$/)

export default defineTool({
  route: 'POST /api/image-palette',
  name: 'Image palette',
  description: 'Dominant colours of an image with their share.',
  asks: [
    'dominant colors of a picture',
    'get a color palette from a photo',
    'main colours of a photo',
    'colours that fit my logo',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    image: imageField(),
    colors: z
      .int()
      .min(1)
      .max(16)
      .default(5)
      .describe('Most colours, 1 to 16; similar colours count as one.'),
  }),
  output: z.object({
    dominant: hex().describe('The colour with the largest share.'),
    palette: z.array(z.object({ hex: hex(), ratio: z.number().min(0).max(1) })),
    averageHex: hex().describe('The mean of all pixels.'),
  }),
  examples: [
    {
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        colors: 3,
      },
      output: {
        dominant: '#00ff00',
        palette: [{ hex: '#00ff00', ratio: 1 }],
        averageHex: '#00ff00',
      },
    },
  ],

  async run({ image, colors }) {
    const picture = await openImage(image)
    // Nearest-neighbour sampling: existing colours, none mixed from neighbours.
    const sample = picture.read().resize({
      width: SAMPLE_SIDE,
      height: SAMPLE_SIDE,
      fit: 'inside',
      kernel: 'nearest',
      fastShrinkOnLoad: false,
      withoutEnlargement: true,
    })
    const swatches = swatchesOf((await pixelsOf('image', sample)).data)
    if (swatches.length === 0)
      throw badInput('image: must not be fully transparent, because then it has no colours')
    const palette = paletteOf(swatches, colors)
    return { dominant: palette[0]!.hex, palette, averageHex: averageOf(swatches) }
  },
})
