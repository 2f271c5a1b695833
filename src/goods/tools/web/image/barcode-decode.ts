import type { ReadResult } from 'zxing-wasm/reader'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { packageFile } from '../../../../base/lib/package-file.ts'
import { imageField, openImage, pixelsOf } from './_image.ts'

/** Larger images are searched at this size, in about a second at worst. */
const SIDE_MAX = 3_000
const CODES_MAX = 100

const Point = z.object({ x: z.int(), y: z.int() })

export default defineTool({
  route: 'POST /api/barcode-decode',
  name: 'Barcode decode',
  description: 'Read QR, Data Matrix, EAN, Code 128 and other codes in an image.',
  asks: [
    'read a QR code from an image',
    'decode a barcode picture',
    'read a QR code from a photo',
    'what does this bar code say',
    'scan a code',
  ],
  price: '$0.003',
  uses: {},
  place: 'thread',
  input: z.object({
    image: imageField(),
    formats: z
      .array(z.string().max(40))
      .max(40)
      .optional()
      .describe('Kinds to look for, such as QRCode, DataMatrix, EAN13, Code128. Default: all.'),
  }),
  output: z.object({
    codes: z.array(
      z.object({
        format: z.string(),
        text: z.string(),
        points: z
          .array(Point)
          .describe(
            'Corners in pixels of the upright image, beginning with the top left of the code.',
          ),
      }),
    ),
    count: z.int(),
  }),
  examples: [
    {
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAADoAAAA6CAYAAADhu0ooAAAAAklEQVR4AewaftIAAAJ8SURBVOXBQU7oOBQAwe4o979yD29nIRPyGVi5yj5wgItDXBzi4hA3n6j8RMUTlZ2KlcqoGCo/UbG6OMTNFyreUHmiMipWKkPljYo3VHYuDnHzDZWdih2VVcVQGRWjYqiMijdUdiqeXBzi5o9UrCpWKiuVUfEXLg5x80dUVhU7FSuVUfGbLg5x842Kn6hYqYyKUTFUVhVPKn7i4hA3X1D5DSqjYqiMilXFUBkVK5X/4+IQN59U/KaKVcW/qPgNF4ewDyxURsVQeaPiDZVR8YbKGxVPLg5x80nFUBkVK5VVxUplVAyVVcVQGRU7KqNiqIyKHZVRsXNxiJtPVFYqOxVDZVSsVEbFE5Wdiicqo2KlMipWF4e4+UbFUFmpjIqdiqGyqlhVDJUdlZ2KVcVQ2bk4hH1gQ2WnYqUyKp6orCqGyqpiqKwqhsqoGCo7FauLQ9gHFipvVOyojIqhMireUBkVK5VRMVRGxVAZFTsXh7j5QsUbKquKHZVVxUplVKxUVipPVEbF6uIQNy+pjIpVxVDZqRgqo2KlslJ5o2JVMVR2Lg5x8w2VUbFSWVUMlX9RsVL5FyqjYlTsXBzCPvCLVFYVK5U3KnZUVhVvXBzi5hOVn6gYFU8qhsqqYqisVEbFqmKo7FSsLg5x84WKN1RWKquKlcqq4knFjsqoGCqjYufiEDffUNmpeENlVKwqhsqOypOKoTIqhsqoWF0c4uaPVOxUrCqGyqgYKquKoTJUVipPLg5x80dUnlQ8qdipGCqriqGyc3GIm29U/IuKHZVRsVIZFUNlVTFUdireuDjEzRdUfkJlVfGkYlUxVIbKE5U3Lg5hHzjAxSEuDnFxiP8ARpibbLBcXOUAAAAASUVORK5CYII=',
      },
    },
  ],

  async run({ image, formats }) {
    const { READABLE_BARCODE_FORMATS, prepareZXingModule, readBarcodes } =
      await import('zxing-wasm/reader')
    const wanted = (formats ?? []).map((name) => known(name, READABLE_BARCODE_FORMATS))
    const picture = await openImage(image)
    const sides = { width: SIDE_MAX, height: SIDE_MAX, fit: 'inside' } as const
    const pipeline = picture
      .read()
      .resize({ ...sides, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
    const { data, width, height } = await pixelsOf('image', pipeline)
    const file = await packageFile('zxing-wasm/reader/zxing_reader.wasm')
    const wasmBinary = Uint8Array.from(file).buffer
    prepareZXingModule({ overrides: { wasmBinary } })
    const results = await readBarcodes(
      { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' },
      { formats: wanted, maxNumberOfSymbols: CODES_MAX, tryHarder: true },
    )
    const scale = picture.width / width
    const codes = results.map((result) => codeOf(result, scale))
    return { codes, count: codes.length }
  },
})

function codeOf({ format, text, position }: ReadResult, scale: number) {
  const { topLeft, topRight, bottomRight, bottomLeft } = position
  const points = [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => ({
    x: Math.round(x * scale),
    y: Math.round(y * scale),
  }))
  return { format, text: text.toWellFormed(), points }
}

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Spellings such as `qr-code` and `EAN-13` are accepted too. */
function known<Name extends string>(name: string, all: readonly Name[]): Name {
  const found = all.find((each) => bare(each) === bare(name))
  if (!found) throw badInput(`formats: ${name} is not known; allowed are ${all.join(', ')}`)
  return found
}
