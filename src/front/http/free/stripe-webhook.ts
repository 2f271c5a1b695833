import { flag, object } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

/**
 * Receives events of Stripe. Only the id of an event is used: the payment is always read from
 * Stripe.
 */
export default {
  path: '/api/stripe/webhook',
  methods: ['POST'],
  access: 'public',
  urgent: true,
  summary: 'Takes the signed events of Stripe, and nothing else.',
  answer: object({ received: flag('The event is written down.') }),
  refusals: [400, 503],
  readsText: true,
  open:
    ({ checkout: { cards } }) =>
    async (request) => {
      await cards.hear(await request.text(), request.header('stripe-signature'))
      return ok({ received: true })
    },
} satisfies EndpointSpec
