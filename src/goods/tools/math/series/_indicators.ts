/** Indicators over price bars, as Wilder and their other authors define them. */

export interface Bars {
  readonly close: readonly number[]
  readonly high: readonly number[]
  readonly low: readonly number[]
  readonly volume: readonly number[]
}

export type Line = (number | null)[]

/** Sums over a window by its end; null before it is full. */
function windows(
  values: readonly number[],
  period: number,
  of: (window: readonly number[]) => number | null,
): Line {
  return values.map((_, at) => (at + 1 < period ? null : of(values.slice(at + 1 - period, at + 1))))
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export const simple = (values: readonly number[], period: number): Line =>
  windows(values, period, meanOf)

/** An exponential mean: it begins with a simple mean, then each value has this weight. */
function forgetting(values: readonly number[], period: number, weight: number): Line {
  let level: number | null = null
  return values.map((value, at) => {
    if (at + 1 < period) return null
    level = level === null ? meanOf(values.slice(0, period)) : level + weight * (value - level)
    return level
  })
}

export const exponential = (values: readonly number[], period: number): Line =>
  forgetting(values, period, 2 / (period + 1))

const wilder = (values: readonly number[], period: number): Line =>
  forgetting(values, period, 1 / period)

/** A line that begins later: its known part is processed, and put back in its place. */
function later(line: Line, count: number, work: (known: readonly number[]) => Line): Line {
  const known = line.filter((value) => value !== null)
  const worked = work(known)
  return [...Array.from({ length: count - known.length }, () => null), ...worked]
}

const steps = (values: readonly number[]): number[] =>
  values.slice(1).map((value, at) => value - (values[at] ?? 0))

export function strength(close: readonly number[], period: number): Line {
  const changes = steps(close)
  const up = wilder(
    changes.map((change) => Math.max(change, 0)),
    period,
  )
  const down = wilder(
    changes.map((change) => Math.max(-change, 0)),
    period,
  )
  return [
    null,
    ...up.map((gain, at) => {
      const loss = down[at]
      if (gain === null || loss === null || loss === undefined) return null
      // Without any change there is no relative strength.
      return gain + loss === 0 ? null : (100 * gain) / (gain + loss)
    }),
  ]
}

const FAST = 12
const SLOW = 26
const SIGNAL = 9

export function convergence(close: readonly number[]) {
  const [fast, slow] = [exponential(close, FAST), exponential(close, SLOW)]
  const macd = slow.map((value, at) => (value === null ? null : (fast[at] ?? 0) - value))
  const signal = later(macd, close.length, (known) => exponential(known, SIGNAL))
  return macd.map((value, at) => {
    const mark = signal[at]
    if (value === null) return null
    return {
      macd: value,
      signal: mark ?? null,
      histogram: mark === null || mark === undefined ? null : value - mark,
    }
  })
}

export const bands = (close: readonly number[], period: number) =>
  close.map((_, at) => {
    if (at + 1 < period) return null
    const window = close.slice(at + 1 - period, at + 1)
    const middle = meanOf(window)
    const deviation = Math.sqrt(meanOf(window.map((value) => (value - middle) ** 2)))
    return { lower: middle - 2 * deviation, middle, upper: middle + 2 * deviation }
  })

export function trueRanges({ high, low, close }: Bars): number[] {
  return high.map((top, at) => {
    const bottom = low[at] ?? 0
    const before = close[at - 1]
    return before === undefined
      ? top - bottom
      : Math.max(top - bottom, Math.abs(top - before), Math.abs(bottom - before))
  })
}

export const averageRange = (bars: Bars, period: number): Line => wilder(trueRanges(bars), period)

/** The position of the close in the range of the window, 0 to 1; null for a range of 0. */
function placeInRange({ high, low, close }: Bars, period: number): Line {
  return close.map((value, at) => {
    if (at + 1 < period) return null
    const top = Math.max(...high.slice(at + 1 - period, at + 1))
    const bottom = Math.min(...low.slice(at + 1 - period, at + 1))
    return top === bottom ? null : (value - bottom) / (top - bottom)
  })
}

const SMOOTHED = 3

export function stochastic(bars: Bars, period: number) {
  const line = placeInRange(bars, period).map((place) => (place === null ? null : 100 * place))
  return line.map((k, at) => {
    if (k === null) return null
    const window = line.slice(Math.max(0, at + 1 - SMOOTHED), at + 1)
    const known = window.filter((value) => value !== null)
    return { k, d: known.length === SMOOTHED ? meanOf(known) : null }
  })
}

export const williams = (bars: Bars, period: number): Line =>
  placeInRange(bars, period).map((place) => (place === null ? null : -100 * (1 - place)))

export function direction(bars: Bars, period: number) {
  const [up, down] = [steps(bars.high), steps(bars.low).map((step) => -step)]
  const rises = up.map((step, at) => (step > (down[at] ?? 0) && step > 0 ? step : 0))
  const falls = down.map((step, at) => (step > (up[at] ?? 0) && step > 0 ? step : 0))
  const ranges = wilder(trueRanges(bars).slice(1), period)
  const [plus, minus] = [rises, falls].map((moves) =>
    wilder(moves, period).map((move, at) => {
      const range = ranges[at]
      return move === null || !range ? null : (100 * move) / range
    }),
  ) as [Line, Line]
  const index = plus.map((one, at) => {
    const other = minus[at] ?? null
    if (one === null || other === null) return null
    return one + other === 0 ? 0 : (100 * Math.abs(one - other)) / (one + other)
  })
  const smoothed = later(index, index.length, (known) => wilder(known, period))
  return [
    null,
    ...plus.map((plusDi, at) =>
      plusDi === null ? null : { adx: smoothed[at] ?? null, plusDi, minusDi: minus[at] ?? null },
    ),
  ]
}

/** Volume of rising bars minus that of falling ones, from 0. */
export function balance({ close, volume }: Bars): number[] {
  let total = 0
  return close.map((value, at) => {
    total += Math.sign(value - (close[at - 1] ?? value)) * (volume[at] ?? 0)
    return total
  })
}

const typical = ({ high, low, close }: Bars): number[] =>
  close.map((value, at) => (value + (high[at] ?? 0) + (low[at] ?? 0)) / 3)

/** Since the first bar; null until there is volume. */
export function volumePrice(bars: Bars): Line {
  let [paid, traded] = [0, 0]
  return typical(bars).map((price, at) => {
    paid += price * (bars.volume[at] ?? 0)
    traded += bars.volume[at] ?? 0
    return traded === 0 ? null : paid / traded
  })
}

const CCI_FACTOR = 0.015

export const channel = (bars: Bars, period: number): Line =>
  windows(typical(bars), period, (window) => {
    const middle = meanOf(window)
    const deviation = meanOf(window.map((value) => Math.abs(value - middle)))
    return deviation === 0 ? null : ((window.at(-1) ?? 0) - middle) / (CCI_FACTOR * deviation)
  })
