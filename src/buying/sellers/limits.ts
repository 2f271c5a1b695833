import { usd } from '../../base/core/money.ts'
import { nanosOf } from './price.ts'
import type { SpendChain } from '../purse/chains.ts'

/** The limits for purchases from other sellers. */
export const LIMITS = {
  /** The chains of the purse; without any, nothing can be bought. */
  spendChains: [] as readonly SpendChain[],
  /** The least settled calls and payers of a proven seller. */
  floor: { settled: 50, payers: 3 },
  /** The highest price of a purchase from a seller without a proven history. */
  unprovenMax: nanosOf(usd('$0.01')),
  failing: [] as readonly SpendChain[],
} as const
