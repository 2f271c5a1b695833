import type { CallReply, CallRequest } from '../../../base/core/call.ts'
import type { Asker, Checkout } from '../../../selling/checkout/sessions.ts'
import { number, object, text } from '../../surfaces/free-endpoint.ts'
import { isForm } from '../_forms.ts'
import { ok } from '../endpoint.ts'

/** What the endpoints of the card checkout share. */

export const CHECKOUT_ANSWER = object({
  url: text('Page of Stripe, where the card pays.'),
  session: text('Names the order. Who has it can read what was bought: keep it.'),
  priceUsd: number('What the card pays, with the fee of its processor.'),
  expiresAt: { ...text('When the page closes.'), format: 'date-time' },
})

export const askerOf = (request: CallRequest): Asker => ({
  client: request.client,
  key: request.header('idempotency-key'),
})

/** A program gets the address of the payment page; the form of a page is redirected there. */
export const checkoutReply = (request: CallRequest, checkout: Checkout): CallReply => {
  const reply = ok(checkout)
  return isForm(request) ? { ...reply, status: 303, headers: [['location', checkout.url]] } : reply
}
