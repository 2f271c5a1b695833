import { XMLParser, XMLValidator } from 'fast-xml-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOf, sizeOf, toldAt, type Chart } from './chart.ts'
import { barChart, lineChart } from './plots.ts'
import { scatterChart } from './scatter.ts'
import { rowChart, sparkLine, stripChart } from './small-plots.ts'
import { ticks } from './ticks.ts'

const PAID: Chart = {
  title: 'Paid by day',
  description: 'Two sellers over three days.',
  labels: ['1 May', '2 May', '3 May'],
  series: [
    { name: 'a.example', values: [1, null, '3.000000000000000001'] },
    { name: 'b.example', values: [2n, 4, 0] },
  ],
  tell: (figure) => `$${figure}`,
}

interface Shape {
  readonly '@_class'?: string
  readonly '@_height': string
  readonly '@_width': string
  readonly '@_y': string
}
interface Drawn {
  readonly svg: { readonly title: string; readonly desc: string; readonly g: readonly Group[] }
}
interface Group {
  readonly title: string
  readonly rect: readonly Shape[]
}

function parsed(svg: string): Drawn['svg'] {
  const list = (name: string) => ['g', 'rect'].includes(name)
  const parser = new XMLParser({
    ignoreAttributes: false,
    isArray: list,
    parseTagValue: false,
    processEntities: true,
  })
  return (parser.parse(svg) as Drawn).svg
}

const barsOf = ({ rect }: Group) => rect.filter((each) => each['@_class'] !== 'hit')

test('bars are as high as their numbers, and are stacked', () => {
  const { title, desc, g } = parsed(barChart(PAID))
  expect([title, desc]).toEqual([PAID.title, PAID.description])
  const [first, second, third] = g.map((group) => barsOf(group))
  const high = (shape: Shape | undefined) => Number(shape?.['@_height'])
  expect(high(first?.[1]) / high(first?.[0])).toBeCloseTo(2, 1)
  expect(second).toHaveLength(1)
  expect(high(second?.[0]) / high(third?.[0])).toBeCloseTo(4 / 3, 1)
  expect(Number(first?.[1]?.['@_y']) + high(first?.[1])).toBeCloseTo(Number(first?.[0]?.['@_y']), 1)
})

test('negative values are drawn below zero', () => {
  const chart = { ...PAID, series: [{ name: 'net', values: [5, -5, 0] }] }
  const [up, down] = parsed(barChart(chart)).g.map((group) => barsOf(group)[0])
  expect(up?.['@_height']).toBe(down?.['@_height'])
  expect(Number(down?.['@_y'])).toBeCloseTo(Number(up?.['@_y']) + Number(up?.['@_height']), 1)
})

