import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  mean,
  productsOf,
  quantileIn,
  sampleDeviation,
  sorted,
  spreadOf,
} from '../../../../engines/numbers/moments.ts'
import { numbersField, tidied, tidy } from '../../../../engines/numbers/number-fields.ts'

const VALUES_MAX = 20_000

export default defineTool({
  route: 'POST /api/return-metrics',
  name: 'Risk and return',
  description:
    'Risk and return of a price or return series: CAGR, volatility, Sharpe, Sortino, drawdown, VaR, beta, alpha.',
  asks: [
    'sharpe ratio and max drawdown of returns',
    'value at risk from daily returns',
    'how risky was my fund',
    'Sharpe ratio',
    'largest loss',
    'performance of an investment',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    returns: numbersField(2, VALUES_MAX)
      .optional()
      .describe('Simple returns by period, where 0.01 is 1 percent. Give these or prices.'),
    prices: numbersField(3, VALUES_MAX).optional().describe('Prices above 0, oldest first.'),
    perYear: z.int().min(1).max(100_000).default(252).describe('Periods per year.'),
    riskFreePct: z
      .number()
      .min(-100)
      .max(1_000)
      .default(0)
      .describe('Risk-free rate in percent per year, spread evenly over the periods.'),
    benchmark: numbersField(2, VALUES_MAX)
      .optional()
      .describe('Series of the same kind and length, for beta and alpha.'),
  }),
  output: z.object({
    totalPct: z.number(),
    cagrPct: z.number().nullable(),
    volatilityPct: z.number().describe('Sample deviation, annualised.'),
    sharpe: z.number().nullable(),
    sortino: z
      .number()
      .nullable()
      .describe('Sortino ratio; the deviation below the risk-free rate is over all periods.'),
    calmar: z.number().nullable().describe('cagrPct divided by maxDrawdownPct.'),
    maxDrawdownPct: z.number(),
    var95Pct: z
      .number()
      .describe('Historical loss of a period that 5 percent of the periods exceed.'),
    cvar95Pct: z.number().describe('Mean loss of the periods at or beyond that.'),
    beta: z.number().nullable(),
    alphaPct: z.number().nullable().describe('Alpha per year.'),
    winRatePct: z.number().describe('Share of periods with a return above 0.'),
    problems: z.array(z.string()).describe('Figures that are null, and the reason.'),
  }),
  examples: [
    {
      input: { prices: [100, 102, 101, 105, 103] },
      output: {
        totalPct: 3,
        cagrPct: 543.791378507,
        volatilityPct: 42.9001001759,
        sharpe: 4.5160790725,
        sortino: 11.3940199212,
        calmar: 285.490473716,
        maxDrawdownPct: 1.90476190476,
        var95Pct: 1.76610644258,
        cvar95Pct: 1.90476190476,
        beta: null,
        alphaPct: null,
        winRatePct: 50,
        problems: ['beta: needs benchmark', 'alphaPct: needs benchmark'],
      },
    },
  ],

  run({ returns, prices, perYear, riskFreePct, benchmark }) {
    if ((returns === undefined) === (prices === undefined))
      throw badInput('returns: exactly one of returns and prices must be given')
    const own = returns ?? returnsOf('prices', prices ?? [])
    const field = 'benchmark'
    const other = benchmark && (prices ? returnsOf(field, benchmark) : benchmark)
    if (other && other.length !== own.length)
      throw badInput('benchmark: must be as long as the series')
    if (own.some((value) => value < -1)) throw badInput('returns: must be at least -1')
    const free = riskFreePct / 100 / perYear
    const path = pathOf(own)
    const end = path.at(-1) ?? 1
    if (!Number.isFinite(end)) throw badInput('returns: must compound to a finite value')
    const deviation = sampleDeviation(own)
    const excess = mean(own) - free
    const below = Math.sqrt(mean(own.map((value) => Math.min(0, value - free) ** 2)))
    const drawdown = drawdownOf(path)
    const cagr = end > 0 ? end ** (perYear / own.length) - 1 : -1
    const ordered = sorted(own)
    const limit = quantileIn(ordered, 0.05)
    const slope = other && slopeOf(own, other)
    const year = Math.sqrt(perYear)
    const told = {
      totalPct: tidy((end - 1) * 100),
      cagrPct: Number.isFinite(cagr) ? tidy(cagr * 100) : null,
      volatilityPct: tidy(deviation * year * 100),
      sharpe: ratio(excess * year, deviation),
      sortino: ratio(excess * year, below),
      calmar: Number.isFinite(cagr) ? ratio(cagr, drawdown) : null,
      maxDrawdownPct: tidy(drawdown * 100),
      var95Pct: tidy(-limit * 100),
      cvar95Pct: tidy(-mean(ordered.filter((value) => value <= limit)) * 100),
      beta: slope === undefined || slope === null ? null : tidy(slope),
      alphaPct:
        slope === undefined || slope === null || other === undefined
          ? null
          : tidy((excess - slope * (mean(other) - free)) * perYear * 100),
      winRatePct: tidy((own.filter((value) => value > 0).length / own.length) * 100),
    }
    return { ...told, problems: problemsOf(told, other !== undefined) }
  },
})

const ratio = (value: number, by: number): number | null => (by === 0 ? null : tidied(value / by))

function problemsOf(
  told: Readonly<Record<string, number | null>>,
  hasBenchmark: boolean,
): string[] {
  const why: Readonly<Record<string, string>> = {
    cagrPct: 'is infinite over a year',
    sharpe: 'the returns do not vary',
    sortino: 'no return is below the riskless rate',
    calmar: 'there is no drawdown',
    beta: hasBenchmark ? 'the benchmark does not vary' : 'needs benchmark',
    alphaPct: hasBenchmark ? 'the benchmark does not vary' : 'needs benchmark',
  }
  return Object.keys(why)
    .filter((name) => told[name] === null)
    .map((name) => `${name}: ${why[name]}`)
}

function returnsOf(field: string, prices: readonly number[]): number[] {
  if (prices.some((price) => price <= 0)) throw badInput(`${field}: must be above 0`)
  return prices.slice(1).map((price, at) => price / (prices[at] ?? price) - 1)
}

/** Value of 1 after each period. */
function pathOf(returns: readonly number[]): number[] {
  let worth = 1
  return returns.map((value) => (worth *= 1 + value))
}

function drawdownOf(path: readonly number[]): number {
  let [top, most] = [1, 0]
  for (const worth of path) {
    top = Math.max(top, worth)
    most = Math.max(most, 1 - worth / top)
  }
  return most
}

function slopeOf(own: readonly number[], other: readonly number[]): number | null {
  const { squares } = spreadOf(other)
  return squares === 0 ? null : productsOf(own, other) / squares
}
