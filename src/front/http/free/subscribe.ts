import { WATCHES } from '../../../capabilities/monitors/watches.ts'
import { text } from '../../surfaces/free-endpoint.ts'
import { askerOf, checkoutReply, CHECKOUT_ANSWER } from './_cards.ts'
import type { EndpointSpec } from '../endpoint.ts'

const TARGETS = Object.entries(WATCHES).map(([product, { target }]) => `${product}: ${target}`)

export default {
  path: '/api/subscribe',
  methods: ['POST'],
  access: 'public',
  summary: 'Begins a monitor, paid monthly at the card page of Stripe.',
  input: {
    product: {
      type: 'string',
      enum: Object.keys(WATCHES),
      description: 'What to watch.',
      examples: ['domain'],
    },
    target: {
      ...text(TARGETS.join(' ')),
      minLength: 1,
      maxLength: 200,
      examples: ['example.com'],
    },
    email: { type: 'string', format: 'email', description: 'For the receipts of Stripe.' },
  },
  required: ['product', 'target'],
  takesForms: true,
  answer: CHECKOUT_ANSWER,
  refusals: [400, 404, 429, 502, 503, 504],
  closed: ({ checkout: { cards } }) => cards.closed,
  open:
    ({ checkout: { cards } }) =>
    async (request, _params, { product, target, email }) => {
      const wanted = {
        product: String(product),
        target: String(target).trim(),
        email: typeof email === 'string' ? email : undefined,
      }
      return checkoutReply(request, await cards.subscribe(wanted, askerOf(request)))
    },
} satisfies EndpointSpec
