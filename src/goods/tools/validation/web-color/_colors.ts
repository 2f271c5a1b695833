import type { Color, Hsl, Hwb, Lab, Oklch, Rgb } from 'culori'
import { badInput } from '../../../../base/core/fault.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { lazily } from '../../../../base/lib/lazily.ts'

/** Colours of CSS Color 4, with only the spaces that its forms need. */
export interface ColourSpaces {
  parse(text: string): Color | undefined
  channelsOf(mode: Color['mode']): readonly string[]
  rgb(color: Color): Rgb
  hsl(color: Color): Hsl
  hwb(color: Color): Hwb
  lab(color: Color): Lab
  oklch(color: Color): Oklch
  /** In sRGB, with reduced chroma if necessary. */
  mapped(color: Color): Rgb
  inGamut(color: Color): boolean
  luminance(color: Color): number
  contrast(a: Color, b: Color): number
  difference(a: Color, b: Color): number
  hex(color: Color): string
  hex8(color: Color): string
  readonly names: readonly (readonly [name: string, color: Rgb])[]
  readonly deficiencies: Readonly<Record<'protan' | 'deutan' | 'tritan', (color: Color) => Color>>
}

/** Loaded by the first call: the tables take a tenth of a second. */
export const colourSpaces = lazily(open)

async function open(): Promise<ColourSpaces> {
  const css = await import('culori/fn')
  const { useMode, modeRgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch } = css
  const rgb = useMode(modeRgb)
  // Registered for the CSS forms that name them.
  useMode(modeLch)
  useMode(modeOklab)
  useMode(css.modeLrgb)
  useMode(css.modeXyz50)
  useMode(css.modeXyz65)
  useMode(css.modeP3)
  useMode(css.modeRec2020)
  useMode(css.modeA98)
  useMode(css.modeProphoto)
  useMode(css.modeLab65)
  useMode(css.modeLch65)
  const names = Object.keys(css.colorsNamed).map((name) => {
    const color = css.parse(name)
    return [name, rgb(color ?? { mode: 'rgb', r: 0, g: 0, b: 0 })] as const
  })
  const inGamut = css.inGamut('rgb')
  return {
    parse(text) {
      try {
        return css.parse(text)
      } catch {
        // The package throws at a function that is not closed, such as `color(`.
        return undefined
      }
    },
    channelsOf: (mode) => css.getMode(mode).channels,
    rgb,
    hsl: useMode(modeHsl),
    hwb: useMode(modeHwb),
    lab: useMode(modeLab),
    oklch: useMode(modeOklch),
    mapped: css.toGamut('rgb', 'oklch'),
    inGamut,
    luminance: (color) => css.wcagLuminance(color),
    contrast: (a, b) => css.wcagContrast(a, b),
    difference: css.differenceCiede2000(),
    hex: (color) => css.formatHex(color) ?? '',
    hex8: (color) => css.formatHex8(color) ?? '',
    names,
    deficiencies: {
      protan: css.filterDeficiencyProt(1),
      deutan: css.filterDeficiencyDeuter(1),
      tritan: css.filterDeficiencyTrit(1),
    },
  }
}

export function colorOf(css: ColourSpaces, field: string, text: string): Color {
  const bare = /^[0-9a-f]{3,8}$/i.test(text) ? `#${text}` : text
  const color = css.parse(bare) ?? css.parse(text.toLowerCase())
  if (color) return wholeOf(css, color, text)
  throw badInput(
    `${field}: must be a CSS colour, not ${excerpt(text)}; such as rebeccapurple, #663399, ` +
      'rgb(102 51 153), hsl(270 50% 40%) or oklch(44% 0.16 303)',
  )
}

/** Every channel as a number: `none` counts as 0, and rgb() is clipped to sRGB. */
function wholeOf(css: ColourSpaces, color: Color, text: string): Color {
  const given = color as unknown as Readonly<Record<string, number | undefined>>
  const isHeld = color.mode === 'rgb' && !/^\s*color\(/i.test(text)
  const channels = css.channelsOf(color.mode).filter((name) => name !== 'alpha')
  const isGrey = ['c', 's'].some((name) => channels.includes(name) && !given[name])
  const whole = channels
    .filter((name) => !(name === 'h' && isGrey))
    .map((name) => [name, isHeld ? clamp(given[name]) : (given[name] ?? 0)] as const)
  const alpha = /\/\s*none\s*\)/i.test(text) ? { alpha: 0 } : {}
  return { ...color, ...Object.fromEntries(whole), ...alpha }
}

const clamp = (value: number | undefined): number => Math.min(1, Math.max(0, value ?? 0))

/** The colour as an sRGB screen shows it. */
export function screenOf(css: ColourSpaces, color: Color): Rgb {
  const rgb = css.inGamut(color) ? css.rgb(color) : css.mapped(color)
  return { ...rgb, r: clamp(rgb.r), g: clamp(rgb.g), b: clamp(rgb.b) }
}

export const toHex = (css: ColourSpaces, color: Rgb): string =>
  (color.alpha ?? 1) === 1 ? css.hex(color) : css.hex8(color)

export function nearestName(css: ColourSpaces, color: Rgb) {
  const opaque = { ...color, alpha: 1 }
  const hex = css.hex(opaque)
  const same = css.names.find(([, named]) => css.hex(named) === hex)
  const ranked = css.names.map(([name, named]) => [name, css.difference(named, opaque)] as const)
  const nearest = ranked.reduce((best, one) => (one[1] < best[1] ? one : best))
  return { exact: same?.[0] ?? null, nearest: same?.[0] ?? nearest[0] }
}

export function rounded(value: number, places: number): number {
  const power = 10 ** places
  // Adding 0 turns -0 into 0.
  return Math.round(value * power) / power + 0
}
