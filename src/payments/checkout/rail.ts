import { z } from 'zod'
import { Fault } from '../../core/fault.ts'
import { usdOf, type Usd } from '../../core/money.ts'
import type { Authorization, Challenge, Rail } from '../rail.ts'

/** A payment at the processor's own page, made before the call. */
const Held = z.object({ payment: z.string().nullable() })
type Held = z.output<typeof Held>

export const CHECKOUT = 'checkout'

const NOTHING: Challenge = { protocol: CHECKOUT, value: () => null, headers: [], body: {} }

/** What a paid session is to the till. */
export const checkoutAuthorization = (
  payment: string | null,
  amount: Usd,
): Authorization<Held> => ({
  rail: CHECKOUT,
  payer: { rail: CHECKOUT, wallet: null },
  amount,
  proof: null,
  data: { payment },
})

/**
 * A card that has paid at the processor's page. No message can hold such a payment: the service
 * itself asks the processor, and then makes the call. The money is here already, so to settle is to
 * commit the sale; what is not delivered is refunded by whoever makes the call.
 */
export function createCheckoutRail(): Rail<null, void, Held> {
  return {
    id: CHECKOUT,
    accepts: () => false,
    challenge: () => NOTHING,
    claim: () => null,
    inspect() {
      throw new Fault('payment_refused', 'A card pays at its own page, not in a request.')
    },
    verify: async () => checkoutAuthorization(null, usdOf(0)),
    held: Held,
    settle: async ({ data }) => ({
      state: 'settled',
      entries: [],
      network: 'stripe',
      reference: data.payment,
    }),
    release: async () => {},
    describe: () => null,
  }
}
