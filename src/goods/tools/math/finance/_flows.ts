/** Amounts at times, counted in periods or years from the first one. */
export interface Flow {
  readonly amount: number
  readonly time: number
}

export const presentValue = (flows: readonly Flow[], rate: number): number =>
  flows.reduce((sum, { amount, time }) => sum + amount * Math.exp(-time * Math.log1p(rate)), 0)

const RATE_MIN = -0.999
const RATE_MAX = 10
const GRID = 2_000

/** Rates at which the present value is 0, nearest to 0 first: sign changes on a grid, bisected. */
export function returnsOf(flows: readonly Flow[]): readonly number[] {
  if (!flows.some(({ amount }) => amount > 0) || !flows.some(({ amount }) => amount < 0)) return []
  const worthAt = (step: number) => presentValue(flows, rateAt(step))
  const roots: number[] = []
  let before = worthAt(0)
  for (let step = 1; step <= GRID; step += 1) {
    const worth = worthAt(step)
    if (before === 0) roots.push(rateAt(step - 1))
    else if (worth !== 0 && worth > 0 !== before > 0)
      roots.push(bisected(flows, rateAt(step - 1), rateAt(step), before > 0))
    before = worth
  }
  return roots.toSorted((a, b) => Math.abs(a) - Math.abs(b))
}

/** Equal steps of ln(1 + rate), so that steps near -1 are small. */
function rateAt(step: number): number {
  const [low, high] = [Math.log1p(RATE_MIN), Math.log1p(RATE_MAX)]
  return Math.expm1(low + ((high - low) * step) / GRID)
}

function bisected(flows: readonly Flow[], from: number, to: number, isFirstAbove: boolean): number {
  let [low, high] = [from, to]
  for (let round = 0; round < 100; round += 1) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (presentValue(flows, middle) > 0 === isFirstAbove) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** (income at the end / outlays at the start)^(1 / time) - 1; null without either. */
export function modifiedReturn(
  flows: readonly Flow[],
  financeRate: number,
  reinvestRate: number,
): number | null {
  const end = flows.at(-1)?.time ?? 0
  let [outlays, income] = [0, 0]
  for (const { amount, time } of flows) {
    if (amount < 0) outlays -= amount * (1 + financeRate) ** -time
    else income += amount * (1 + reinvestRate) ** (end - time)
  }
  return outlays === 0 || income === 0 || end === 0 ? null : (income / outlays) ** (1 / end) - 1
}

/** When the running sum last rises to 0, interpolated within a period; null if it never does. */
export function paybackOf(flows: readonly Flow[]): number | null {
  let [sum, payback, before]: [number, number | null, number] = [0, null, 0]
  for (const { amount, time } of flows) {
    const next = sum + amount
    if (sum < 0 && next >= 0) payback = before + (time - before) * (-sum / amount)
    if (next < 0) payback = null
    ;[sum, before] = [next, time]
  }
  return payback
}
