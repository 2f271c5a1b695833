import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { student } from '../../../../engines/numbers/distributions/continuous.ts'
import { mean, spreadOf, sum } from '../../../../engines/numbers/moments.ts'
import { normalAbove } from '../../../../engines/numbers/special/normal.ts'
import { type Fit, leastSquares, logistic, type Rows } from './_fits.ts'

const NUMBERS_MAX = 100_000
const COLUMNS_MAX = 50
const PREDICT_MAX = 10_000

const number = () => z.number().min(-1e15).max(1e15)
const row = () => z.array(number()).min(1).max(COLUMNS_MAX)

export default defineTool({
  route: 'POST /api/regression',
  name: 'Regression',
  description:
    'Fits a linear, multiple, polynomial, exponential, power, logarithmic or logistic regression, with R2, errors and p-values.',
  asks: [
    'linear regression with r2 and p-values',
    'fit a polynomial regression and predict',
    'line through my points',
    'how does price depend on size',
    'fit a curve',
    'predict y from x',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'x',
  input: z.object({
    x: z
      .array(z.union([number(), row()], { error: 'must be a number, or a row of up to 50' }))
      .min(2)
      .max(NUMBERS_MAX)
      .describe(
        'Numbers; for linear and logistic also a row of numbers for each y; 100000 in all.',
      ),
    y: z
      .array(number())
      .min(2)
      .max(NUMBERS_MAX)
      .describe('One number for each x; 0 or 1 for logistic.'),
    model: z
      .enum(['linear', 'polynomial', 'exponential', 'power', 'logarithmic', 'logistic'])
      .default('linear')
      .describe('Model; exponential and power fit the logarithm of y.'),
    degree: z.int().min(1).max(8).default(2).describe('Degree of polynomial, 1 to 8.'),
    predict: z
      .array(z.union([number(), row()], { error: 'must be a number, or a row as in x' }))
      .max(PREDICT_MAX)
      .default([])
      .describe('More values of x for which to predict y, up to 10000.'),
  }),
  output: z.object({
    coefficients: z
      .array(z.number())
      .describe('Coefficients without the intercept, by ascending power.'),
    intercept: z
      .number()
      .describe('Intercept of the fitted line: for exponential and power in ln y.'),
    r2: z.number().nullable().describe('R2 in the unit of y; for logistic that of McFadden.'),
    adjustedR2: z.number().nullable(),
    standardErrors: z
      .array(z.number())
      .describe('Standard error of the intercept, then of the coefficients.'),
    pValues: z
      .array(z.number())
      .describe('Two-sided p-values in the same order, for a value of 0.'),
    residualStdDev: z
      .number()
      .nullable()
      .describe('Residual deviation of the fitted line, with n - k - 1.'),
    predictions: z.array(z.number()).describe('Values for predict; probabilities for logistic.'),
    equation: z.string(),
    problems: z.array(z.string()).describe('Figures that are left out, and the reason.'),
  }),
  examples: [
    {
      input: { x: [1, 2, 3, 4], y: [2, 4, 6.1, 7.8], predict: [5] },
      output: {
        coefficients: [1.9499999999999997],
        intercept: 0.10000000000000053,
        r2: 0.9981624885155532,
        adjustedR2: 0.9972437327733299,
        standardErrors: [0.16201851746019655, 0.059160797830996176],
        pValues: [0.5999999999999986, 0.0009191781864926519],
        residualStdDev: 0.13228756555322957,
        problems: [],
        predictions: [9.849999999999998],
        equation: 'y = 0.1 + 1.95 x',
      },
    },
    {
      input: {
        x: [
          [1, 2],
          [2, 1],
          [3, 5],
          [4, 2],
          [5, 6],
        ],
        y: [3, 4, 8, 7, 12],
      },
    },
  ],

  async run({ x, y, model, degree, predict }) {
    const rows = rowsOf('x', x)
    if (rows.length !== y.length) throw badInput('y: must have one number for each x')
    const width = rows[0]?.length ?? 0
    if (rows.length * Math.max(width, model === 'polynomial' ? degree : 1) > NUMBERS_MAX)
      throw badInput(`x: must make at most ${NUMBERS_MAX} numbers in all`)
    const further = rowsOf('predict', predict, width)
    const shape = SHAPES[model]
    if (shape.isNarrow && width > 1) throw badInput(`x: must be plain numbers for ${model}`)
    const terms = (all: Rows, field: string) => shape.terms(all, degree, field)
    const columns = terms(rows, 'x')
    const count = columns[0]?.length ?? 0
    if (rows.length < count + 1) throw badInput(`x: must be at least ${count + 1} for this model`)
    const fitted =
      model === 'logistic'
        ? await logisticResult(columns, y)
        : lineResult(await leastSquares(columns, shape.target(y)), y, shape)
    const predictions = terms(further, 'predict').map((line) =>
      shape.back(fitted.intercept + sum(line.map((v, at) => v * (fitted.coefficients[at] ?? 0)))),
    )
    if (!predictions.every(Number.isFinite))
      throw badInput('predict: must be closer to x; the value there is infinite')
    return { ...fitted, predictions, equation: shape.equation(fitted) }
  },
})

function rowsOf(field: string, given: readonly (number | number[])[], width?: number): Rows {
  const rows = given.map((one) => (typeof one === 'number' ? [one] : one))
  const wanted = width ?? rows[0]?.length
  if (rows.some(({ length }) => length !== wanted))
    throw badInput(`${field}: must have ${wanted} numbers in each row`)
  return rows
}

interface Line {
  readonly intercept: number
  readonly coefficients: readonly number[]
}

interface Shape {
  readonly isNarrow: boolean
  terms(rows: Rows, degree: number, field: string): Rows
  target(y: readonly number[]): readonly number[]
  back(line: number): number
  equation(line: Line): string
}

const short = (value: number): string => String(Number(value.toPrecision(6)))

function sumText({ intercept, coefficients }: Line, name: (at: number) => string): string {
  const terms = coefficients.map((value, at) => {
    return `${value < 0 ? '-' : '+'} ${short(Math.abs(value))} ${name(at)}`
  })
  return [short(intercept), ...terms].join(' ')
}

const columnName =
  ({ coefficients }: Line) =>
  (at: number) =>
    coefficients.length === 1 ? 'x' : `x${at + 1}`

const straight: Shape = {
  isNarrow: false,
  terms: (rows) => rows,
  target: (y) => y,
  back: (line) => line,
  equation: (line) => `y = ${sumText(line, columnName(line))}`,
}

const logsOf = (rows: Rows, field: string): Rows => {
  if (rows.some(([value = 0]) => value <= 0)) throw badInput(`${field}: must be above 0 here`)
  return rows.map((row) => row.map(Math.log))
}

const inLogs: Shape = {
  ...straight,
  isNarrow: true,
  target(y) {
    if (y.some((value) => value <= 0)) throw badInput('y: must be above 0 for this model')
    return y.map(Math.log)
  },
  back: Math.exp,
}

const SHAPES: Readonly<
  Record<'linear' | 'polynomial' | 'exponential' | 'power' | 'logarithmic' | 'logistic', Shape>
> = {
  linear: straight,
  polynomial: {
    ...straight,
    isNarrow: true,
    terms: (rows, degree) =>
      rows.map(([value = 0]) => Array.from({ length: degree }, (_, at) => value ** (at + 1))),
    equation: (line) => `y = ${sumText(line, (at) => (at === 0 ? 'x' : `x^${at + 1}`))}`,
  },
  exponential: {
    ...inLogs,
    equation: ({ intercept, coefficients: [slope = 0] }) =>
      `y = ${short(Math.exp(intercept))} exp(${short(slope)} x)`,
  },
  power: {
    ...inLogs,
    terms: (rows, _degree, field) => logsOf(rows, field),
    equation: ({ intercept, coefficients: [slope = 0] }) =>
      `y = ${short(Math.exp(intercept))} x^${short(slope)}`,
  },
  logarithmic: {
    ...straight,
    isNarrow: true,
    terms: (rows, _degree, field) => logsOf(rows, field),
    equation: (line) => `y = ${sumText(line, () => 'ln(x)')}`,
  },
  logistic: {
    ...straight,
    back: (line) => 1 / (1 + Math.exp(-line)),
    equation: (line) => `p = 1 / (1 + exp(-(${sumText(line, columnName(line))})))`,
  },
}

function lineResult(fit: Fit, y: readonly number[], shape: Shape) {
  const target = shape.target(y)
  const df = y.length - fit.slopes.length - 1
  const left = sum(y.map((value, at) => (value - shape.back(fit.fitted[at] ?? 0)) ** 2))
  const { squares } = spreadOf(y)
  const r2 = squares === 0 ? null : 1 - left / squares
  const own = sum(target.map((value, at) => (value - (fit.fitted[at] ?? 0)) ** 2))
  const problems: string[] = []
  if (r2 === null) problems.push('r2: all y are equal')
  if (df === 0) problems.push('standardErrors, pValues: as many points as coefficients')
  return {
    coefficients: [...fit.slopes],
    intercept: fit.intercept,
    r2,
    adjustedR2: r2 === null || df === 0 ? null : 1 - ((1 - r2) * (y.length - 1)) / df,
    standardErrors: [...(fit.errors ?? [])],
    pValues: pValuesOf(fit, (t) => 2 * student(df).above(Math.abs(t))),
    residualStdDev: df === 0 ? null : Math.sqrt(own / df),
    problems,
  }
}

/** An exact fit has errors of 0: every coefficient other than 0 is then certain. */
const pValuesOf = ({ intercept, slopes, errors }: Fit, tail: (t: number) => number): number[] =>
  (errors ?? []).map((error, at) => {
    const value = at === 0 ? intercept : (slopes[at - 1] ?? 0)
    return error === 0 ? Number(value === 0) : Math.min(1, tail(value / error))
  })

async function logisticResult(rows: Rows, y: readonly number[]) {
  if (y.some((value) => value !== 0 && value !== 1))
    throw badInput('y: must be 0 or 1 for logistic')
  const share = mean(y)
  if (share === 0 || share === 1) throw badInput('y: must have both a 0 and a 1')
  const fit = await logistic(rows, y)
  const none = y.length * (share * Math.log(share) + (1 - share) * Math.log(1 - share))
  return {
    coefficients: [...fit.slopes],
    intercept: fit.intercept,
    r2: 1 - fit.logLikelihood / none,
    adjustedR2: null,
    standardErrors: [...(fit.errors ?? [])],
    pValues: pValuesOf(fit, (t) => 2 * normalAbove(Math.abs(t))),
    residualStdDev: null,
    problems: ['adjustedR2, residualStdDev: a logistic fit has none'],
  }
}
