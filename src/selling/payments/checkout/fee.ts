import { usd, type Usd } from '../../../base/core/money.ts'

/** What the card processor keeps of a payment. */
export interface CardFee {
  /** Millionths of the payment: 2.9 % is 29,000. */
  readonly millionths: number
  readonly fixed: Usd
}

const MILLION = 1_000_000
const CENT = usd('$0.01')
/** The processor takes no smaller payment. */
export const CARD_CENTS_MIN = 50

/** The least whole cents that leave the price when the processor has taken its fee. */
export function cardCents(price: Usd, { millionths, fixed }: CardFee): number {
  const share = BigInt(MILLION - millionths) * BigInt(CENT)
  const needed = BigInt(price + fixed) * BigInt(MILLION)
  const cents = Number((needed + share - 1n) / share)
  return Math.max(CARD_CENTS_MIN, cents)
}
