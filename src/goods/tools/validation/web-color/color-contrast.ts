import type { Color, Rgb } from 'culori'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { colorOf, colourSpaces, rounded, screenOf, type ColourSpaces } from './_colors.ts'

const AA = 4.5
const AAA = 7
const AA_LARGE = 3

export default defineTool({
  route: 'POST /api/color-contrast',
  name: 'Colour contrast',
  description:
    'Contrast of text and background by WCAG 2.2 (AA, AAA), the nearest colour that passes, and ' +
    'how both look to people who see colours otherwise.',
  asks: [
    'WCAG contrast of grey text on a white background',
    'nearest text colour that passes WCAG AA',
    'can everybody read grey on white',
    'accessible colours',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    foreground: line(100).min(1).describe('Colour of the text, in CSS.'),
    background: line(100)
      .min(1)
      .describe('Colour behind the text; if it is not opaque, over white.'),
    largeText: z
      .boolean()
      .default(false)
      .describe(
        'Whether the text has at least 18 pt, or 14 pt bold: then 3 is enough for AA, and 4.5 for AAA.',
      ),
    suggest: z
      .boolean()
      .default(true)
      .describe('Whether to find the nearest colour that passes AA.'),
  }),
  output: z.object({
    ratio: z.number().describe('1 to 21, cut after two places, so that 4.499 does not read 4.5.'),
    aa: z.boolean(),
    aaa: z.boolean(),
    suggested: z
      .string()
      .nullable()
      .describe(
        'The foreground, lighter or darker, that passes AA; null if it already does, or none can.',
      ),
    blindness: z
      .record(
        z.enum(['protan', 'deutan', 'tritan']),
        z.object({ foreground: z.string(), background: z.string(), ratio: z.number() }),
      )
      .describe('Colours as seen without red, green or blue cones.'),
  }),
  examples: [
    {
      input: { foreground: '#777777', background: '#ffffff' },
      output: {
        ratio: 4.47,
        aa: false,
        aaa: false,
        suggested: '#767676',
        blindness: {
          protan: { foreground: '#777777', background: '#ffffff', ratio: 4.47 },
          deutan: { foreground: '#777777', background: '#ffffff', ratio: 4.47 },
          tritan: { foreground: '#777777', background: '#ffffff', ratio: 4.47 },
        },
      },
    },
    { input: { foreground: 'white', background: 'oklch(70% 0.15 230)', largeText: true } },
  ],

  async run({ foreground, background, largeText, suggest }) {
    const css = await colourSpaces()
    const back = over(screenOf(css, colorOf(css, 'background', background)), WHITE)
    const front = over(screenOf(css, colorOf(css, 'foreground', foreground)), back)
    const ratio = css.contrast(front, back)
    const enough = largeText ? AA_LARGE : AA
    return {
      ratio: cut(ratio),
      aa: ratio >= enough,
      aaa: ratio >= (largeText ? AA : AAA),
      suggested: suggest && ratio < enough ? suggestion(css, front, back, enough) : null,
      blindness: {
        protan: seen(css, css.deficiencies.protan, front, back),
        deutan: seen(css, css.deficiencies.deutan, front, back),
        tritan: seen(css, css.deficiencies.tritan, front, back),
      },
    }
  },
})

const WHITE: Rgb = { mode: 'rgb', r: 1, g: 1, b: 1 }

const cut = (ratio: number): number => Math.floor(rounded(ratio, 9) * 100) / 100

/** The visible colour when one is over the other. */
function over(top: Rgb, below: Rgb): Rgb {
  const alpha = top.alpha ?? 1
  const mix = (a: number, b: number) => a * alpha + b * (1 - alpha)
  return {
    mode: 'rgb',
    r: mix(top.r, below.r),
    g: mix(top.g, below.g),
    b: mix(top.b, below.b),
  }
}

function seen(css: ColourSpaces, filter: (color: Color) => Color, front: Rgb, back: Rgb) {
  const [foreground, background] = [screenOf(css, filter(front)), screenOf(css, filter(back))]
  return {
    foreground: css.hex(foreground),
    background: css.hex(background),
    ratio: cut(css.contrast(foreground, background)),
  }
}

const STEPS = 1_000

/** The same hue, with the smallest change of lightness that is enough, up or down. */
function suggestion(css: ColourSpaces, front: Rgb, back: Rgb, enough: number): string | null {
  const { l, c, h } = css.oklch(front)
  for (let step = 1; step <= STEPS; step += 1) {
    const away = step / STEPS
    for (const lightness of [l - away, l + away]) {
      if (lightness < 0 || lightness > 1) continue
      const color: Color = { mode: 'oklch', l: lightness, c, ...(h !== undefined && { h }) }
      const hex = css.hex(screenOf(css, color))
      const shown = css.parse(hex)
      if (shown && css.contrast(shown, back) >= enough) return hex
    }
  }
  return null
}
