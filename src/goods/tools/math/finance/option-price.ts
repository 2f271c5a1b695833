import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'
import { rootBetween } from '../../../../engines/numbers/roots.ts'
import { american, european, type Greeks, type Option } from './_option.ts'

export default defineTool({
  route: 'POST /api/option-price',
  name: 'Option price',
  description:
    'Option price and greeks by Black-Scholes or an American tree, or implied volatility from a market price.',
  asks: [
    'black scholes value of a call',
    'what volatility does this option premium imply',
    'fair price of a call',
    'greeks',
  ],
  price: '$0.001',
  uses: {},
  place: ({ style }) => (style === 'american' ? 'thread' : 'here'),
  heavyField: 'steps',
  input: z.object({
    kind: z.enum(['call', 'put']).describe('Right to buy or to sell.'),
    spot: z.number().gt(0).max(1e12).describe('Price of the underlying today.'),
    strike: z.number().gt(0).max(1e12).describe('Exercise price.'),
    years: z.number().min(0).max(100).describe('Years to expiry, 0 to 100.'),
    ratePct: z
      .number()
      .min(-50)
      .max(100)
      .describe('Risk-free rate, continuous, in percent per year.'),
    volatilityPct: z
      .number()
      .min(0.01)
      .max(1_000)
      .optional()
      .describe('Volatility in percent per year.'),
    marketPrice: z
      .number()
      .min(0)
      .max(1e12)
      .optional()
      .describe('Market price to compute the volatility from. Give this or volatilityPct.'),
    dividendPct: z
      .number()
      .min(0)
      .max(100)
      .default(0)
      .describe('Continuous dividend yield, in percent per year.'),
    style: z
      .enum(['european', 'american'])
      .default('european')
      .describe('Style; american: may be exercised early.'),
    steps: z
      .int()
      .min(50)
      .max(2_000)
      .default(500)
      .describe('Steps of the American tree, 50 to 2000.'),
  }),
  output: z.object({
    price: z.number(),
    impliedVolatilityPct: z.number().nullable(),
    delta: z.number().nullable(),
    gamma: z.number().nullable(),
    theta: z.number().nullable().describe('Theta per calendar day.'),
    vega: z.number().nullable().describe('Vega per 1 % of volatility.'),
    rho: z.number().nullable().describe('Rho per 1 % of the rate.'),
    breakEven: z
      .number()
      .describe('Price of the underlying at expiry at which the premium is earned back.'),
    problems: z.array(z.string()).describe('Figures that are null, and the reason.'),
  }),
  examples: [
    {
      input: { kind: 'call', spot: 100, strike: 105, years: 0.5, ratePct: 4, volatilityPct: 25 },
      output: {
        price: 5.77993622769,
        delta: 0.470316847132,
        gamma: 0.0225050868623,
        theta: -0.0237887933805,
        vega: 0.281313585779,
        rho: 0.206258742428,
        impliedVolatilityPct: null,
        breakEven: 110.779936228,
        problems: ['impliedVolatilityPct: needs marketPrice'],
      },
    },
    {
      input: { kind: 'put', spot: 100, strike: 105, years: 0.5, ratePct: 4, marketPrice: 9 },
    },
  ],

  run({
    kind,
    spot,
    strike,
    years,
    ratePct,
    volatilityPct,
    marketPrice,
    dividendPct,
    style,
    steps,
  }) {
    if ((volatilityPct === undefined) === (marketPrice === undefined))
      throw badInput('volatilityPct: exactly one of volatilityPct and marketPrice must be given')
    const isCall = kind === 'call'
    const option = { isCall, spot, strike, years, rate: ratePct / 100, dividend: dividendPct / 100 }
    const valued = (volatility: number): Greeks =>
      style === 'european'
        ? european({ ...option, volatility })
        : american({ ...option, volatility }, steps)
    const ends = (price: number) => tidy(isCall ? strike + price : strike - price)
    const worthNow = Math.max(0, isCall ? spot - strike : strike - spot)
    if (years === 0) {
      const problems = ['delta, gamma, theta, vega, rho: the option expires now']
      return { price: worthNow, ...NOTHING, breakEven: ends(worthNow), problems }
    }
    if (volatilityPct !== undefined) {
      const greeks = valued(volatilityPct / 100)
      const problems = ['impliedVolatilityPct: needs marketPrice']
      return {
        ...greeksAnswer(greeks),
        impliedVolatilityPct: null,
        breakEven: ends(greeks.price),
        problems,
      }
    }
    const price = marketPrice ?? 0
    const volatility = impliedBy(price, option, valued)
    if (typeof volatility === 'string') {
      const problems = [`impliedVolatilityPct: ${volatility}`]
      return { price, ...NOTHING, breakEven: ends(price), problems }
    }
    return {
      ...greeksAnswer(valued(volatility)),
      price,
      impliedVolatilityPct: tidy(volatility * 100, 9),
      breakEven: ends(price),
      problems: [],
    }
  },
})

const NOTHING = {
  impliedVolatilityPct: null,
  delta: null,
  gamma: null,
  theta: null,
  vega: null,
  rho: null,
}

const greeksAnswer = ({ price, delta, gamma, theta, vega, rho }: Greeks) => ({
  price: tidy(price),
  delta: tidy(delta),
  gamma: tidy(gamma),
  theta: tidy(theta),
  vega: tidy(vega),
  rho: tidy(rho),
})

const [LEAST, MOST] = [1e-4, 10]

/**
 * Relative to the larger of spot and strike: smaller price differences do not matter to the model.
 */
const SAME_PRICE = 1e-12
/** In percentage points: a volatility that depends only on rounding is not answered. */
const LOOSE_PCT = 0.01
const OUTSIDE = 'the price is outside the no-arbitrage bounds'

/** Why there is no volatility: the price is impossible, or fits many volatilities. */
function impliedBy(
  price: number,
  { isCall, spot, strike }: Omit<Option, 'volatility'>,
  valued: (volatility: number) => Greeks,
): number | string {
  if (isCall && price >= spot) return OUTSIDE
  const same = SAME_PRICE * Math.max(spot, strike)
  const worthOf = (volatility: number) => valued(volatility).price - price
  if (worthOf(LEAST) > same || worthOf(MOST) < -same) return OUTSIDE
  if (worthOf(LEAST) >= -same) {
    const above = (volatility: number) => worthOf(volatility) - same
    const upTo = above(MOST) < 0 ? MOST : rootBetween(above, LEAST, MOST, 1e-6)
    return `not determined: every volatility up to ${tidy(upTo * 100, 4)} % gives this price`
  }
  if (worthOf(MOST) <= same) return 'not determined: higher volatilities give the same price'
  const volatility = rootBetween(worthOf, LEAST, MOST, 1e-10)
  const { vega } = valued(volatility)
  const isLoose = Math.abs(vega) * LOOSE_PCT < same
  return isLoose ? 'not determined: volatilities nearby give the same price' : volatility
}
