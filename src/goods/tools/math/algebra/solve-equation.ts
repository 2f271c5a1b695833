import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { rootBetween } from '../../../../engines/numbers/roots.ts'
import { algebra, expressionField, functionOf, unknownsIn, variableField } from './_formula.ts'
import { formOf, lowestTerms } from './_forms.ts'
import { coefficientsOf, type Polynomial } from './_polynomials.ts'
import { partsOf } from './_shapes.ts'
import { polynomialRoots } from './_polynomial-roots.ts'
import type { Coefficients } from './_univariate.ts'

const DEGREE_MAX = 40
const PARTS_MAX = 200
/** Number of sample points; fewer for a long expression, so that the work stays the same. */
const PLACES = { most: 20_000, ofParts: 300_000 }
/** Each root takes some fifty steps. */
const ROOTS = { most: 1_000, ofParts: 30_000 }
/** Local minima that are examined; an irregular function has thousands. */
const TOUCHES = { most: 500, ofParts: 10_000 }
const within = (bound: { readonly most: number; readonly ofParts: number }, parts: number) =>
  Math.floor(Math.min(bound.most, bound.ofParts / parts))
/** A value counts as 0 below this share of the values nearby. */
const NEAR = 1e-9

export default defineTool({
  route: 'POST /api/solve-equation',
  name: 'Solve an equation',
  description:
    'Real roots of an equation in one unknown; all roots of a polynomial, complex ones and multiplicities too.',
  asks: [
    'where is this polynomial zero',
    'find the roots of a polynomial or of cos(x) = x',
    'find x',
    'roots of a polynomial',
    'quadratic formula',
    'where does the function become zero',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'expression',
  input: z.object({
    expression: expressionField(1_000).describe(
      'Equation with one =, or an expression that must become 0. Up to 1000 characters.',
    ),
    variable: variableField().default('x').describe('Name of the unknown.'),
    from: z
      .number()
      .min(-1e9)
      .max(1e9)
      .optional()
      .describe('Smallest root to find. Default: -1000; for polynomials no bound.'),
    to: z
      .number()
      .min(-1e9)
      .max(1e9)
      .optional()
      .describe('Greatest root to find. Default: 1000; for polynomials no bound.'),
  }),
  output: z.object({
    roots: z.array(z.number()).describe('Different real roots in the range, smallest first.'),
    multiplicities: z
      .array(z.int().nullable())
      .describe('Multiplicity of each root; null if it is not a polynomial.'),
    complexRoots: z
      .array(z.object({ re: z.number(), im: z.number(), multiplicity: z.int() }))
      .describe('Roots of a polynomial that are not real.'),
    residuals: z.array(z.number()).describe('Left side minus right side at each root.'),
    method: z.enum(['polynomial', 'search']),
    polynomial: z.boolean(),
    complete: z
      .boolean()
      .describe(
        'Whether these are proven to be all roots in the range; a search may have missed some.',
      ),
  }),
  examples: [
    {
      input: { expression: 'x^2 - 5x + 6 = 0' },
      output: {
        roots: [2, 3],
        multiplicities: [1, 1],
        complexRoots: [],
        residuals: [0, 0],
        method: 'polynomial',
        polynomial: true,
        complete: true,
      },
    },
    { input: { expression: 'cos(x) = x', from: 0, to: 2 } },
  ],

  async run({ expression, variable, from, to }) {
    const [low, high] = [from ?? -1_000, to ?? 1_000]
    if (low > high) throw badInput('to: must not be below from')
    const { read } = await algebra()
    const tree = read(asOne(expression))
    const worth = functionOf(tree, variable)
    if (!unknownsIn(tree).includes(variable))
      throw badInput(`expression: must hold the unknown ${variable}`)
    const factors = partsOf(tree) > PARTS_MAX ? undefined : asPolynomial(lowestTerms(formOf(tree)))
    if (!factors) {
      const parts = partsOf(tree)
      const roots = rootsIn(worth, placesIn(low, high, within(PLACES, parts)), {
        roots: within(ROOTS, parts),
        touches: within(TOUCHES, parts),
      })
      return {
        roots,
        multiplicities: roots.map(() => null),
        complexRoots: [],
        residuals: roots.map(worth),
        method: 'search' as const,
        polynomial: false,
        complete: false,
      }
    }
    if (factors.length === 0) throw badInput('expression: must not be true for every number')
    const { real, complex } = await polynomialRoots(factors)
    const inside = real.filter(
      ({ root }) => root >= (from ?? -Infinity) && root <= (to ?? Infinity),
    )
    return {
      roots: inside.map(({ root }) => root),
      multiplicities: inside.map(({ multiplicity }) => multiplicity),
      complexRoots: complex,
      residuals: inside.map(({ root }) => finite(worth(root))),
      method: 'polynomial' as const,
      polynomial: true,
      complete: true,
    }

    function asPolynomial(form: { top: Polynomial; bottom: Polynomial }): Coefficients | undefined {
      // A fraction is 0 where its numerator is, except at roots that the denominator shares.
      const isWhole = coefficientsOf(form.bottom, variable)?.length === 1
      const read = isWhole ? coefficientsOf(form.top, variable) : undefined
      return read && read.length <= DEGREE_MAX + 1 ? read : undefined
    }
  },
})

/** A residual beyond the range of floats becomes the largest float. */
const finite = (value: number): number => (Number.isFinite(value) ? value + 0 : Number.MAX_VALUE)

function asOne(equation: string): string {
  const sides = equation.split('=')
  if (sides.length > 2 || /[<>!]=|=\s*$|^\s*=/.test(equation))
    throw badInput('expression: must have one = with something on both sides, or none')
  const [left = '', right] = sides
  return right === undefined ? left : `(${left}) - (${right})`
}

/** Real roots of a function in a range, by its sign at many points. Some may be missed. */
function rootsIn(
  worth: (x: number) => number,
  places: readonly number[],
  most: { readonly roots: number; readonly touches: number },
): number[] {
  const values = places.map(worth)
  let touches = 0
  const roots: number[] = []
  const add = (root: number): void => {
    const last = roots.at(-1)
    if (last === undefined || root - last > 1e-9 * Math.max(1e-3, Math.abs(root)))
      roots.push(root + 0)
  }
  for (let at = 0; at < places.length && roots.length < most.roots; at += 1) {
    const [x, value] = [places[at] ?? 0, values[at] ?? NaN]
    if (value === 0) {
      add(x)
      continue
    }
    const [next, after] = [places[at + 1] ?? NaN, values[at + 1] ?? NaN]
    if (value * after < 0 && Number.isFinite(value) && Number.isFinite(after))
      crossing(x, next, value, after)
    else touching(at)
  }
  return roots

  /** A change of sign is not a root where the values grow towards it, as those of tan do. */
  function crossing(x: number, next: number, value: number, after: number): void {
    const root = rootBetween(worth, x, next)
    const residual = Math.abs(worth(root))
    if (residual <= NEAR * Math.max(Math.abs(value), Math.abs(after)) || residual < 1e-12) add(root)
  }

  /** A root without a change of sign: the values fall towards 0, and rise again. */
  function touching(at: number): void {
    const [before, here, after] = [at - 1, at, at + 1].map((one) => Math.abs(values[one] ?? NaN))
    if (before === undefined || here === undefined || after === undefined) return
    const isLow = here <= before && here <= after && here < Math.max(before, after)
    if (!isLow || !Number.isFinite(before + after) || touches === most.touches) return
    touches += 1
    const place = lowestBetween(worth, places[at - 1] ?? 0, places[at + 1] ?? 0)
    const left = Math.abs(worth(place))
    if (left <= 1e-14 * Math.max(1, before, after) || left <= 1e-12 * Math.min(before, after))
      add(place)
  }
}

/** Equal steps over the range, finer and finer steps towards 0, and whole numbers among them. */
function placesIn(from: number, to: number, most: number): readonly number[] {
  const count = Math.floor(most)
  const places = new Set<number>([from, to])
  for (let at = 0; at <= count; at += 1)
    places.add(Number((from + ((to - from) * at) / count).toPrecision(12)))
  const step = Math.max(0.01, 21 / count)
  for (let power = -12; power <= 9; power += step)
    for (const x of [10 ** power, -(10 ** power)]) places.add(x)
  places.add(0)
  return [...places].filter((x) => x >= from && x <= to).toSorted((a, b) => a - b)
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** The place where the absolute value is smallest, if it falls to there and rises again. */
function lowestBetween(worth: (x: number) => number, from: number, to: number): number {
  const size = (x: number) => Math.abs(worth(x))
  let [low, high] = [from, to]
  for (let round = 0; round < 60 && high - low > 1e-16 * Math.abs(high); round += 1) {
    const [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)]
    if (size(a) < size(b)) high = b
    else low = a
  }
  // Near such a root, floats do not distinguish places; a short number is more likely.
  const middle = (low + high) / 2
  const short = Number(middle.toPrecision(7))
  return size(short) <= size(middle) ? short : middle
}
