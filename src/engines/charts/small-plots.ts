import {
  boxAt,
  drawing,
  ENDS_THERE,
  place,
  pointed,
  sizeOf,
  textAt,
  figureText,
  toldAt,
  markupText,
  type Chart,
  type Figure,
} from './chart.ts'

const WIDTH = 720
const ROW = 26
const NAMES = 230
const NUMBERS = 110
const BAR_HEIGHT = 14

/**
 * A horizontal bar for each label with its number at the end; labels may be long. It draws the
 * first series; negative values have no length.
 */
export function rowChart(chart: Chart): string {
  const values = chart.series[0]?.values ?? []
  const sizes = chart.labels.map((_, at) => sizeOf(values[at] ?? null))
  const most = Math.max(0, ...sizes.map((size) => size ?? 0))
  const room = WIDTH - NAMES - NUMBERS
  const rows = chart.labels.map((label, at) => {
    const top = at * ROW
    const width = most === 0 ? 0 : (Math.max(0, sizes[at] ?? 0) / most) * room
    const middle = top + ROW / 2 + 4
    const parts = [
      boxAt('hit', { x: 0, y: top, width: WIDTH, height: ROW }),
      textAt(NAMES - 10, middle, shortened(label), `${ENDS_THERE} class="name"`),
      boxAt('c1', { x: NAMES, y: top + (ROW - BAR_HEIGHT) / 2, width, height: BAR_HEIGHT }),
      textAt(NAMES + width + 8, middle, figureText(chart, values[at])),
    ]
    return pointed(toldAt(chart, at), parts.join(''))
  })
  const height = Math.max(ROW, chart.labels.length * ROW)
  return drawing(chart, { width: WIDTH, height, kind: 'plot' }, rows.join(''))
}

/** Never cuts a surrogate pair. */
const shortened = (label: string): string => label.replace(/^(.{31}).{2,}$/su, '$1…')

const SPARK = { width: 96, height: 24 }

/** A sparkline from zero; its title describes it. */
export function sparkLine(title: string, values: readonly Figure[]): string {
  const { width, height } = SPARK
  const sizes = values.map((each) => sizeOf(each) ?? 0)
  const most = Math.max(1e-9, ...sizes)
  const step = width / Math.max(1, sizes.length - 1)
  const line = sizes
    .map((size, at) => `${place(at * step)} ${place(height - 2 - (size / most) * (height - 4))}`)
    .join('L')
  return `<svg class="spark" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" xmlns="http://www.w3.org/2000/svg"><title>${markupText(title)}</title><path class="c1 area" d="M0 ${height}L${line}L${width} ${height}Z"/><path class="l c1" d="M${line}"/></svg>`
}

/** One cell of a strip. Levels: 0 no calls, 1 all good, 2 some failed, 3 many failed. */
export interface StripCell {
  readonly level: 0 | 1 | 2 | 3
  readonly says: string
}

const CELL = 8
const STRIP_HEIGHT = 22
/** Failures also have a different shape, for people who do not see the colours. */
const HEIGHTS = { 0: STRIP_HEIGHT / 4, 1: STRIP_HEIGHT, 2: STRIP_HEIGHT / 2, 3: STRIP_HEIGHT - 2 }

const yOf = (level: StripCell['level']): number => (level === 3 ? 1 : STRIP_HEIGHT - HEIGHTS[level])

/** A cell for each span of time, in the order of time. */
export function stripChart(title: string, cells: readonly StripCell[]): string {
  const inside = cells.map(
    ({ level, says }, at) =>
      `<rect class="s${level}" x="${at * CELL}" y="${yOf(level)}" width="${CELL - 1.5}" height="${HEIGHTS[level]}" rx="1"><title>${markupText(says)}</title></rect>`,
  )
  return `<svg class="strip" viewBox="0 0 ${Math.max(1, cells.length) * CELL} ${STRIP_HEIGHT}" preserveAspectRatio="none" role="img" xmlns="http://www.w3.org/2000/svg"><title>${markupText(title)}</title>${inside.join('')}</svg>`
}
