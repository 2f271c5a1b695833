import { z } from 'zod'
import { Fault } from '../../../base/core/fault.ts'
import { usdOf, type Usd } from '../../../base/core/money.ts'
import type { Authorization, RailChallenge, Rail } from '../rail.ts'
import type { StripeCheckout } from './stripe-checkout.ts'

/** A payment at the processor's own page, made before the call; null where nothing was due. */
const HeldPayment = z.object({ payment: z.string().nullable() })
type HeldPayment = z.output<typeof HeldPayment>

export const CHECKOUT = 'checkout'

const NOTHING: RailChallenge = { protocol: CHECKOUT, value: () => null, headers: [], body: {} }

/** What a paid session is to the till. */
export const checkoutAuthorization = (
  payment: string | null,
  amount: Usd,
): Authorization<HeldPayment> => ({
  rail: CHECKOUT,
  payer: { rail: CHECKOUT, wallet: null },
  amount,
  proof: null,
  data: { payment },
})

/**
 * A card payment that was authorized on the processor's page. No request can carry such a payment:
 * the service asks the processor and then makes the call. The card holds the money until the answer
 * is there, and settling captures it. Money from a bank debit has already arrived. The caller of
 * this rail refunds what is not delivered.
 */
export function createCheckoutRail(
  stripe: Pick<StripeCheckout, 'capture'> | null,
): Rail<null, void, HeldPayment> {
  return {
    id: CHECKOUT,
    accepts: () => false,
    challenge: () => NOTHING,
    claim: () => null,
    inspect() {
      throw new Fault('payment_refused', 'A card pays at its own page, not in a request.')
    },
    verify: async () => checkoutAuthorization(null, usdOf(0)),
    held: HeldPayment,
    async settle({ data: { payment } }) {
      const taken = {
        state: 'settled',
        entries: [],
        network: 'stripe',
        reference: payment,
      } as const
      if (payment === null) return taken
      if (!stripe) return { state: 'unknown', reason: 'no card processor is set up' }
      try {
        if ((await stripe.capture(payment)) === 'taken') return taken
        return { state: 'refused', reason: 'the card no longer holds the money' }
      } catch {
        return { state: 'unknown', reason: 'the card processor did not answer' }
      }
    },
    release: async () => {},
    describe: () => null,
  }
}
