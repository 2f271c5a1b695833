import { notFound } from '../../../base/core/fault.ts'
import { object, text } from '../../surfaces/free-endpoint.ts'
import { createLimit } from '../../../selling/call/limits.ts'
import type { EndpointSpec } from '../endpoint.ts'

const PER_MINUTE = 30

/** Official clients ask by GET, and expect a 402 with the offer of a channel first. */
export default {
  path: '/api/channels/refund',
  methods: ['GET'],
  access: 'public',
  rail: 'channel',
  summary:
    'Gives back what a payment channel holds and calls have not cost. Without a payment it answers 402 with the offers of channels; send it a refund payload of x402 `batch-settlement` in `PAYMENT-SIGNATURE`.',
  answer: object({
    transaction: text('The transaction of the refund.'),
    amount: text('What went back, in base units.'),
  }),
  refusals: [402, 404, 429],
  open({ ground, payments }, { now }) {
    const { rateCounters } = ground.stores
    const limit = createLimit('refunds', PER_MINUTE, { rateCounters, now })
    return async (request) => {
      await limit.take(request.client)
      const { channels } = payments
      if (!channels) throw notFound('No payment channels are offered on this instance.')
      return channels.refunds.answer(request)
    }
  },
} satisfies EndpointSpec
