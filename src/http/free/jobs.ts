import type { Jobs } from '../../call/jobs.ts'
import { notFound } from '../../core/fault.ts'
import { ok, type Endpoint } from '../endpoint.ts'

export const jobEndpoint = (jobs: Jobs): Endpoint => ({
  method: 'GET',
  path: '/api/jobs/:id',
  async handle(_request, { id = '' }) {
    const job = await jobs.find(id)
    if (!job) throw notFound('No such job: its link is wrong, or older than one hour.')
    const retry =
      job.status === 'working' ? [['retry-after', String(job.pollIntervalSeconds)] as const] : []
    return ok(job, retry)
  },
})
