import type { Sharp } from 'sharp'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { encode, encodedFields } from './_encode.ts'
import { loadSharp, openBytes, SECONDS_MAX } from './_image.ts'
import { readSvg } from './_svg.ts'

const HEIGHT_MAX = 16_383
const PIXELS_MAX = 16_777_216
/** In elements as large as a million pixels: some seconds. */
const COST_MAX = 16_000
/** Smallest cost of a drawing, however small its canvas. */
const MEGAPIXELS_MIN = 0.1
const DENSITY = 72
const DENSITY_MAX = 100_000

export default defineTool({
  route: 'POST /api/svg-render',
  name: 'SVG render',
  description: 'Draw an SVG document to a PNG, WebP or JPEG picture.',
  asks: ['convert SVG to PNG', 'rasterize a vector graphic'],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    svg: z
      .string()
      .max(500_000)
      .describe('The document, at most 500,000 characters; nothing outside it is fetched.'),
    widthPx: z
      .int()
      .min(16)
      .max(4_096)
      .default(800)
      .describe('Width in pixels, 16 to 4096; the height follows from the shape.'),
    background: z
      .string()
      .max(64)
      .optional()
      .describe('CSS colour behind the drawing. Default: none, or white in a JPEG.'),
    format: z.enum(['png', 'webp', 'jpeg']).default('png').describe('Kind of picture.'),
  }),
  output: z.object(encodedFields),
  examples: [
    { input: { svg: "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>" } },
    {
      input: {
        svg: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 120 40'><text x='10' y='28' font-size='24'>Hello</text></svg>",
        widthPx: 240,
        background: '#ffffff',
        format: 'webp',
      },
    },
  ],

  async run({ svg, widthPx, background, format }) {
    const bytes = Buffer.from(svg)
    const { embedded, cost } = await readSvg(svg)
    for (const picture of embedded) await assertDrawable(picture)
    const natural = await sizeOf(bytes)
    const heightPx = Math.max(1, Math.round((natural.height * widthPx) / natural.width))
    assertAffordable({ widthPx, heightPx, cost })
    const density = Math.min(DENSITY_MAX, Math.max(1, (DENSITY * widthPx) / natural.width))
    const sharp = await loadSharp()
    const drawn = sharp(bytes, { density, limitInputPixels: 2 * PIXELS_MAX })
      .resize(widthPx, heightPx, { fit: 'fill' })
      .timeout({ seconds: SECONDS_MAX })
    return encode(painted(drawn, background), { format, field: 'svg' })
  },
})

async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp()
  const told = sharp(bytes, { density: DENSITY, limitInputPixels: false }).metadata()
  const { format, width, height } = await told.catch(() => {
    throw badInput(
      'svg: must be well-formed XML with a size of at most 32767, or it cannot be drawn',
    )
  })
  if (format !== 'svg') throw badInput('svg: is not an SVG document')
  return { width, height }
}

/** An embedded picture is as dangerous as any other. */
const assertDrawable = (url: string) =>
  openBytes(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'), {
    field: 'svg: a picture in it',
    pixelsMax: PIXELS_MAX,
  })

interface Work {
  readonly widthPx: number
  readonly heightPx: number
  readonly cost: number
}

function assertAffordable({ widthPx, heightPx, cost }: Work): void {
  const pixels = widthPx * heightPx
  if (heightPx > HEIGHT_MAX || pixels > PIXELS_MAX)
    throw badInput(
      `widthPx: makes ${widthPx} x ${heightPx} pixels, but at most ${HEIGHT_MAX} ` +
        'per side and 16.7 million in all are drawn',
    )
  if (cost * Math.max(MEGAPIXELS_MIN, pixels / 1e6) > COST_MAX)
    throw badInput(
      'svg: must hold less to draw at this size; take a smaller widthPx, or send fewer ' +
        'elements, references and filters',
    )
}

function painted(drawn: Sharp, background: string | undefined): Sharp {
  if (background === undefined) return drawn
  try {
    return drawn.flatten({ background })
  } catch {
    throw badInput('background: must be a CSS colour such as #ffffff, white or rgb(0,0,0)')
  }
}
