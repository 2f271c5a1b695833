import { createLimit } from '../../../selling/call/limits.ts'
import { notFound } from '../../../base/core/fault.ts'
import { takesWork } from '../../surfaces/paying.ts'
import { count, object, text } from '../../surfaces/free-endpoint.ts'
import { isFree } from '../../surfaces/surface.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

export default {
  path: '/api/pow/challenge',
  methods: ['GET'],
  access: 'public',
  rail: 'pow',
  summary: 'A proof-of-work challenge that pays for one call of one tool.',
  input: { slug: { ...text('The tool to be paid for.'), minLength: 1, examples: ['hash'] } },
  required: ['slug'],
  answer: object({
    challenge: text('Text to be hashed with the nonce.'),
    difficulty: count('How many leading zero bits sha256(challenge + ":" + nonce) must have.'),
    token: text('Goes back in `X-Pow-Solution: <token>:<nonce>`.'),
    expiresAt: count('Seconds since the epoch.'),
  }),
  refusals: [400, 404, 429],
  open({ ground, payments, calls }, { shop, settings, now }) {
    const { rateCounters } = ground.stores
    const perMinute = settings.limits.POW_CHALLENGES_PER_MINUTE
    const challenges = createLimit('challenges', perMinute, { rateCounters, now })
    return async (request, _params, input) => {
      const slug = String(input['slug'])
      const tool = shop.catalog.bySlug(slug)
      if (!tool)
        throw notFound(`No tool is called ${slug.slice(0, 60)}. Find one at /api/find?q=...`)
      if (isFree(shop))
        throw notFound('No tool takes proof of work: all are free on this instance.')
      if (!takesWork(tool, shop)) throw notFound(`${slug} is not payable by proof of work.`)
      await challenges.take(request.client)
      return ok(payments.pow.issue(tool, await calls.unpaidRuns.workBitsOf(request.client)))
    }
  },
} satisfies EndpointSpec
