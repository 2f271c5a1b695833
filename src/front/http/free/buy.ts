import { text } from '../../surfaces/free-endpoint.ts'
import { askerOf, checkoutReply, CHECKOUT_ANSWER } from './_cards.ts'
import type { EndpointSpec } from '../endpoint.ts'

export default {
  path: '/api/buy',
  methods: ['POST'],
  access: 'public',
  summary: 'Buys one call of a tool, such as a report, at the card page of Stripe.',
  input: {
    product: {
      ...text('Slug of the tool.'),
      minLength: 1,
      maxLength: 100,
      examples: ['ipo-report'],
    },
    input: {
      type: 'object',
      description: 'Input of the tool, as its own call takes it.',
      additionalProperties: true,
      default: {},
    },
  },
  required: ['product'],
  takesForms: true,
  answer: CHECKOUT_ANSWER,
  refusals: [400, 429, 502, 503],
  closed: ({ checkout: { cards } }) => cards.closed,
  open:
    ({ checkout: { cards } }) =>
    async (request, _params, { product, input }) => {
      const wanted = { product: String(product), input: input as Record<string, unknown> }
      return checkoutReply(request, await cards.buy(wanted, askerOf(request)))
    },
} satisfies EndpointSpec
