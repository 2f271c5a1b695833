import type { QRCode } from 'qrcode'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { asBase64, asSvg, colour, pictureFields } from './_picture.ts'

const CHARACTERS_MAX = 2_900

const Input = z.object({
  text: z.string().min(1).max(CHARACTERS_MAX).describe('Text to encode, 1 to 2900 characters.'),
  format: z
    .enum(['png', 'svg', 'text'])
    .default('png')
    .describe('Format of the code. text: blocks for a terminal.'),
  sizePx: z.int().min(64).max(2_000).default(300).describe('Width and height, 64 to 2000 pixels.'),
  level: z
    .enum(['L', 'M', 'Q', 'H'])
    .default('M')
    .describe('Error correction, the share that may be damaged: L 7 %, M 15 %, Q 25 %, H 30 %.'),
  margin: z.int().min(0).max(20).default(4).describe('Quiet border in modules; readers need 4.'),
  dark: colour().default('#000000').describe('Colour of the modules.'),
  light: colour()
    .default('#ffffff')
    .describe('Colour behind the modules; #ffffff00 is transparent.'),
})

export default defineTool({
  route: 'POST /api/qr',
  name: 'QR code',
  description: 'QR code of a text or link as PNG, SVG or blocks for a terminal.',
  asks: [
    'make a QR code for my link',
    'QR code as SVG or PNG',
    'code to scan with a phone that opens my web page',
    'wifi code for guests',
    'QR for a menu',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: Input,
  output: z.object({
    ...pictureFields,
    text: z.string().nullable().describe('Blocks; null unless the format is text.'),
    version: z.int().describe('Size of the code, 1 (21 modules wide) to 40 (177).'),
  }),
  examples: [
    { input: { text: 'https://example.com' } },
    { input: { text: 'hello', format: 'text', margin: 1 } },
  ],

  async run(input) {
    const { default: qrcode } = await import('qrcode')
    const { text, format, level, margin } = input
    const code = makeOrRefuse(() => qrcode.create(text, { errorCorrectionLevel: level }))
    const { version } = code
    assertRoom(code, input)
    const options = {
      errorCorrectionLevel: level,
      margin,
      width: input.sizePx,
      color: { dark: input.dark, light: input.light },
    }
    if (format === 'text')
      return {
        base64: null,
        svg: null,
        contentType: 'text/plain',
        text: blocks(code, margin),
        version,
      }
    if (format === 'svg') {
      const svg = await qrcode.toString(text, { ...options, type: 'svg' })
      return { ...asSvg(svg.trim()), text: null, version }
    }
    const png = await qrcode.toBuffer(text, { ...options, type: 'png' })
    return { ...asBase64(png, 'image/png'), text: null, version }
  },
})

function makeOrRefuse(make: () => QRCode): QRCode {
  try {
    return make()
  } catch {
    throw badInput('text: is too long for a QR code of this level; must be shorter, or level L')
  }
}

/** The library would draw it larger than asked for. */
function assertRoom({ modules }: QRCode, { format, margin, sizePx }: z.output<typeof Input>): void {
  const least = modules.size + 2 * margin
  if (format === 'png' && sizePx < least)
    throw badInput(`sizePx: must be at least ${least} for this text, one pixel for each module`)
}

/** Two modules in a character, dark on light as on paper. */
function blocks({ modules }: QRCode, margin: number): string {
  const { size, data } = modules
  const isDark = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < size && column < size && data[row * size + column] === 1
  const lines: string[] = []
  for (let row = -margin; row < size + margin; row += 2) {
    let line = ''
    for (let column = -margin; column < size + margin; column += 1) {
      const [upper, lower] = [isDark(row, column), isDark(row + 1, column)]
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' '
    }
    lines.push(line)
  }
  return lines.join('\n')
}
