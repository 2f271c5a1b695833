import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { CHECK_SCHEMES } from '../../../../engines/numbers/check-digits.ts'
import { asBase64, asSvg, pictureFields } from './_picture.ts'

const CHARACTERS_MAX = 2_000
/** Pixels of a picture; a larger picture takes seconds and is not needed. */
const PIXELS_MAX = 16_000_000

const Symbology = z.enum([
  'code128',
  'ean13',
  'ean8',
  'upca',
  'code39',
  'itf14',
  'datamatrix',
  'pdf417',
  'azteccode',
  'gs1-128',
])
type Symbology = z.output<typeof Symbology>

/** What is a number with a check digit: its length with it. */
const NUMBERS: Readonly<Partial<Record<Symbology, number>>> = {
  ean13: 13,
  ean8: 8,
  upca: 12,
  itf14: 14,
}

/** Two-dimensional: their height follows from their width. */
const SQUARE = new Set<Symbology>(['datamatrix', 'pdf417', 'azteccode'])
const MODULES_AROUND = 10

export default defineTool({
  route: 'POST /api/barcode',
  name: 'Barcode',
  description:
    'Bar code as PNG or SVG: Code 128, EAN-13, EAN-8, UPC-A, Code 39, ITF-14, GS1-128, Data Matrix, PDF417 or Aztec; check digits are added.',
  asks: [
    'draw an EAN-13 bar code',
    'create a Data Matrix or Code 128 bar code as PNG',
    'label for a product to print',
    'EAN picture',
    'Code 128',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    text: z
      .string()
      .min(1)
      .max(CHARACTERS_MAX)
      .describe(
        'Text to encode. EAN, UPC, ITF: digits, with or without the check digit. GS1: (01)... form.',
      ),
    symbology: Symbology.describe('Kind of bar code.'),
    scale: z.int().min(1).max(10).default(3).describe('Pixels of the narrowest bar, 1 to 10.'),
    height: z.int().min(2).max(100).default(10).describe('Height of the bars in mm, 2 to 100.'),
    showText: z.boolean().default(true).describe('Whether the text stands below the bars.'),
    format: z.enum(['png', 'svg']).default('png').describe('Format of the picture.'),
  }),
  output: z.object({
    ...pictureFields,
    text: z.string().describe('Encoded text, with the check digit.'),
  }),
  examples: [
    { input: { text: '5901234123457', symbology: 'ean13' } },
    { input: { text: 'FX-2026', symbology: 'code128', format: 'svg' } },
  ],

  async run({ text, symbology, scale, height, showText, format }) {
    const whole = withCheck(text, symbology)
    const { default: bwip } = await import('bwip-js/node')
    const isSquare = SQUARE.has(symbology)
    const options = {
      bcid: symbology,
      text: whole,
      scale,
      ...(isSquare ? {} : { height, includetext: showText, textxalign: 'center' as const }),
      // Scanners need light around and behind the bars.
      backgroundcolor: 'FFFFFF',
      padding: MODULES_AROUND,
    }
    const svg = drawn(() => bwip.toSVG(options))
    assertSize(svg)
    if (format === 'svg') return { ...asSvg(svg.trim()), text: whole }
    const png = await bwip.toBuffer(options)
    return { ...asBase64(png, 'image/png'), text: whole }
  },
})

function withCheck(text: string, symbology: Symbology): string {
  const length = NUMBERS[symbology]
  if (length === undefined) return text
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits) || (digits.length !== length && digits.length !== length - 1))
    throw badInput(`text: of ${symbology} must be ${length - 1} or ${length} digits`)
  const payload = digits.slice(0, length - 1)
  const whole = payload + CHECK_SCHEMES.ean.checkOf(payload)
  if (digits.length === length && digits !== whole)
    throw badInput(`text: ends with the wrong check digit, must end with ${whole.at(-1)}`)
  return whole
}

/** The library says what is wrong in its own codes, such as `bwipp.code39badCharacter`. */
function drawn(draw: () => string): string {
  try {
    return draw()
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown)
    const reason = /^(?:bwipp\.\w+#?\d*|Error)?:? ?(.*)$/s.exec(said)?.[1] ?? ''
    throw badInput(`text: does not fit this kind of bar code: ${reason.slice(0, 200)}`)
  }
}

function assertSize(svg: string): void {
  const [, width = '0', height = '0'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  if (Number(width) * Number(height) > PIXELS_MAX)
    throw badInput('scale: must be smaller for a text of this length')
}
