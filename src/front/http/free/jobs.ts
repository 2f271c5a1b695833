import { notFound } from '../../../base/core/fault.ts'
import { text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

export default {
  path: '/api/jobs/:jobId',
  methods: ['GET'],
  access: 'public',
  summary: 'A job that was started with `Prefer: respond-async`. Its link is its only key.',
  inPath: { jobId: text('The `jobId` of the 202.') },
  answer: { $ref: '#/components/schemas/Job' },
  refusals: [404],
  open:
    ({ calls: { jobs } }) =>
    async (_request, { jobId = '' }) => {
      const found = await jobs.find(jobId)
      if (!found) throw notFound('No such job: its link is wrong, or older than one hour.')
      const retry =
        found.status === 'working'
          ? [['retry-after', String(found.pollIntervalSeconds)] as const]
          : []
      return ok(found, retry)
    },
} satisfies EndpointSpec
