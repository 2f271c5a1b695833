import type { Spec } from 'vega'
import type { TopLevelSpec } from 'vega-lite'
import { badInput } from '../../../../base/core/fault.ts'
import {
  label,
  scaleOf,
  valuesOf,
  type Chart,
  type Kind,
  type Row,
  type Scale,
} from './_chart-rows.ts'

const BINS_MAX = 40
const FONT = 'DejaVu Sans, Verdana, sans-serif'
const PRICES = ['open', 'high', 'low', 'close'] as const
/** Colours of rising and falling days. */
const RISING = '#2a7f4f'
const FALLING = '#b8352a'
/**
 * The specification for vega-lite. Columns are renamed, so that a text of the caller is never read
 * as a path or an expression; it appears only in titles and data.
 */
export function chartOf(chart: Chart): { readonly spec: TopLevelSpec; readonly drawn: number } {
  const { title, widthPx, heightPx } = chart
  const { values, marks } = LAYOUTS[chart.kind](chart)
  if (values.length === 0)
    throw badInput('rows: at least one must have a value in each chosen column')
  const spec = {
    width: widthPx,
    height: heightPx,
    autosize: { type: 'fit', contains: 'padding' },
    background: 'white',
    padding: 10,
    ...(title && { title: label(title) }),
    data: { values: [...values] },
    config: { aria: false, font: FONT, axis: { labelLimit: 160 } },
    ...marks,
  }
  return { spec: spec as unknown as TopLevelSpec, drawn: values.length }
}

/** A chart may hold only its own data, and no addresses to load from. */
export const assertOwnData = ({ data = [] }: Spec): void => {
  if (data.some((one) => 'url' in one)) throw new Error('a chart must not load anything')
}

interface Layout {
  readonly values: readonly Row[]
  readonly marks: object
}

const LAYOUTS: Readonly<Record<Kind, (chart: Chart) => Layout>> = {
  bar: (chart) => plane(chart, { type: 'bar', tooltip: null }, { stack: 'zero', named: true }),
  line: (chart) => plane(chart, { type: 'line', point: chart.rows.length <= 60 }),
  area: (chart) => plane(chart, { type: 'area', opacity: 0.8 }, { stack: 'zero' }),
  scatter: (chart) => plane(chart, { type: 'point', filled: true }, { x: 'number' }),
  pie,
  histogram,
  heatmap,
  candlestick,
}

interface Plane {
  readonly stack?: 'zero'
  /** Whether each value of x is a category of its own. */
  readonly named?: boolean
  readonly x?: 'number'
}

/** Marks between two axes. */
function plane(chart: Chart, mark: object, { stack, named, x }: Plane = {}): Layout {
  const y = needed(chart, 'y')
  const scale = x === 'number' ? 'quantitative' : scaleOf(chart.rows, chart.x)
  const isNamed = named === true && scale === 'quantitative'
  const values = valuesOf(chart, { x: isNamed ? 'nominal' : scale, y: 'quantitative' })
  const across = isNamed ? 'nominal' : scale
  const encoding = {
    x: axis('x', chart.x, across),
    y: { ...axis('y', y, 'quantitative'), ...(stack && { stack }) },
    ...colored(chart),
  }
  return { values, marks: { mark, encoding } }
}

function pie(chart: Chart): Layout {
  const y = needed(chart, 'y')
  const values = valuesOf(chart, { x: 'nominal', y: 'quantitative' })
  if (values.some((row) => Number(row['y']) < 0)) throw badInput('y: must not be negative in a pie')
  const encoding = {
    theta: { field: 'y', type: 'quantitative', stack: true, title: label(y) },
    color: { ...axis('x', chart.x, 'nominal'), title: label(chart.x) },
    order: { field: 'at', type: 'quantitative' },
  }
  return { values, marks: { mark: { type: 'arc' }, encoding } }
}

function histogram(chart: Chart): Layout {
  const values = valuesOf(chart, { x: 'quantitative' })
  const encoding = {
    x: { ...axis('x', chart.x, 'quantitative'), bin: { maxbins: BINS_MAX } },
    y: { aggregate: 'count', type: 'quantitative', title: 'count' },
    ...colored(chart),
  }
  return { values, marks: { mark: { type: 'bar' }, encoding } }
}

function heatmap(chart: Chart): Layout {
  const y = needed(chart, 'y')
  const color = needed(chart, 'color')
  const values = valuesOf(chart, { x: 'nominal', y: 'nominal', color: 'quantitative' })
  const places = new Set(values.map((row) => JSON.stringify([row['x'], row['y']])))
  if (places.size < values.length) throw badInput('rows: must not have the same x and y twice')
  const encoding = {
    x: axis('x', chart.x, 'nominal'),
    y: axis('y', y, 'nominal'),
    color: { field: 'color', type: 'quantitative', title: label(color) },
  }
  return { values, marks: { mark: { type: 'rect' }, encoding } }
}

function candlestick(chart: Chart): Layout {
  const scale = scaleOf(chart.rows, chart.x)
  const columns = Object.fromEntries(PRICES.map((name) => [name, 'quantitative' as const]))
  const known = Object.fromEntries(PRICES.map((name) => [name, name]))
  const rows = valuesOf(chart, { x: scale, ...columns }, known)
  const values = rows.map((row) => ({
    ...row,
    up: Number(row['close']) >= Number(row['open']) ? 1 : 0,
  }))
  const odd = rows.find((row) => Number(row['high']) < Number(row['low']))
  if (odd) throw badInput(`rows.${odd['at']}: high must not be below low`)
  const x = axis('x', chart.x, scale)
  const color = {
    field: 'up',
    type: 'nominal',
    scale: { domain: [1, 0], range: [RISING, FALLING] },
    legend: null,
  }
  const layer = [
    { mark: 'rule', encoding: { x, y: price('low'), y2: { field: 'high' }, color } },
    {
      mark: { type: 'bar', width: bodyWidth(chart, values.length) },
      encoding: { x, y: price('open'), y2: { field: 'close' }, color },
    },
  ]
  return { values, marks: { layer } }
}

const price = (field: string) => ({
  field,
  type: 'quantitative',
  title: 'price',
  scale: { zero: false },
})

const bodyWidth = ({ widthPx }: Chart, count: number): number =>
  Math.max(1, Math.min(20, Math.floor((widthPx * 0.6) / count)))

function axis(field: string, name: string, type: Scale) {
  return {
    field,
    type,
    title: label(name),
    ...(type === 'nominal' && { sort: null }),
    // Without it, dates are drawn in the time zone of the machine.
    ...(type === 'temporal' && { scale: { type: 'utc' } }),
  }
}

const colored = ({ color }: Chart): object =>
  color === undefined
    ? {}
    : { color: { field: 'color', type: 'nominal', sort: null, title: label(color) } }

function needed(chart: Chart, field: 'y' | 'color'): string {
  const name = chart[field]
  if (name === undefined) throw badInput(`${field}: is required for a ${chart.kind} chart`)
  return name
}
