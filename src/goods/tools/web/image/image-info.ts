import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { imageField, openImage } from './_image.ts'

export default defineTool({
  route: 'POST /api/image-info',
  name: 'Image information',
  description: 'Format, size, colour channels, density and orientation of an image.',
  asks: [
    'dimensions of an image',
    'how many pixels and what format is this picture',
    'how many pixels has the picture',
    'resolution',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({ image: imageField() }),
  output: z.object({
    format: z.enum(['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff']),
    width: z.int().describe('Width in pixels as shown, after `orientation` is applied.'),
    height: z.int(),
    channels: z
      .int()
      .describe('Number of channels: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA or CMYK.'),
    hasAlpha: z.boolean(),
    densityDpi: z.int().describe('Pixels per inch; 72 if the file does not say.'),
    orientation: z.int().min(1).max(8).describe('EXIF orientation; 1 (upright) if it is missing.'),
    bytes: z.int().describe('Size of the file.'),
    animatedFrames: z.int().describe('Number of frames; 1 for a still image.'),
  }),
  examples: [
    {
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
      output: {
        format: 'png',
        width: 1,
        height: 1,
        channels: 4,
        hasAlpha: true,
        densityDpi: 72,
        orientation: 1,
        bytes: 70,
        animatedFrames: 1,
      },
    },
  ],

  async run({ image }) {
    const { format, width, height, metadata, frames, bytes } = await openImage(image)
    const { channels, hasAlpha, density, orientation = 1 } = metadata
    return {
      format,
      width,
      height,
      channels,
      hasAlpha,
      densityDpi: Math.round(density ?? 72),
      orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
      bytes: bytes.length,
      animatedFrames: frames,
    }
  },
})
