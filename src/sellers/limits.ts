import { usd } from '../core/money.ts'
import { nanosOf } from './price.ts'
import type { SpendChain } from '../purse/chains.ts'

/** By what rules other sellers are bought from. */
export const LIMITS = {
  /** Without a purse, nothing can be bought elsewhere: the verdicts say so. */
  spendChains: [] as readonly SpendChain[],
  /** Settled calls and payers that prove a seller. */
  floor: { settled: 50, payers: 3 },
  /** The most that is risked on a seller that is not proven. */
  unprovenMax: nanosOf(usd('$0.01')),
  failing: [] as readonly SpendChain[],
} as const
