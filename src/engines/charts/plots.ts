import {
  boxAt,
  CENTRED,
  colourOf,
  drawing,
  ENDS_THERE,
  place,
  pointed,
  sizeOf,
  textAt,
  toldAt,
  type Chart,
  type ChartSeries,
} from './chart.ts'
import { ticks } from './ticks.ts'

const WIDTH = 720
const HEIGHT = 220
const RIGHT = 8
const TOP = 10
const BOTTOM = 22
const LETTER = 7
const LABELS_MAX = 7
const LABEL_GAP = 18
const BAR_SHARE = 0.72

/** The positions of numbers in the drawing. */
interface Scale {
  x(at: number): number
  y(size: number): number
  readonly band: number
}

/** One bar for each label; the values of several series are stacked. */
export function barChart(chart: Chart): string {
  const sums = chart.labels.map((_, at) => {
    const sizes = sizesAt(chart, at)
    return { below: sum(sizes.filter((n) => n < 0)), above: sum(sizes.filter((n) => n > 0)) }
  })
  const least = Math.min(0, ...sums.map(({ below }) => below))
  const most = Math.max(0, ...sums.map(({ above }) => above))
  return plotted(chart, [least, most], (scale) =>
    chart.labels.map((_, at) => pointedAt(chart, at, scale, stackAt(chart, at, scale))).join(''),
  )
}

/** A line for each series; it breaks where a number is unknown. */
export function lineChart(chart: Chart): string {
  const sizes = chart.series.flatMap(({ values }) => values.flatMap((each) => sizeOf(each) ?? []))
  return plotted(chart, [Math.min(0, ...sizes), Math.max(0, ...sizes)], (scale) => {
    const lines = chart.series.map((series, at) => lineOf(series, colourOf(at, series), scale))
    const hits = chart.labels.map((_, at) => pointedAt(chart, at, scale, ''))
    return lines.join('') + hits.join('')
  })
}

const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0)

const sizesAt = ({ series }: Chart, at: number): readonly number[] =>
  series.map(({ values }) => sizeOf(values[at] ?? null) ?? 0)

function plotted(
  chart: Chart,
  [least, most]: readonly [number, number],
  draw: (scale: Scale) => string,
): string {
  const { labels, series, tell = String } = chart
  const isWhole = series.every(({ values }) => values.every((each) => isWholeNumber(each)))
  const marks = ticks(least, most, isWhole)
  const [bottom = 0, top = 1] = [marks[0], marks.at(-1)]
  const texts = marks.map((mark) => tell(mark))
  const left = Math.max(...texts.map(({ length }) => length)) * LETTER + 14
  const band = (WIDTH - left - RIGHT) / Math.max(1, labels.length)
  const scale: Scale = {
    band,
    x: (at) => left + band * (at + 0.5),
    y: (size) => HEIGHT - BOTTOM - ((size - bottom) / (top - bottom)) * (HEIGHT - TOP - BOTTOM),
  }
  const grid = marks.map((mark, at) => {
    const y = scale.y(mark)
    const line = `<path class="g" d="M${place(left)} ${place(y)}H${WIDTH - RIGHT}"/>`
    return line + textAt(left - 6, y + 4, texts[at] ?? '', ENDS_THERE)
  })
  const longest = Math.max(1, ...labels.map(({ length }) => length)) * LETTER + LABEL_GAP
  const shown = Math.max(1, Math.min(LABELS_MAX, Math.floor((WIDTH - left - RIGHT) / longest)))
  const every = Math.max(1, Math.ceil(labels.length / shown))
  const axis = labels.map((label, at) =>
    at % every === 0 ? textAt(scale.x(at), HEIGHT - 5, label, CENTRED) : '',
  )
  const box = { width: WIDTH, height: HEIGHT, kind: 'plot' }
  return drawing(chart, box, grid.join('') + axis.join('') + draw(scale))
}

const isWholeNumber = (figure: ChartSeries['values'][number]): boolean =>
  Number.isInteger(sizeOf(figure) ?? 0)

/** The parts of one stacked bar, upwards and downwards from zero. */
function stackAt(chart: Chart, at: number, { x, y, band }: Scale): string {
  const width = Math.max(1, band * BAR_SHARE)
  const ends = { below: 0, above: 0 }
  const parts = sizesAt(chart, at).map((size, series) => {
    if (size === 0) return ''
    const side = size < 0 ? 'below' : 'above'
    const from = ends[side]
    ends[side] = from + size
    const top = Math.min(y(from), y(from + size))
    const height = Math.abs(y(from) - y(from + size))
    return boxAt(colourOf(series, chart.series[series]), {
      x: x(at) - width / 2,
      y: top,
      width,
      height,
    })
  })
  return parts.join('')
}

function lineOf({ values }: ChartSeries, colour: string, { x, y }: Scale): string {
  const points = values.map((each, at) => {
    const size = sizeOf(each)
    return size === null ? null : `${place(x(at))} ${place(y(size))}`
  })
  const runs: string[][] = []
  for (const [at, point] of points.entries()) {
    if (point === null) continue
    if (at > 0 && points[at - 1] !== null) runs.at(-1)?.push(point)
    else runs.push([point])
  }
  return runs
    .map((run) => {
      const [first = ''] = run
      const [cx, cy] = first.split(' ')
      if (run.length === 1) return `<circle class="${colour}" cx="${cx}" cy="${cy}" r="3"/>`
      return `<path class="l ${colour}" d="M${run.join('L')}"/>`
    })
    .join('')
}

/** A column over the whole height reacts to the pointer. */
function pointedAt(chart: Chart, at: number, { x, band }: Scale, inside: string): string {
  const height = HEIGHT - TOP - BOTTOM
  const column = boxAt('hit', { x: x(at) - band / 2, y: TOP, width: band, height })
  return pointed(toldAt(chart, at), column + inside)
}
