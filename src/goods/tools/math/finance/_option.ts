import { normalBelow, normalDensity } from '../../../../engines/numbers/special/normal.ts'

/** Prices of options: Black, Scholes and Merton; the tree of Leisen and Reimer (1996). */

export interface Option {
  readonly isCall: boolean
  readonly spot: number
  readonly strike: number
  readonly years: number
  /** Continuous rates, as fractions per year. */
  readonly rate: number
  readonly dividend: number
  readonly volatility: number
}

export interface Greeks {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  /** Per calendar day. */
  readonly theta: number
  /** Per 1 % of volatility, and of the rate. */
  readonly vega: number
  readonly rho: number
}

const DAYS = 365

export function european(option: Option): Greeks {
  const { isCall, spot, strike, years, rate, dividend, volatility } = option
  const sign = isCall ? 1 : -1
  const root = volatility * Math.sqrt(years)
  const [grown, paid] = [Math.exp(-dividend * years), Math.exp(-rate * years)]
  const first = (Math.log(spot / strike) + (rate - dividend) * years) / root + root / 2
  const second = first - root
  const [near, far] = [normalBelow(sign * first), normalBelow(sign * second)]
  const bell = normalDensity(first) * grown
  const decay = (spot * bell * volatility) / (2 * Math.sqrt(years))
  return {
    price: Math.max(0, sign * (spot * grown * near - strike * paid * far)),
    delta: sign * grown * near,
    gamma: bell / (spot * root),
    theta: (-decay - sign * (rate * strike * paid * far - dividend * spot * grown * near)) / DAYS,
    vega: (spot * bell * Math.sqrt(years)) / 100,
    rho: (sign * strike * years * paid * far) / 100,
  }
}

export function american(option: Option, steps: number): Greeks {
  const tree = treeOf(option, steps)
  const at = (changes: Partial<Option>) => treeOf({ ...option, ...changes }, steps).price
  const day = Math.min(1 / DAYS, option.years / 2)
  const bump = Math.min(0.001, option.volatility / 2)
  return {
    ...tree,
    theta: (at({ years: option.years - day }) - tree.price) / (day * DAYS),
    vega:
      (at({ volatility: option.volatility + bump }) -
        at({ volatility: option.volatility - bump })) /
      (200 * bump),
    rho: (at({ rate: option.rate + 0.001 }) - at({ rate: option.rate - 0.001 })) / 0.2,
  }
}

/** The probability by the second inversion of Peizer and Pratt, for an odd number of steps. */
function inverted(z: number, steps: number): number {
  const bend = z / (steps + 1 / 3 + 0.1 / (steps + 1))
  return 0.5 + Math.sign(z) * Math.sqrt(0.25 - 0.25 * Math.exp(-bend * bend * (steps + 1 / 6)))
}

function treeOf(option: Option, wanted: number) {
  const { isCall, spot, strike, years, rate, dividend, volatility } = option
  const steps = wanted % 2 === 0 ? wanted + 1 : wanted
  const root = volatility * Math.sqrt(years)
  const first = (Math.log(spot / strike) + (rate - dividend) * years) / root + root / 2
  const up = inverted(first - root, steps)
  if (up <= 0 || up >= 1) return withoutChance(option, steps)
  const growth = Math.exp(((rate - dividend) * years) / steps)
  const rise = (growth * inverted(first, steps)) / up
  const fall = (growth - up * rise) / (1 - up)
  const shrink = Math.exp((-rate * years) / steps)
  const sign = isCall ? 1 : -1
  const priceAt = (ups: number, step: number) =>
    spot * Math.exp(ups * Math.log(rise) + (step - ups) * Math.log(fall))
  const values = Float64Array.from({ length: steps + 1 }, (_, ups) =>
    Math.max(0, sign * (priceAt(ups, steps) - strike)),
  )
  let [delta, gamma] = [0, 0]
  const slope = (ups: number, step: number) =>
    ((values[ups + 1] ?? 0) - (values[ups] ?? 0)) / (priceAt(ups + 1, step) - priceAt(ups, step))
  const ratio = rise / fall
  for (let step = steps - 1; step >= 0; step -= 1) {
    if (step === 1) gamma = ((slope(1, 2) - slope(0, 2)) * 2) / (priceAt(2, 2) - priceAt(0, 2))
    if (step === 0) delta = slope(0, 1)
    let price = priceAt(0, step)
    for (let ups = 0; ups <= step; ups += 1) {
      const held = shrink * (up * (values[ups + 1] ?? 0) + (1 - up) * (values[ups] ?? 0))
      values[ups] = Math.max(held, sign * (price - strike))
      price *= ratio
    }
  }
  return { price: values[0] ?? 0, delta, gamma }
}

/** So far from the strike that only drift matters: the best day for exercise. */
function withoutChance(option: Option, steps: number) {
  const { isCall, spot, strike, years, rate, dividend } = option
  const sign = isCall ? 1 : -1
  let [price, delta] = [0, 0]
  for (let step = 0; step <= steps; step += 1) {
    const time = (years * step) / steps
    const share = sign * Math.exp(-dividend * time)
    const worth = share * spot - sign * Math.exp(-rate * time) * strike
    if (worth > price) [price, delta] = [worth, share]
  }
  return { price, delta, gamma: 0 }
}
