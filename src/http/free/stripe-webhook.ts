import { flag, object } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

/** Stripe tells of payments here; whatever it says, it is asked again. */
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
    ({ cards }) =>
    async (request) => {
      await cards.hear(await request.text(), request.header('stripe-signature'))
      return ok({ received: true })
    },
} satisfies EndpointSpec
