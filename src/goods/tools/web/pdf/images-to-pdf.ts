import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { decoding, openImage, type Picture } from '../image/_image.ts'
import { pdfAnswer, madePdf } from './_made.ts'

const IMAGES_MAX = 50
const CHARACTERS_MAX = Math.ceil((8 * MB * 4) / 3) + 4 * IMAGES_MAX
const PIXELS_MAX = 60_000_000
const POINTS_A_PIXEL = 72 / 96
const POINTS_A_MM = 72 / 25.4
const SIZES = { A4: [595.28, 841.89], Letter: [612, 792] } as const

export default defineTool({
  route: 'POST /api/images-to-pdf',
  name: 'Images to PDF',
  description: 'Pictures (PNG, JPEG, WebP, GIF, AVIF, TIFF) as one PDF, one picture to a page.',
  asks: [
    'photos into one pdf',
    'jpg images to pdf',
    'scanned photos into one PDF',
    'pictures as a document',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    images: z
      .array(base64(8 * MB))
      .min(1)
      .max(IMAGES_MAX)
      .refine((all) => all.reduce((sum, one) => sum + one.length, 0) <= CHARACTERS_MAX, {
        error: 'must hold at most 8 MB together',
      })
      .describe('1 to 50 pictures as Base64, 8 MB and 60 million pixels together.'),
    format: z
      .enum(['fit', 'A4', 'Letter'])
      .default('fit')
      .describe('fit makes each page as large as its picture at 96 dots an inch.'),
    marginMm: z
      .number()
      .min(0)
      .max(50)
      .default(0)
      .describe('White margin in millimetres, 0 to 50.'),
  }),
  output: madePdf(),
  examples: [
    {
      input: {
        images: [
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        ],
      },
    },
  ],

  async run({ images, format, marginMm }) {
    const { PDFDocument } = await import('@cantoo/pdf-lib')
    const pdf = await PDFDocument.create({ updateMetadata: false })
    const margin = marginMm * POINTS_A_MM
    let pixels = 0
    for (const [at, encoded] of images.entries()) {
      const picture = await openImage(encoded, { field: `images.${at}` })
      pixels += picture.width * picture.height
      if (pixels > PIXELS_MAX)
        throw badInput(`images: must have at most ${PIXELS_MAX} pixels together`)
      const image = isAsShown(picture)
        ? await pdf.embedJpg(picture.bytes)
        : await pdf.embedPng(await pngOf(`images.${at}`, picture))
      const natural = [picture.width * POINTS_A_PIXEL, picture.height * POINTS_A_PIXEL] as const
      const [width, height] =
        format === 'fit'
          ? [natural[0] + 2 * margin, natural[1] + 2 * margin]
          : turned(SIZES[format], natural)
      const scale = Math.min((width - 2 * margin) / natural[0], (height - 2 * margin) / natural[1])
      const [drawnWidth, drawnHeight] = [natural[0] * scale, natural[1] * scale]
      const place = { x: (width - drawnWidth) / 2, y: (height - drawnHeight) / 2 }
      pdf
        .addPage([width, height])
        .drawImage(image, { ...place, width: drawnWidth, height: drawnHeight })
    }
    return pdfAnswer('images', pdf)
  },
})

const pngOf = (field: string, picture: Picture): Promise<Buffer> =>
  decoding(field, () => picture.read().toColourspace('srgb').png().toBuffer())

/** A JPEG that needs no rotation is embedded as it is, without loss. */
const isAsShown = ({ format, metadata }: Picture): boolean =>
  format === 'jpeg' && (metadata.orientation ?? 1) === 1 && metadata.space !== 'cmyk'

/** The page is in landscape if the picture is. */
const turned = (
  [short, long]: readonly [number, number],
  [width, height]: readonly [number, number],
): readonly [number, number] => (width > height ? [long, short] : [short, long])
