import { normalQuantile } from '../../../../engines/numbers/special/normal.ts'

/** Values per group by the normal approximation, for a two-sided test. */

export interface Demand {
  readonly confidence: number
  readonly power: number
}

export const twoSidedQuantile = (confidence: number): number =>
  -normalQuantile((1 - confidence) / 2)

/** To distinguish two shares: pooled under no effect, unpooled under the effect. */
export function perGroupForShares(
  one: number,
  other: number,
  { confidence, power }: Demand,
): number {
  const middle = (one + other) / 2
  const none = Math.sqrt(2 * middle * (1 - middle))
  const some = Math.sqrt(one * (1 - one) + other * (1 - other))
  const reach = twoSidedQuantile(confidence) * none + normalQuantile(power) * some
  return (reach / (one - other)) ** 2
}

/** To distinguish two means that differ by `effect` deviations. */
export const perGroupForMeans = (effect: number, { confidence, power }: Demand): number =>
  2 * ((twoSidedQuantile(confidence) + normalQuantile(power)) / effect) ** 2
