import { TOP_DEFAULT, TOP_MAX } from '../../catalog/find.ts'
import { text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

const top = (description: string) => ({ type: 'integer', description })

export default {
  path: '/api/find',
  methods: ['GET', 'POST'],
  access: 'public',
  summary: 'The tools for a task, best first.',
  input: {
    q: { ...text('The task, in words.'), minLength: 1, examples: ['decode a jwt'] },
    k: {
      ...top(`How many results at most, 1 to ${TOP_MAX}; a number outside means the nearest.`),
      default: TOP_DEFAULT,
    },
    limit: top('Another name of `k`.'),
    top: top('Another name of `k`.'),
  },
  required: ['q'],
  answer: { $ref: '#/components/schemas/Found' },
  refusals: [400],
  open:
    ({ find }) =>
    async (_request, _params, { q, k, limit, top }) =>
      ok(await find(String(q), Number(limit ?? top ?? k))),
} satisfies EndpointSpec
