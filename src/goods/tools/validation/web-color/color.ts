import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { colorOf, colourSpaces, nearestName, rounded, screenOf, toHex } from './_colors.ts'

export default defineTool({
  route: 'POST /api/color',
  name: 'Colour converter',
  description:
    'Read any CSS colour (name, hex, rgb, hsl, hwb, lab, lch, oklab, oklch, color()) and give it ' +
    'in every space, with the nearest named colour and its luminance.',
  asks: [
    'convert rebeccapurple to oklch and cmyk',
    'nearest named colour of #6a5acd',
    'what colour is #ff8800',
    'hex to rgb',
    'lighter shade',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    color: line(100).min(1).describe('A colour in CSS, such as #639, hsl(270 50% 40%).'),
    to: z
      .enum(['all', 'hex', 'rgb', 'hsl', 'hwb', 'lab', 'oklch', 'cmyk'])
      .default('all')
      .describe('Answer only this form.'),
  }),
  output: z.object({
    hex: z.string().optional().describe('Hex, with two more digits if it is not opaque.'),
    rgb: z
      .object({ r: z.number(), g: z.number(), b: z.number() })
      .optional()
      .describe('Red, green and blue, 0 to 255.'),
    hsl: z
      .object({ h: z.number().nullable(), s: z.number(), l: z.number() })
      .optional()
      .describe('Degrees and percent; the hue of a grey is null.'),
    hwb: z.object({ h: z.number().nullable(), w: z.number(), b: z.number() }).optional(),
    lab: z
      .object({ l: z.number(), a: z.number(), b: z.number() })
      .optional()
      .describe('CIE Lab at D50, as in CSS.'),
    oklch: z.object({ l: z.number(), c: z.number(), h: z.number().nullable() }).optional(),
    cmyk: z
      .object({ c: z.number(), m: z.number(), y: z.number(), k: z.number() })
      .optional()
      .describe('Percent, by arithmetic, without an ink profile.'),
    alpha: z.number(),
    name: z.string().nullable().describe('The CSS name of exactly this colour.'),
    nearestName: z.string().describe('Nearest CSS name, by CIEDE2000.'),
    luminance: z.number().describe('Relative luminance by WCAG, 0 to 1.'),
    inGamut: z
      .boolean()
      .describe('Whether sRGB contains it. If not, hex, rgb, hsl, hwb and cmyk have less chroma.'),
  }),
  examples: [
    {
      input: { color: 'rebeccapurple' },
      output: {
        hex: '#663399',
        rgb: { r: 102, g: 51, b: 153 },
        hsl: { h: 270, s: 50, l: 40 },
        hwb: { h: 270, w: 20, b: 40 },
        lab: { l: 32.3927, a: 38.423, b: -47.6911 },
        oklch: { l: 0.440272, c: 0.160296, h: 303.372988 },
        cmyk: { c: 33.3333, m: 66.6667, y: 0, k: 40 },
        alpha: 1,
        name: 'rebeccapurple',
        nearestName: 'rebeccapurple',
        luminance: 0.074923,
        inGamut: true,
      },
    },
    { input: { color: 'oklch(70% 0.4 150)', to: 'hex' } },
  ],

  async run({ color, to }) {
    const spaces = await colourSpaces()
    const parsed = colorOf(spaces, 'color', color)
    const screen = screenOf(spaces, parsed)
    const { r, g, b } = screen
    const hsl = spaces.hsl(screen)
    const hwb = spaces.hwb(screen)
    const lab = spaces.lab(parsed)
    const oklch = spaces.oklch(parsed)
    const isGrey = percent(hsl.s) === 0
    const forms = {
      hex: toHex(spaces, screen),
      rgb: { r: byte(r), g: byte(g), b: byte(b) },
      hsl: { h: isGrey ? null : hueOf(hsl.h), s: percent(hsl.s), l: percent(hsl.l) },
      hwb: { h: isGrey ? null : hueOf(hwb.h), w: percent(hwb.w), b: percent(hwb.b) },
      lab: { l: rounded(lab.l, 4), a: rounded(lab.a, 4), b: rounded(lab.b, 4) },
      oklch: { l: rounded(oklch.l, 6), c: rounded(oklch.c, 6), h: hueOf(oklch.h) },
      cmyk: inksOf(r, g, b),
    }
    const { exact, nearest } = nearestName(spaces, screen)
    return {
      ...(to === 'all' ? forms : { [to]: forms[to] }),
      alpha: parsed.alpha ?? 1,
      name: (parsed.alpha ?? 1) === 1 && spaces.inGamut(parsed) ? exact : null,
      nearestName: nearest,
      luminance: rounded(spaces.luminance(screen), 6),
      inGamut: spaces.inGamut(parsed),
    }
  },
})

const byte = (value: number): number => rounded(value * 255, 4)
const percent = (value: number): number => rounded(value * 100, 4)

const hueOf = (hue: number | undefined): number | null =>
  hue === undefined ? null : rounded(hue, 6) % 360

function inksOf(r: number, g: number, b: number) {
  const light = Math.max(r, g, b)
  const ink = (value: number) => (light === 0 ? 0 : rounded(((light - value) / light) * 100, 4))
  return { c: ink(r), m: ink(g), y: ink(b), k: rounded((1 - light) * 100, 4) }
}
