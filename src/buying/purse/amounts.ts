import { usdOf, type Usd } from '../../base/core/money.ts'
import type { Spend } from '../../stores/purse-rows.ts'
import type { SpendWallet } from './chains.ts'

const UNITS_PER_USD = 6

/** All tokens of the purse are dollars with at least six decimals. */
export const unitsOf = (amount: Usd, { decimals }: Pick<SpendWallet, 'decimals'>): bigint =>
  BigInt(amount) * 10n ** BigInt(decimals - UNITS_PER_USD)

/** Rounded up, so that no cap is passed by a fraction. */
export function usdOfUnits(units: bigint, { decimals }: Pick<SpendWallet, 'decimals'>): Usd {
  const per = 10n ** BigInt(decimals - UNITS_PER_USD)
  return usdOf(Number((units + per - 1n) / per))
}

/** What a purchase costs at most. */
export const costOf = ({ amount, fee = usdOf(0) }: Pick<Spend, 'amount' | 'fee'>): Usd =>
  usdOf(amount + fee)