test('a line breaks where a number is unknown, and a number alone is a dot', () => {
  const chart = { ...PAID, series: [{ name: 'a', values: [1, null, 2] }] }
  const svg = lineChart(chart)
  expect(svg.match(/<circle class="c1"/g)).toHaveLength(2)
  expect(svg).not.toContain('class="l c1"')
  expect(lineChart(PAID).match(/class="l c2" d="M[^"]*L[^"]*L/g)).toHaveLength(1)
})

test('horizontal bars share the width, and a long name is cut but whole in the title', () => {
  const name = 'n'.repeat(60)
  const { g } = parsed(
    rowChart({ ...PAID, labels: [name, 'b'], series: [{ name: 'held', values: ['10.5', '21'] }] }),
  )
  const [half, whole] = g.map((group) => Number(barsOf(group)[0]?.['@_width']))
  expect(Number(half) * 2).toBeCloseTo(Number(whole), 0)
  expect(g[0]?.title).toBe(`${name}: $10.5`)
})

test('the table has every number unchanged', () => {
  expect(rowsOf(PAID)).toEqual([
    ['1 May', '$1', '$2'],
    ['2 May', 'unknown', '$4'],
    ['3 May', '$3.000000000000000001', '$0'],
  ])
  expect(toldAt(PAID, 1)).toBe('2 May · a.example unknown · b.example $4')
})

test.each([
  ['12.50', 12.5],
  [-7, -7],
  ['', null],
  ['1,000', null],
  ['0x10', null],
  [Number.NaN, null],
  [Infinity, null],
  [1e31, null],
  [5e-324, 0],
])('%j is drawn as %j', (figure, size) => {
  expect(sizeOf(figure)).toBe(size)
})

test.each([
  [0, 0, [0, 1]],
  [0, 3, [0, 1, 2, 3]],
  [0, 0.3, [0, 0.1, 0.2, 0.3]],
  [-4, 4, [-4, -2, 0, 2, 4]],
  [0, 5_900, [0, 2_000, 4_000, 6_000]],
])('ticks from %d to %d are %j', (least, most, marks) => {
  expect(ticks(least, most)).toEqual(marks)
})

test('ticks of whole numbers are whole', () => {
  expect(ticks(0, 1, true)).toEqual([0, 1])
})

test('ticks are few and cover all values and zero', () => {
  const number = fc.double({ min: -1e12, max: 1e12, noNaN: true })
  fc.assert(
    fc.property(number, number, fc.boolean(), (one, other, isWhole) => {
      const [least, most] = [Math.min(one, other), Math.max(one, other)]
      if (most - least < 1e-9) return
      const marks = ticks(least, most, isWhole)
      const slack = 1e-6 * Math.max(Math.abs(least), Math.abs(most), 1e-6)
      expect(marks[0]).toBeLessThanOrEqual(least + slack)
      expect(marks.at(-1)).toBeGreaterThanOrEqual(most - slack)
      expect(marks).toContain(0)
      expect(marks.length).toBeLessThanOrEqual(7)
    }),
  )
})

test('names by strangers cannot add markup to the drawing', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  fc.assert(
    fc.property(text, text, fc.array(fc.option(fc.double()), { maxLength: 5 }), (a, b, values) => {
      const labels = values.map((_, at) => `${a}${at}]]><script>`)
      const series = [{ name: b, values }]
      const chart = { title: a, description: b, labels, series, tell: () => `<b ${a}` }
      for (const svg of [
        barChart(chart),
        lineChart(chart),
        rowChart(chart),
        sparkLine(a, values),
        stripChart(b, [{ level: 1, says: a }]),
      ]) {
        expect(XMLValidator.validate(svg)).toBe(true)
        expect(svg).not.toMatch(/<(script|b )|NaN|Infinity| style=| on\w+=/)
      }
    }),
    { numRuns: 60 },
  )
})

test('dots are placed on logarithmic axes, and values that are not above zero are left out', () => {
  const labels = ['one', 'ten', 'hundred', 'nothing', 'unknown']
  const values = [1, 10, 100, 0, null]
  const series = [
    { name: 'fare', values },
    { name: 'paid', values: [1, 10, 100, 5, 5] },
  ]
  const svg = scatterChart({ ...PAID, labels, series, marked: [2] })
  const dots = [...svg.matchAll(/<circle class="([^"]*)" cx="([\d.]+)" cy="([\d.]+)"/g)]
  expect(dots.map(([, kind]) => kind)).toEqual(['c1 dot', 'c1 dot', 'own dot'])
  const [a, b, c] = dots.map(([, , x, y]) => [Number(x), Number(y)] as const)
  expect((b?.[0] ?? 0) - (a?.[0] ?? 0)).toBeCloseTo((c?.[0] ?? 0) - (b?.[0] ?? 0), 0)
  expect((a?.[1] ?? 0) - (b?.[1] ?? 0)).toBeCloseTo((b?.[1] ?? 0) - (c?.[1] ?? 0), 0)
  expect(svg).toContain('>hundred</text>')
  expect(XMLValidator.validate(svg)).toBe(true)
})

test.each([[[]], [[0.000001]], [[0.00012, 9e9]], [[7, 7, 7]]])('ticks cover %j', (values) => {
  const series = [
    { name: 'fare', values },
    { name: 'paid', values },
  ]
  const svg = scatterChart({ ...PAID, labels: values.map(String), series })
  expect(svg).not.toMatch(/NaN|Infinity/)
  const marks = [...svg.matchAll(/class="g"/g)].length
  expect(marks).toBeGreaterThanOrEqual(2)
  expect(marks).toBeLessThanOrEqual(6)
})
