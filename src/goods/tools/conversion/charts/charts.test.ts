import sharp from 'sharp'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import chartRender from './chart-render.ts'

const draw = (input: Record<string, unknown>) => runExample(chartRender, input)

const SALES = [
  { m: 'Jan', v: 3, city: 'Bonn' },
  { m: 'Feb', v: 5, city: 'Bonn' },
  { m: 'Jan', v: 4, city: 'Ulm' },
  { m: 'Feb', v: null, city: 'Ulm' },
]

const DAYS = [
  { d: '2026-01-01', open: 1, high: 4, low: 1, close: 3 },
  { d: '2026-01-02', open: 3, high: 3, low: 1, close: 2 },
]

/** Height of each bar in pixels, from the paths of the marks. */
function barsIn(svg: unknown): readonly number[] {
  const [, marks = ''] = /role-mark marks"[^>]*>(.*?)<\/g>/.exec(String(svg)) ?? []
  return [...marks.matchAll(/d="M[^"]*?v(-?[\d.]+)h/g)].map(([, height]) =>
    Math.abs(Number(height)),
  )
}

describe('chart-render', () => {
  test('bars are as high as their values, and stacked by colour', async () => {
    const answer = await draw({ kind: 'bar', rows: SALES, x: 'm', y: 'v', color: 'city' })
    expect(answer).toMatchObject({ contentType: 'image/svg+xml', drawn: 3 })
    const heights = barsIn(answer['svg'])
    expect(heights).toHaveLength(3)
    const unit = heights[0]! / 3
    expect(heights.map((height) => Math.round(height / unit))).toEqual([3, 5, 4])
  })

  test.each([
    ['line', { rows: SALES, x: 'm', y: 'v', color: 'city' }, 3],
    [
      'area',
      {
        rows: [
          { t: '2026-01-01T10:00', v: 1 },
          { t: '2026-01-01T11:00', v: 2 },
        ],
        x: 't',
        y: 'v',
      },
      2,
    ],
    [
      'scatter',
      {
        rows: [
          { a: 1, b: 2 },
          { a: 3, b: 4 },
        ],
        x: 'a',
        y: 'b',
      },
      2,
    ],
    ['pie', { rows: SALES.slice(0, 2), x: 'm', y: 'v' }, 2],
    ['histogram', { rows: SALES, x: 'v' }, 3],
    ['heatmap', { rows: SALES, x: 'm', y: 'city', color: 'v' }, 3],
    ['candlestick', { rows: DAYS, x: 'd' }, 2],
  ] as const)('%s', async (kind, input, drawn) => {
    const answer = await draw({ kind, title: 'Fares & more', ...input })
    expect(answer['drawn']).toBe(drawn)
    expect(XMLValidator.validate(String(answer['svg']))).toBe(true)
    expect(answer['svg']).toContain('Fares &amp; more')
  })

  test('a PNG has the requested size', async () => {
    const size = { widthPx: 640, heightPx: 360 }
    const answer = await draw({ kind: 'bar', rows: SALES, x: 'm', y: 'v', format: 'png', ...size })
    const { width, height, format } = await sharp(
      Buffer.from(String(answer['base64']), 'base64'),
    ).metadata()
    expect([width, height, format]).toEqual([640, 360, 'png'])
  })

  test('dates are drawn in UTC, whatever the time zone of the machine', async () => {
    const rows = Array.from({ length: 3 }, (_, day) => ({ d: `2026-01-0${day + 1}`, v: day }))
    const { svg } = await draw({ kind: 'line', rows, x: 'd', y: 'v' })
    expect(svg).toContain('12 PM')
  })

  test.each([
    'a.b[0]',
    "x'] + alert(1) + datum['",
    'toString',
    'constructor',
    '$.a',
    'url',
    '</text>',
    'a\u0000b',
  ])('a column with the name %j is drawn like any other', async (name) => {
    const rows = [
      Object.fromEntries([
        [name, 'https://x.example/a.csv'],
        ['v', 2],
      ]),
    ]
    const answer = await draw({ kind: 'bar', rows, x: name, y: 'v', color: name })
    expect(answer['drawn']).toBe(1)
    expect(XMLValidator.validate(String(answer['svg']))).toBe(true)
    expect(answer['svg']).not.toMatch(/alert\(1\)"|<\/text><\/text>/)
  })

  test('a row without the column is left out, even if all objects inherit that name', async () => {
    const rows: readonly object[] = [{ constructor: 'a', v: 1 }, { v: 2 }]
    const answer = await draw({ kind: 'bar', rows, x: 'constructor', y: 'v' })
    expect(answer['drawn']).toBe(1)
  })

  test('the same rows give the same bytes', async () => {
    const input = { kind: 'line', rows: SALES, x: 'm', y: 'v', color: 'city' }
    expect(await draw(input)).toEqual(await draw(input))
  })
})

describe('chart-render refuses', () => {
  test.each([
    [{ kind: 'bar', rows: SALES, x: 'm' }, /^y: is required for a bar chart/],
    [{ kind: 'bar', rows: SALES, x: 'nothing', y: 'v' }, /^x: no row has a column "nothing"/],
    [{ kind: 'bar', rows: SALES, x: 'm', y: 'city' }, /^rows.0: city must be a number/],
    [
      { kind: 'bar', rows: [{ m: 'a', v: null }], x: 'm', y: 'v' },
      /^rows: at least one must have a value/,
    ],
    [{ kind: 'bar', rows: [], x: 'm', y: 'v' }, /^rows: /],
    [
      { kind: 'pie', rows: [{ m: 'a', v: -1 }], x: 'm', y: 'v' },
      /^y: must not be negative in a pie/,
    ],
    [
      { kind: 'heatmap', rows: [SALES[0], SALES[0]], x: 'm', y: 'city', color: 'v' },
      /same x and y/,
    ],
    [{ kind: 'candlestick', rows: [{ d: '2026-01-01', open: 1 }], x: 'd' }, /^rows: no row has/],
    [{ kind: 'candlestick', rows: [{ ...DAYS[0], high: 0 }], x: 'd' }, /^rows.0: high/],
    [
      { kind: 'bar', rows: Array.from({ length: 501 }, (_, m) => ({ m, v: 1 })), x: 'm', y: 'v' },
      /^x: has 501/,
    ],
    [{ kind: 'ring', rows: SALES, x: 'm', y: 'v' }, /^kind: /],
    [{ kind: 'bar', rows: SALES, x: 'm', y: 'v', widthPx: 2001 }, /^widthPx: /],
  ])('a fault names its field (%#)', async (input, message) => {
    await expect(draw(input)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringMatching(message) as string,
    })
  })
})
