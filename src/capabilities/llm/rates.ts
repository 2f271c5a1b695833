import { usdOf, type Usd } from '../core/money.ts'
import type { Model } from './tiers.ts'

/** Tokens that are paid for. */
export interface Tokens {
  readonly input: number
  readonly output: number
  /** More of input, where it was written to the provider's cache. */
  readonly writing?: number
}

/** What a buyer pays for what a provider asks 100 for. */
const CHARGED_PERCENT = 115n
const PER_TOKENS = 1_000_000n

/** What tokens of a model cost, rounded up to a micro-dollar. */
export function priceOfTokens(
  { input, output, writing = 0 }: Tokens,
  rates: Pick<Model, 'input' | 'output'>,
): Usd {
  const read = BigInt(input + writing) * microsOf(rates.input)
  const cost = read + BigInt(output) * microsOf(rates.output)
  const divisor = PER_TOKENS * 100n
  return usdOf(Number((cost * CHARGED_PERCENT + divisor - 1n) / divisor))
}

/** A price of the table, which is in dollars, as an integer. */
const microsOf = (dollars: number): bigint => BigInt(Math.round(dollars * 1_000_000))
