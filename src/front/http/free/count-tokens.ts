import { createLimit } from '../../../selling/call/limits.ts'
import { KB, MB } from '../../../base/lib/fields.ts'
import { countMessageTokens } from '../../../capabilities/llm/listing.ts'
import { count, object } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

const COUNTS_PER_MINUTE = 120
/** Of requests that take longer to read. */
const LARGE_PER_MINUTE = 30
const LARGE_LENGTH = 64 * KB

export default {
  path: '/v1/messages/count_tokens',
  // Below the address of a tier, to which the SDK adds `/v1`, a count is the same.
  aliases: ['/v1/v1/messages/count_tokens', '/v1/:tier/v1/messages/count_tokens'],
  methods: ['POST'],
  access: 'public',
  summary: 'About how many tokens a request of the messages wire has.',
  body: { bytesMax: 4 * MB, valuesMax: 10_000, membersMax: 1_000 },
  input: { messages: { type: 'array', items: { type: 'object' }, description: 'As in a call.' } },
  required: ['messages'],
  answer: object({
    input_tokens: count(
      'Tokens, by the encoding o200k; of more than 256 Ki characters an estimate from samples.',
    ),
  }),
  refusals: [400, 413, 429],
  open({ ground: { stores } }, { now }) {
    const { rateCounters } = stores
    const counts = createLimit('token counts', COUNTS_PER_MINUTE, { rateCounters, now })
    const large = createLimit('long token counts', LARGE_PER_MINUTE, { rateCounters, now })
    return async (request, _params, input) => {
      await counts.take(request.client)
      if ((await request.text()).length > LARGE_LENGTH) await large.take(request.client)
      return ok({ input_tokens: await countMessageTokens({ ...input }) })
    }
  },
} satisfies EndpointSpec
