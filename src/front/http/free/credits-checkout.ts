import { CREDIT_PACKS, type CreditPack } from '../../../selling/checkout/goods.ts'
import { askerOf, checkoutReply, CHECKOUT_ANSWER } from './_cards.ts'
import type { EndpointSpec } from '../endpoint.ts'

const PACKS = Object.keys(CREDIT_PACKS)

export default {
  path: '/api/credits/checkout',
  methods: ['POST'],
  access: 'public',
  summary: 'Buys a prepaid credits key at the card page of Stripe.',
  input: {
    pack: {
      type: ['string', 'integer'],
      enum: [...PACKS, ...PACKS.map(Number)],
      description: `Dollars of credits: ${PACKS.join(', ')}.`,
      examples: ['20'],
    },
  },
  required: ['pack'],
  takesForms: true,
  answer: CHECKOUT_ANSWER,
  refusals: [400, 429, 502, 503],
  closed: ({ checkout: { cards } }) =>
    cards.closed ??
    (cards.sellsCredits ? null : 'New credits are not on sale here: CREDITS_SALES is off.'),
  open:
    ({ checkout: { cards } }) =>
    async (request, _params, { pack }) =>
      checkoutReply(request, await cards.buyCredits(Number(pack) as CreditPack, askerOf(request))),
} satisfies EndpointSpec
