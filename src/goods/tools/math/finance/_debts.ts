import {
  compare,
  type Decimal,
  minus,
  plus,
  rounded,
  smaller,
  sumOf,
  ZERO,
} from '../../../../engines/numbers/decimal.ts'
import { interestOn } from './_money.ts'

export type Strategy = 'avalanche' | 'snowball'

export interface Debt {
  readonly name: string
  readonly balance: Decimal
  readonly annualPct: Decimal
  readonly minimum: Decimal
}

interface Month {
  readonly payments: readonly (readonly [name: string, paid: Decimal])[]
  readonly balance: Decimal
}

interface Payoff {
  readonly plan: readonly Month[]
  readonly interest: Decimal
  readonly order: readonly string[]
}

const MONTHS_MAX = 1_200

/** Month by month: interest, the minimums, then the rest by the strategy. */
export function payoffOf(
  debts: readonly Debt[],
  budget: Decimal,
  strategy: Strategy,
  places: number,
): Payoff | undefined {
  const open = debts.map((debt) => ({ ...debt, paid: ZERO }))
  const plan: Month[] = []
  const order: string[] = []
  let interest = ZERO
  while (open.some(({ balance }) => compare(balance, ZERO) > 0)) {
    if (plan.length >= MONTHS_MAX) return undefined
    let left = budget
    const pay = (debt: (typeof open)[number], most: Decimal): void => {
      const paid = smaller(smaller(most, debt.balance), left)
      debt.balance = minus(debt.balance, paid)
      debt.paid = plus(debt.paid, paid)
      left = minus(left, paid)
    }
    const owed = open.filter(({ balance }) => compare(balance, ZERO) > 0)
    for (const debt of owed) {
      const due = rounded(interestOn(debt.balance, debt.annualPct, 12), places)
      interest = plus(interest, due)
      debt.balance = plus(debt.balance, due)
      debt.paid = ZERO
    }
    for (const debt of owed) pay(debt, debt.minimum)
    for (const debt of owed.toSorted(RANKS[strategy])) pay(debt, left)
    order.push(
      ...owed.filter(({ balance }) => compare(balance, ZERO) === 0).map(({ name }) => name),
    )
    plan.push({
      payments: owed.map(({ name, paid }) => [name, paid] as const),
      balance: sumOf(open.map(({ balance }) => balance)),
    })
  }
  return { plan, interest, order }
}

type Rank = (a: Debt, b: Debt) => number

const byBalance: Rank = (a, b) => compare(a.balance, b.balance)
const byRate: Rank = (a, b) => compare(b.annualPct, a.annualPct)

const RANKS: Readonly<Record<Strategy, Rank>> = {
  avalanche: (a, b) => byRate(a, b) || byBalance(a, b),
  snowball: (a, b) => byBalance(a, b) || byRate(a, b),
}
