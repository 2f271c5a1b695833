import { usdOf, type Usd } from '../../base/core/money.ts'
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

type Rates = Pick<Model, 'input' | 'output'>

/** What a provider bills for tokens of a model, rounded up to a micro-dollar. */
export const providerCost = (tokens: Tokens, rates: Rates): Usd => costAt(100n, tokens, rates)

/** What a buyer pays for them. */
export const priceOfTokens = (tokens: Tokens, rates: Rates): Usd =>
  costAt(CHARGED_PERCENT, tokens, rates)

function costAt(percent: bigint, { input, output, writing = 0 }: Tokens, rates: Rates): Usd {
  const read = BigInt(input + writing) * microsOf(rates.input)
  const cost = read + BigInt(output) * microsOf(rates.output)
  const divisor = PER_TOKENS * 100n
  return usdOf(Number((cost * percent + divisor - 1n) / divisor))
}

/** A price of the table, which is in dollars, as an integer. */
const microsOf = (dollars: number): bigint => BigInt(Math.round(dollars * 1_000_000))
