import { TOP_DEFAULT, TOP_MAX } from '../../../selling/catalog/find.ts'
import { textOr } from '../../../base/lib/json-object.ts'
import { DISPATCH_LEGEND } from '../../../buying/sellers/dispatch-legend.ts'
import { INCLUDES, type Include } from '../../../buying/sellers/market.ts'
import { NEUTRALITY, rowOf, wordsOf } from '../../../buying/sellers/listing-row.ts'
import { badInput } from '../../../base/core/fault.ts'
import { text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

const QUERY_CHARACTERS_MAX = 1_000

export default {
  path: '/api/route',
  methods: ['POST', 'GET'],
  access: 'public',
  summary: 'Tools for a task, of this service and of other x402 sellers, ranked without favour.',
  input: {
    query: {
      ...text('The task, in words.'),
      maxLength: QUERY_CHARACTERS_MAX,
      examples: ['decode a jwt'],
    },
    q: { ...text('Another name of `query`.'), maxLength: QUERY_CHARACTERS_MAX },
    top: {
      type: 'integer',
      default: TOP_DEFAULT,
      description: `How many rows at most, 1 to ${TOP_MAX}; a number outside means the nearest.`,
    },
    k: { type: 'integer', description: 'Another name of `top`.' },
    limit: { type: 'integer', description: 'Another name of `top`.' },
    include: {
      type: 'string',
      enum: [...INCLUDES],
      default: 'all',
      description: 'Whose rows: of all, of others only, or own ones only.',
    },
  },
  answer: { $ref: '#/components/schemas/Routed' },
  refusals: [400],
  open:
    ({ buying: { market, demand }, payments }) =>
    async ({ client }, _params, input) => {
      const query = textOr(input['query'] ?? input['q'], '').trim()
      if (query === '') throw badInput('query: must be the task in words, such as "decode a jwt"')
      const asked = Number(input['k'] ?? input['limit'] ?? input['top'])
      const top = Math.min(TOP_MAX, Math.max(1, Math.trunc(asked)))
      const include = input['include'] as Include
      const found = await market.find(query, top, include)
      const { ranked, matched, sellers, sellersMatched, isCovered, confidence } = found
      const nearest = ranked.find(({ good }) => good.isOwn)?.good.slug ?? null
      demand.note({ query, client, isMet: matched > 0 && isCovered, nearest })
      const words = wordsOf(query)
      const results = ranked.map((each) => rowOf(each, words))
      return ok({
        query,
        include,
        count: results.length,
        sellers,
        results,
        returned: results.length,
        matched,
        complete: results.length === matched,
        truncated: results.length < matched,
        sellersMatched,
        isCovered,
        confidence,
        topMax: TOP_MAX,
        neutrality: NEUTRALITY,
        containsUntrustedContent: ranked.some(({ good }) => !good.isOwn),
        network: payments.networkStatuses()[0]?.network ?? null,
        dispatchLegend: DISPATCH_LEGEND,
      })
    },
} satisfies EndpointSpec
