import { badInput } from '../../../../base/core/fault.ts'
import {
  compare,
  type Decimal,
  minus,
  numberOf,
  ONE,
  over,
  plus,
  power,
  rounded,
  smaller,
  times,
  whole,
  ZERO,
} from '../../../../engines/numbers/decimal.ts'
import { growthOf, interestOn } from './_money.ts'

/** Present value of 1 at the end of each period: (1 - (1 + r)^-n) / r. */
export function annuityFactor(rate: Decimal, periods: number): Decimal {
  if (rate.digits === 0n) return whole(BigInt(periods))
  return over(minus(ONE, power(growthOf(rate), -periods)), rate)
}

export interface Instalment {
  readonly payment: Decimal
  readonly interest: Decimal
  readonly principal: Decimal
  readonly balance: Decimal
}

interface Plan {
  readonly principal: Decimal
  readonly annualPct: Decimal
  readonly perYear: number
  readonly payment: Decimal
  /** The last one pays what is left; endless until the balance is 0 if left out. */
  readonly periods: number
  readonly places: number
}

/** Instalments as a bank books them: interest is rounded each time, the last payment differs. */
export function instalmentsOf(plan: Plan): Instalment[] {
  const { principal, annualPct, perYear, payment, periods, places } = plan
  const rows: Instalment[] = []
  let balance = rounded(principal, places)
  while (compare(balance, ZERO) > 0 && rows.length < periods) {
    const interest = rounded(interestOn(balance, annualPct, perYear), places)
    const due = plus(balance, interest)
    const paid = rows.length === periods - 1 ? due : smaller(payment, due)
    balance = minus(due, paid)
    rows.push({ payment: paid, interest, principal: minus(paid, interest), balance })
  }
  return rows
}

/** The rate per period at which so many payments repay a principal, by bisection. */
export function solvedRate(principal: number, payment: number, periods: number): number {
  const worthOf = (rate: number): number =>
    rate === 0 ? payment * periods : (payment * -Math.expm1(-periods * Math.log1p(rate))) / rate
  let [low, high] = [0, 1]
  while (worthOf(high) > principal && high < 1e6) high *= 2
  for (let step = 0; step < 200 && high - low > Number.EPSILON * high; step += 1) {
    const middle = (low + high) / 2
    if (worthOf(middle) > principal) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** How many payments repay a principal: -ln(1 - P r / payment) / ln(1 + r). */
export function solvedPeriods(principal: Decimal, payment: Decimal, rate: Decimal): number {
  const share = numberOf(over(times(principal, rate), payment))
  if (share >= 1)
    throw badInput('payment: must be above the interest of a period, or the loan is never repaid')
  if (rate.digits === 0n) return numberOf(over(principal, payment))
  return -Math.log1p(-share) / Math.log1p(numberOf(rate))
}
