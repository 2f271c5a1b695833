import { setTimeout as wait } from 'node:timers/promises'
import type { JobView } from '../../../selling/call/job-view.ts'
import { notFound } from '../../../base/core/fault.ts'
import { text } from '../../surfaces/free-endpoint.ts'
import type { EndpointSpec } from '../endpoint.ts'

const LOOK_MS = 500
/** Longer than any slow tool may take. A client that still listens then must ask again. */
const STREAM_MS = 240_000
const QUIET_MS = 15_000

export default {
  path: '/api/jobs/:jobId/events',
  methods: ['GET'],
  access: 'public',
  summary: 'The job as server-sent events: one `job` event for each change, the last when it ends.',
  inPath: { jobId: text('The `jobId` of the 202.') },
  answer: { type: 'string', description: 'Events named `job`, each with the job as JSON.' },
  refusals: [404],
  open:
    ({ calls: { jobs } }) =>
    async (request, { jobId = '' }) => {
      const find = () => jobs.find(jobId)
      const first = await find()
      if (!first) throw notFound('No such job: its link is wrong, or older than one hour.')
      return {
        status: 200,
        headers: [['cache-control', 'no-store']],
        body: { kind: 'events', chunks: changes(first, find, request.signal) },
      }
    },
} satisfies EndpointSpec

async function* changes(
  first: JobView,
  find: () => Promise<JobView | null>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const startedMs = performance.now()
  let [told, toldMs] = ['', startedMs]
  for (let job: JobView | null = first; job !== null; job = await find()) {
    const said = JSON.stringify(job)
    if (said !== told) {
      yield `event: job\ndata: ${said}\n\n`
      ;[told, toldMs] = [said, performance.now()]
    } else if (performance.now() - toldMs > QUIET_MS) {
      yield ': still working\n\n'
      toldMs = performance.now()
    }
    if (job.status !== 'working' || performance.now() - startedMs > STREAM_MS) return
    try {
      await wait(LOOK_MS, undefined, { signal })
    } catch {
      return
    }
  }
}
