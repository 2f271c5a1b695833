import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { asBase64, asSvg, colour, pictureFields } from './_picture.ts'

const SIDE_MAX = 4_000
const LABEL_MAX = 200
/** Mean width of a character against its height, in the fonts that are at hand. */
const CHARACTER_WIDTH = 0.62

const side = (what: string) =>
  z.int().min(1).max(SIDE_MAX).describe(`${what} in pixels, 1 to ${SIDE_MAX}.`)

export default defineTool({
  route: 'GET /api/placeholder-image',
  name: 'Placeholder image',
  description: 'Labelled placeholder picture of exact size and colours as SVG, PNG or WebP.',
  asks: [
    'placeholder picture of 300 by 200',
    'grey placeholder image with its size as label',
    'grey box with the size on it',
    'dummy picture for a mock-up',
    'stand-in image',
  ],
  price: '$0.001',
  uses: {},
  place: ({ format }) => (format === 'svg' ? 'here' : 'thread'),
  input: z.object({
    widthPx: side('Width'),
    heightPx: side('Height'),
    text: line(LABEL_MAX).optional().describe('The label; by default the size, such as 300 x 200.'),
    background: colour().default('#cccccc').describe('Colour of the picture.'),
    color: colour().default('#555555').describe('Colour of the label.'),
    format: z.enum(['svg', 'png', 'webp']).default('svg').describe('Format of the picture.'),
  }),
  output: z.object(pictureFields),
  examples: [
    {
      input: { widthPx: 300, heightPx: 200 },
      output: {
        base64: null,
        svg:
          '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200">' +
          '<rect width="100%" height="100%" fill="#cccccc"/><text x="50%" y="50%" dy="0.35em" ' +
          'text-anchor="middle" font-family="sans-serif" font-size="43" fill="#555555">' +
          '300 × 200</text></svg>',
        contentType: 'image/svg+xml',
      },
    },
    { input: { widthPx: 64, heightPx: 64, text: 'A', format: 'png' } },
  ],

  async run({ widthPx, heightPx, text, background, color, format }) {
    const label = text ?? `${widthPx} × ${heightPx}`
    const svg = drawing({ widthPx, heightPx, label, background, color })
    if (format === 'svg') return asSvg(svg)
    const { default: sharp } = await import('sharp')
    const picture = sharp(Buffer.from(svg))
    const bytes = await (format === 'png' ? picture.png() : picture.webp()).toBuffer()
    return asBase64(bytes, `image/${format}`)
  },
})

interface Label {
  readonly widthPx: number
  readonly heightPx: number
  readonly label: string
  readonly background: string
  readonly color: string
}

function drawing({ widthPx, heightPx, label, background, color }: Label): string {
  const characters = Math.max(1, Array.from(label).length)
  const fitting = (widthPx * 0.8) / (characters * CHARACTER_WIDTH)
  const size = Math.max(1, Math.floor(Math.min(fitting, heightPx * 0.4)))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" ` +
    `viewBox="0 0 ${widthPx} ${heightPx}"><rect width="100%" height="100%" fill="${background}"/>` +
    `<text x="50%" y="50%" dy="0.35em" text-anchor="middle" font-family="sans-serif" ` +
    `font-size="${size}" fill="${color}">${escaped(label)}</text></svg>`
  )
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (one) => ENTITIES[one] ?? '')
