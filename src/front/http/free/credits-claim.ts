import { number, text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

export default {
  path: '/api/credits/claim',
  methods: ['GET'],
  access: 'public',
  summary: 'The credits key of a paid session: shown once, and again for a day.',
  input: {
    session: { ...text('The `session` of the checkout.'), maxLength: 250, minLength: 1 },
  },
  required: ['session'],
  answer: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['unpaid', 'minted', 'claimed', 'not_found', 'invalid'] },
      key: text('The credits key, with `minted`. It is stored nowhere here.'),
      keyId: text('Names the key, and is no secret.'),
      balanceUsd: number('What was paid in, in dollars.'),
    },
    required: ['status'],
  },
  refusals: [400, 429],
  open:
    ({ checkout: { cards } }) =>
    async ({ client }, _params, { session }) =>
      ok(await cards.claim(String(session), client)),
} satisfies EndpointSpec
