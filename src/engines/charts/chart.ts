import { escapedMarkup } from '../../base/lib/escaped-markup.ts'
import { xmlText } from '../formats/xml-characters.ts'

/**
 * One number of a chart: a number, or a decimal as text, which is exact and is shown as it stands.
 * Null is unknown, and so is text that is no decimal: nothing is drawn there.
 */
export type Figure = number | bigint | string | null

export interface ChartSeries {
  readonly name: string
  /** One value for each label. */
  readonly values: readonly Figure[]
  /** A series of failures: it is drawn hollow, in the colour of errors. */
  readonly isBad?: boolean
}

/**
 * The data of a chart, the same for every kind. Texts may be written by strangers; all are escaped.
 */
export interface Chart {
  /** The name of the chart, also for screen readers. */
  readonly title: string
  /** What the chart shows, in a sentence. */
  readonly description: string
  readonly labels: readonly string[]
  /** There are five colours; further series repeat them. */
  readonly series: readonly ChartSeries[]
  /** Indexes of highlighted labels. */
  readonly marked?: readonly number[]
  /** How a number is written. Default: unchanged. */
  readonly tell?: (figure: number | bigint | string) => string
}

const COLOURS = 5

/** The CSS class of a series, whose colour depends on the theme. */
export const colourOf = (series: number, { isBad }: { readonly isBad?: boolean } = {}): string =>
  isBad === true ? 'c-bad' : `c${(series % COLOURS) + 1}`

const DECIMAL = /^-?\d+(\.\d+)?$/

/** Larger numbers would overflow the arithmetic of the drawing. */
const LARGEST = 1e30

/** For drawing only. */
export function sizeOf(figure: Figure): number | null {
  if (figure === null || (typeof figure === 'string' && !DECIMAL.test(figure))) return null
  const size = Number(figure)
  if (!(Math.abs(size) <= LARGEST)) return null
  return Math.abs(size) < 1 / LARGEST ? 0 : size
}

export const UNKNOWN = 'unknown'

/** A number as text for readers. */
export const figureText = ({ tell = String }: Chart, figure: Figure | undefined): string =>
  figure === undefined || figure === null || sizeOf(figure) === null ? UNKNOWN : tell(figure)

/** All numbers of one label as one line. */
export function toldAt(chart: Chart, at: number): string {
  const [only, ...others] = chart.series
  const label = chart.labels[at] ?? ''
  if (only && others.length === 0) return `${label}: ${figureText(chart, only.values[at])}`
  const parts = chart.series.map((each) => `${each.name} ${figureText(chart, each.values[at])}`)
  return [label, ...parts].join(' · ')
}

/** The numbers as rows, for the table beside the drawing. */
export const rowsOf = (chart: Chart): readonly (readonly string[])[] =>
  chart.labels.map((label, at) => [
    label,
    ...chart.series.map((each) => figureText(chart, each.values[at])),
  ])

/** A text inside the drawing. */
export const markupText = (text: string): string => escapedMarkup(xmlText(text))

/** A coordinate. */
export const place = (value: number): string => String(Math.round(value * 10) / 10)

/** Text that begins at a place. `rest` may set another anchor. */
export function textAt(x: number, y: number, text: string, rest = ''): string {
  return `<text x="${place(x)}" y="${place(y)}"${rest}>${markupText(text)}</text>`
}

export const ENDS_THERE = ' text-anchor="end"'
export const CENTRED = ' text-anchor="middle"'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export function boxAt(kind: string, { x, y, width, height }: Box): string {
  const where = `x="${place(x)}" y="${place(y)}" width="${place(width)}" height="${place(height)}"`
  return `<rect class="${kind}" ${where}/>`
}

/** A group with a title, which browsers show as a tooltip. */
export const pointed = (says: string, inside: string): string =>
  `<g><title>${markupText(says)}</title>${inside}</g>`

/** The SVG with its title and description for screen readers. */
export function drawing(
  { title, description }: Pick<Chart, 'title' | 'description'>,
  box: { readonly width: number; readonly height: number; readonly kind: string },
  inside: string,
): string {
  const said = `<title>${markupText(title)}</title><desc>${markupText(description)}</desc>`
  return `<svg class="${box.kind}" viewBox="0 0 ${box.width} ${box.height}" role="img" xmlns="http://www.w3.org/2000/svg">${said}${inside}</svg>`
}
