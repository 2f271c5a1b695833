import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { assertFits, encode, encodedFields, staysAnimated } from './_encode.ts'
import { imageField, openImage } from './_image.ts'

export default defineTool({
  route: 'POST /api/image-convert',
  name: 'Convert image',
  description: 'Change image format and quality; metadata stripped unless kept.',
  asks: [
    'convert PNG to WebP',
    'change a photo to JPEG',
    'HEIC to JPG',
    'make a photo smaller in bytes',
    'other picture format',
  ],
  price: '$0.003',
  uses: {},
  place: 'thread',
  input: z.object({
    image: imageField(),
    format: z
      .enum(['png', 'jpeg', 'webp', 'avif', 'gif', 'tiff'])
      .describe(
        'Format of the answer. An animation stays animated in webp and gif; other formats get its first frame.',
      ),
    quality: z
      .int()
      .min(1)
      .max(100)
      .default(80)
      .describe('Quality 1 to 100, for jpeg, webp and avif; the other formats are lossless.'),
    stripMetadata: z
      .boolean()
      .default(true)
      .describe('Whether to leave out EXIF, location, XMP and colour profile.'),
  }),
  output: z.object({
    ...encodedFields,
    savedPct: z.number().describe('Bytes saved in percent of the original; negative if it grew.'),
  }),
  examples: [
    {
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        format: 'webp',
      },
    },
    {
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        format: 'jpeg',
        quality: 60,
        stripMetadata: false,
      },
    },
  ],

  async run({ image, format, quality, stripMetadata }) {
    const picture = await openImage(image)
    const animated = staysAnimated(picture, format)
    assertFits(format, picture.width, picture.height, animated ? picture.frames : 1)
    const pipeline = picture.read({ animated })
    const encoded = await encode(stripMetadata ? pipeline : pipeline.keepMetadata(), {
      format,
      quality,
    })
    const savedPct = Math.round((1 - encoded.bytes / picture.bytes.length) * 1_000) / 10
    return { ...encoded, savedPct }
  },
})
