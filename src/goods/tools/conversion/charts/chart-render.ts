import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { jsonRows } from '../../../../base/lib/json-guard.ts'
import { KINDS } from './_chart-rows.ts'
import { assertOwnData, chartOf } from './_chart.ts'

const COLUMN_MAX = 200
const SVG_MAX = 4 * MB
const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const

export default defineTool({
  route: 'POST /api/chart-render',
  name: 'Chart render',
  description:
    'A chart of your rows as SVG or PNG: bar, line, area, scatter, pie, histogram, heatmap or candlestick.',
  asks: [
    'plot a line chart of monthly sales',
    'draw a candlestick graph from open high low close',
    'draw a bar graph of my figures',
    'picture of sales per month',
    'make a pie diagram',
    'visualise data',
    'plot a curve',
  ],
  price: '$0.003',
  engine: 'charts',
  uses: {},
  place: 'thread',
  heavyField: 'rows',
  input: z.object({
    kind: z.enum(KINDS).describe('Kind of chart.'),
    rows: jsonRows()
      .refine((rows) => rows.length > 0, { error: 'must hold at least one row' })
      .describe('1 to 10,000 rows; a row without a value in a chosen column is left out.'),
    x: z
      .string()
      .min(1)
      .max(COLUMN_MAX)
      .describe('Column of the horizontal axis: numbers, ISO dates or names; for a pie the names.'),
    y: z
      .string()
      .min(1)
      .max(COLUMN_MAX)
      .optional()
      .describe(
        'Column of the vertical axis: numbers; names in a heatmap. Not for a histogram, nor for a candlestick, which reads open, high, low and close.',
      ),
    color: z
      .string()
      .min(1)
      .max(COLUMN_MAX)
      .optional()
      .describe('Column that sets the colour: numbers in a heatmap, else names.'),
    title: z.string().max(200).optional().describe('Text above the chart.'),
    widthPx: z.int().min(200).max(2_000).default(800).describe('Whole width in pixels.'),
    heightPx: z.int().min(200).max(2_000).default(500).describe('Whole height in pixels.'),
    format: z
      .enum(['svg', 'png'])
      .default('svg')
      .describe('svg can be scaled; png has a fixed size in pixels.'),
  }),
  output: z.object({
    contentType: z.enum([TYPES.svg, TYPES.png]),
    bytes: z.int(),
    drawn: z.int().describe('Number of rows in the chart.'),
    svg: z.string().optional().describe('The chart, for format svg.'),
    base64: z.base64().optional().describe('The chart, for format png.'),
  }),
  examples: [
    { input: { kind: 'bar', rows: [{ m: 'Jan', v: 3 }], x: 'm', y: 'v' } },
    {
      input: {
        kind: 'line',
        rows: [
          { day: '2026-01-01', fare: 2.4, city: 'Bonn' },
          { day: '2026-01-02', fare: 2.6, city: 'Bonn' },
        ],
        x: 'day',
        y: 'fare',
        color: 'city',
        title: 'Fares',
        format: 'png',
      },
    },
  ],

  async run({ format, ...given }) {
    const { spec, drawn } = chartOf({ y: undefined, color: undefined, title: undefined, ...given })
    const { compile } = await import('vega-lite')
    const { None, parse, View } = await import('vega')
    const { spec: compiled } = compile(spec, { logger: SILENT })
    assertOwnData(compiled)
    const view = new View(parse(compiled), { renderer: 'none', logLevel: None })
    const svg = await view.toSVG()
    view.finalize()
    if (svg.length > SVG_MAX) throw badInput('rows: must make at most 4 MB of SVG; send fewer rows')
    if (format === 'svg')
      return { contentType: TYPES.svg, bytes: Buffer.byteLength(svg), drawn, svg }
    const { default: sharp } = await import('sharp')
    const bytes = await sharp(Buffer.from(svg)).png().toBuffer()
    const base64 = bytes.toString('base64')
    return { contentType: TYPES.png, bytes: bytes.length, drawn, base64 }
  },
})

const SILENT = {
  level: () => SILENT,
  error: () => SILENT,
  warn: () => SILENT,
  info: () => SILENT,
  debug: () => SILENT,
} as never
