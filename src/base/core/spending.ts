import type { Usd } from './money.ts'

/** What a call makes this service owe to third parties. Where it is absent, nothing is counted. */
export interface Spending {
  /**
   * Called before a request that has a price is sent. Throws `rate_limited` where losses have
   * reached a cap, and `caller_gone` where nobody waits for it any more.
   */
  begin(provider: string, most: Usd): Promise<Expense>
}

/** One request that a third party may bill. */
export interface Expense {
  /** What it bills. The last word counts; without one, it is the most that was announced. */
  costs(amount: Usd): void
}

/** A request that nobody bills. */
export const NO_EXPENSE: Expense = { costs() {} }

/** A call whose costs may be counted. */
export interface Spender {
  readonly spending?: Spending | undefined
}

/** Announces a request that costs at most so much. */
export const beginExpense = async (
  { spending }: Spender,
  provider: string,
  most: Usd,
): Promise<Expense> => (spending && most > 0 ? spending.begin(provider, most) : NO_EXPENSE)
