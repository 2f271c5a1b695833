import type { CallReply, HeaderPair } from '../../base/core/call.ts'
import type { Progress } from '../../base/core/capability.ts'
import type { Job, JobState } from '../../stores/jobs.ts'
import { parseReply } from './reply.ts'

/** A job as `GET /api/jobs/<jobId>` answers it. */
export interface JobView {
  readonly jobId: string
  readonly status: JobState
  readonly slug: string
  readonly statusUrl: string
  readonly pollIntervalSeconds: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly expiresAt: string
  /** Progress of a running job, if it reports any. */
  readonly progress?: Progress
  readonly result?: JobOutcome
  readonly error?: JobOutcome
  /** Set for a job that was sold. */
  readonly receiptUrl?: string
}

interface JobOutcome {
  readonly httpStatus: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** How long a client should wait between two requests for its job. */
export const POLL_SECONDS = 5

export function jobViewOf(
  job: Omit<Job, 'client' | 'account'>,
  account: readonly HeaderPair[],
): JobView {
  return {
    jobId: job.id,
    status: job.state,
    slug: job.slug,
    statusUrl: `/api/jobs/${job.id}`,
    pollIntervalSeconds: POLL_SECONDS,
    createdAt: new Date(job.created).toISOString(),
    updatedAt: new Date(job.updated).toISOString(),
    expiresAt: new Date(job.expires).toISOString(),
    ...(job.state === 'working' && job.progress !== null
      ? { progress: JSON.parse(job.progress) as Progress }
      : {}),
    ...(job.state === 'completed' && job.outcome
      ? { result: outcomeOf(job.outcome, account), receiptUrl: `/receipts/${job.callId}` }
      : {}),
    ...(job.state === 'failed' && job.outcome ? { error: outcomeOf(job.outcome, []) } : {}),
  }
}

function outcomeOf(kept: string, account: readonly HeaderPair[]): JobOutcome {
  const { status, headers, body } = parseReply(kept)
  return {
    httpStatus: status,
    headers: Object.fromEntries([...headers, ...account]),
    body: jsonOf(body),
  }
}

function jsonOf(body: CallReply['body']): unknown {
  if (body.kind === 'json') return JSON.parse(body.text)
  if (body.kind === 'events') return null
  if (body.contentType === 'text/event-stream') {
    const { contentType, bytes } = body
    return { contentType, encoding: 'utf8', data: Buffer.from(bytes).toString('utf8') }
  }
  const data = Buffer.from(body.bytes).toString('base64')
  return { contentType: body.contentType, encoding: 'base64', data }
}
