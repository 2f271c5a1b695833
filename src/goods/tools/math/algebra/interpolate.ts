import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'

const POINTS_MAX = 10_000
const LAGRANGE_MAX = 30

export default defineTool({
  route: 'POST /api/interpolate',
  name: 'Interpolation',
  description:
    'Values between known points by linear, cubic spline, monotone (PCHIP), nearest or polynomial interpolation.',
  asks: [
    'interpolate a value between known data points',
    'cubic spline through measured points',
    'value between two measured points',
    'fill gaps in a table of values',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    x: numbersField(2, POINTS_MAX).describe('Places: 2 to 10000 different numbers, in any order.'),
    y: numbersField(2, POINTS_MAX).describe('Value at each place.'),
    at: numbersField(1, POINTS_MAX).describe('Places where values are wanted.'),
    method: z
      .enum(['linear', 'cubic', 'pchip', 'nearest', 'lagrange'])
      .default('linear')
      .describe('cubic: natural spline; pchip: without overshoot; lagrange: up to 30 points.'),
  }),
  output: z.object({
    values: z.array(z.number()),
    extrapolated: z
      .array(z.boolean())
      .describe('Whether the place is outside x; there the last interval is continued.'),
  }),
  examples: [
    {
      input: { x: [0, 1, 2], y: [0, 1, 4], at: [1.5, 3] },
      output: { values: [2.5, 7], extrapolated: [false, true] },
    },
  ],

  run({ x, y, at, method }) {
    if (x.length !== y.length) throw badInput('y: must have one number for each x')
    const order = [...x.keys()].toSorted((a, b) => (x[a] ?? 0) - (x[b] ?? 0))
    const points = { x: order.map((one) => x[one] ?? 0), y: order.map((one) => y[one] ?? 0) }
    if (points.x.some((place, one) => one > 0 && place === points.x[one - 1]))
      throw badInput('x: must be different places')
    if (method === 'lagrange' && x.length > LAGRANGE_MAX)
      throw badInput(`x: must be at most ${LAGRANGE_MAX} places for lagrange`)
    const valueAt = METHODS[method](points)
    const values = at.map((place) => valueAt(place) + 0)
    if (!values.every(Number.isFinite))
      throw badInput('at: must be closer to x; the value there is infinite')
    const [low = 0, high = 0] = [points.x[0], points.x.at(-1)]
    return { values, extrapolated: at.map((place) => place < low || place > high) }
  },
})

interface Points {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

type Method = (points: Points) => (place: number) => number

const n = (list: readonly number[], at: number): number => list[at] ?? 0

/** The interval that holds a place; the first and the last one continue outside. */
function pieceAt(x: readonly number[], place: number): number {
  let [low, high] = [0, x.length - 1]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (n(x, middle) <= place) low = middle
    else high = middle
  }
  return low
}

const linear: Method =
  ({ x, y }) =>
  (place) => {
    const at = pieceAt(x, place)
    const share = (place - n(x, at)) / (n(x, at + 1) - n(x, at))
    return share === 1 ? n(y, at + 1) : n(y, at) + share * (n(y, at + 1) - n(y, at))
  }

/** At half-way, the later point. */
const nearest: Method =
  ({ x, y }) =>
  (place) => {
    const at = pieceAt(x, place)
    return n(y, place - n(x, at) < n(x, at + 1) - place ? at : at + 1)
  }

/** Cubic pieces by the value and the slope at both ends. */
const hermite =
  ({ x, y }: Points, slopes: readonly number[]) =>
  (place: number): number => {
    const at = pieceAt(x, place)
    const width = n(x, at + 1) - n(x, at)
    const t = (place - n(x, at)) / width
    const rise = n(y, at + 1) - n(y, at)
    const [first, second] = [n(slopes, at) * width, n(slopes, at + 1) * width]
    return (
      n(y, at) + t * (first + t * (3 * rise - 2 * first - second + t * (first + second - 2 * rise)))
    )
  }

/** Natural spline: no curvature at the ends. */
const cubic: Method = (points) => {
  const { x, y } = points
  const last = x.length - 1
  const upper = x.map(() => 0)
  const slopes = x.map(() => 0)
  const step = (at: number) => n(x, at + 1) - n(x, at)
  const secant = (at: number) => (n(y, at + 1) - n(y, at)) / step(at)
  for (const at of x.keys()) {
    const [left, right] = [at === 0 ? 0 : 1 / step(at - 1), at === last ? 0 : 1 / step(at)]
    const due =
      (at === 0 ? 0 : 3 * left * secant(at - 1)) + (at === last ? 0 : 3 * right * secant(at))
    const pivot = 2 * (left + right) - left * n(upper, at - 1)
    upper[at] = right / pivot
    slopes[at] = (due - left * n(slopes, at - 1)) / pivot
  }
  for (let at = last - 1; at >= 0; at -= 1)
    slopes[at] = n(slopes, at) - n(upper, at) * n(slopes, at + 1)
  return hermite(points, slopes)
}

/** The slope at an end, from the two intervals next to it. */
const end = (w: number, v: number, s: number, r: number): number => {
  const slope = ((2 * w + v) * s - w * r) / (w + v)
  if (slope * s <= 0) return 0
  return s * r < 0 && Math.abs(slope) > 3 * Math.abs(s) ? 3 * s : slope
}

/** Slopes that keep each piece monotone (Fritsch and Butland 1984). */
const pchip: Method = (points) => {
  const { x, y } = points
  const widths = x.slice(1).map((place, at) => place - n(x, at))
  const secants = widths.map((width, at) => (n(y, at + 1) - n(y, at)) / width)
  if (secants.length === 1) return linear(points)
  const inner = secants.slice(1).map((right, at) => {
    const left = n(secants, at)
    if (left * right <= 0) return 0
    const [one, other] = [
      2 * n(widths, at + 1) + n(widths, at),
      n(widths, at + 1) + 2 * n(widths, at),
    ]
    return (one + other) / (one / left + other / right)
  })
  const k = secants.length
  return hermite(points, [
    end(n(widths, 0), n(widths, 1), n(secants, 0), n(secants, 1)),
    ...inner,
    end(n(widths, k - 1), n(widths, k - 2), n(secants, k - 1), n(secants, k - 2)),
  ])
}

/** One polynomial through all points, by the barycentric formula. */
const lagrange: Method = ({ x, y }) => {
  const range = n(x, x.length - 1) - n(x, 0)
  const weights = x.map((one, at) =>
    x.reduce(
      (product, other, place) => (place === at ? product : product / ((4 * (one - other)) / range)),
      1,
    ),
  )
  return (place) => {
    const known = x.indexOf(place)
    if (known >= 0) return n(y, known)
    let [top, bottom] = [0, 0]
    for (const [at, weight] of weights.entries()) {
      const share = weight / (place - n(x, at))
      top += share * n(y, at)
      bottom += share
    }
    return top / bottom
  }
}

const METHODS: Readonly<Record<'linear' | 'cubic' | 'pchip' | 'nearest' | 'lagrange', Method>> = {
  linear,
  cubic,
  pchip,
  nearest,
  lagrange,
}
