import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'
import { rootBetween } from '../../../../engines/numbers/roots.ts'

const YEARS_MAX = 100

export default defineTool({
  route: 'POST /api/bond',
  name: 'Bond price and yield',
  description:
    'Bond price from yield, or yield to maturity from price, with duration, convexity and DV01.',
  asks: [
    'yield to maturity of a coupon bond',
    'bond duration and convexity at a price',
    'what should I pay for a bond',
    'yield to maturity',
    'duration',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    face: z.number().gt(0).max(1e12).default(100).describe('Amount paid back at maturity.'),
    couponPct: z
      .number()
      .min(0)
      .max(1_000)
      .describe('Coupon in percent of face per year; 0 is a zero bond.'),
    years: z
      .number()
      .gt(0)
      .max(YEARS_MAX)
      .describe('Years to maturity, up to 100; coupons are counted back from there.'),
    perYear: z
      .int()
      .refine((value) => [1, 2, 4, 12].includes(value), { error: 'must be 1, 2, 4 or 12' })
      .default(2)
      .describe('Coupons and compounding periods per year: 1, 2, 4 or 12.'),
    yieldPct: z.number().min(-50).max(10_000).optional().describe('Yield in percent per year.'),
    price: z
      .number()
      .gt(0)
      .max(1e15)
      .optional()
      .describe('Clean price for face. Give this or yieldPct.'),
  }),
  output: z.object({
    price: z.number().describe('Clean price, without the accrued coupon.'),
    yieldPct: z.number().describe('Yield to maturity, street convention.'),
    currentYieldPct: z.number().describe('Coupon of a year divided by the clean price.'),
    macaulayYears: z.number(),
    modifiedYears: z.number(),
    convexity: z.number().describe('Convexity in years squared.'),
    dv01: z.number().describe('Change of the price per 100 for 0.01 points of yield.'),
    accrued: z
      .number()
      .describe('Accrued coupon since the last payment, by the share of the period.'),
    cashflows: z.array(z.object({ years: z.number(), amount: z.number() })),
  }),
  examples: [
    {
      input: { couponPct: 5, years: 2, yieldPct: 4 },
      output: {
        price: 101.903864349,
        yieldPct: 4,
        currentYieldPct: 4.90658527223,
        macaulayYears: 1.92878292196,
        modifiedYears: 1.89096364898,
        convexity: 4.57804658036,
        dv01: 0.0192696503176,
        accrued: 0,
        cashflows: [
          { years: 0.5, amount: 2.5 },
          { years: 1, amount: 2.5 },
          { years: 1.5, amount: 2.5 },
          { years: 2, amount: 102.5 },
        ],
      },
    },
  ],

  run({ face, couponPct, years, perYear, yieldPct, price }) {
    if ((yieldPct === undefined) === (price === undefined))
      throw badInput('yieldPct: exactly one of yieldPct and price must be given')
    const flows = flowsOf(face, couponPct, years, perYear)
    const coupon = (face * couponPct) / 100 / perYear
    const accrued = coupon * (1 - (flows[0]?.periods ?? 1))
    const rate =
      yieldPct === undefined
        ? yieldFor((price ?? 0) + accrued, flows, perYear)
        : yieldPct / 100 / perYear
    const { worth, first, second } = momentsOf(flows, rate)
    const clean = worth - accrued
    if (!(clean > 0) || !Number.isFinite(clean))
      throw badInput('yieldPct: must give a price that is positive and finite')
    const modified = first / worth / (1 + rate) / perYear
    return {
      price: tidy(clean),
      yieldPct: tidy(rate * perYear * 100),
      currentYieldPct: tidy((face * couponPct) / clean),
      macaulayYears: tidy(first / worth / perYear),
      modifiedYears: tidy(modified),
      convexity: tidy(second / worth / (1 + rate) ** 2 / perYear ** 2),
      dv01: tidy((modified * worth * 100) / face / 10_000),
      accrued: tidy(accrued),
      cashflows: flows.map(({ periods, amount }) => ({
        years: tidy(periods / perYear),
        amount: tidy(amount),
      })),
    }
  },
})

interface Flow {
  readonly periods: number
  readonly amount: number
}

const NEARLY = 1e-9

function flowsOf(face: number, couponPct: number, years: number, perYear: number): Flow[] {
  const all = years * perYear
  const count = Math.max(1, Math.ceil(all - NEARLY))
  const coupon = (face * couponPct) / 100 / perYear
  return Array.from({ length: count }, (_, at) => ({
    periods: all - (count - 1 - at),
    amount: coupon + (at === count - 1 ? face : 0),
  }))
}

/** Present value, and its sums weighted by periods and by periods times the next. */
function momentsOf(flows: readonly Flow[], rate: number) {
  let [worth, first, second] = [0, 0, 0]
  for (const { periods, amount } of flows) {
    const value = amount * Math.exp(-periods * Math.log1p(rate))
    worth += value
    first += value * periods
    second += value * periods * (periods + 1)
  }
  return { worth, first, second }
}

function yieldFor(dirty: number, flows: readonly Flow[], perYear: number): number {
  const [low, high] = [-0.5 / perYear, 100 / perYear]
  const worthOf = (rate: number) => momentsOf(flows, rate).worth - dirty
  if (worthOf(low) < 0 || worthOf(high) > 0)
    throw badInput('price: must fit a yield between -50 and 10000 percent')
  return rootBetween(worthOf, low, high)
}
