import { randomBytes } from 'node:crypto'
import { json, type CallReply } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import type { Db } from '../core/db.ts'
import type { Job, JobState, JobStore } from '../stores/jobs.ts'
import type { Delivery } from './delivery.ts'
import type { ExtraWrites, PaidCall } from './paid.ts'
import { serializeReply, replyFault, parseReply } from './reply.ts'

export interface Jobs {
  /** Answers 202 at once; the call goes on in the background and settles when it has answered. */
  accept(call: PaidCall, client: string): Promise<CallReply>
  find(id: string): Promise<JobView | null>
  /** Ends jobs whose process died: failed, and never billed. */
  sweep(signal?: AbortSignal): Promise<void>
  /** Waits for the jobs of this process, and then aborts what is left. */
  drain(withinMs: number): Promise<void>
}

/** A job as `GET /api/jobs/<jobId>` tells it. */
export interface JobView {
  readonly jobId: string
  readonly status: JobState
  readonly slug: string
  readonly statusUrl: string
  readonly pollIntervalSeconds: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly expiresAt: string
  readonly result?: JobOutcome
  readonly error?: JobOutcome
}

interface JobOutcome {
  readonly httpStatus: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface JobOptions {
  readonly db: Db
  readonly store: JobStore
  readonly delivery: Delivery
  readonly idempotency: { abandon(key: string, callId: string): Promise<boolean> }
  now(): number
  onTrouble(what: string, cause: unknown): void
}

const LIFE_MS = 3_600_000
const RUNNING_PER_CLIENT_MAX = 4
const SPARE_MS = 60_000
const POLL_SECONDS = 5

export function createJobs({ db, store, delivery, idempotency, now, onTrouble }: JobOptions): Jobs {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function accept(call: PaidCall, client: string): Promise<CallReply> {
    const at = now()
    const id = randomBytes(24).toString('hex')
    const { slug, limits } = call.tool
    const job = {
      id,
      client,
      slug,
      callId: call.id,
      lease: at + limits.firstEventMs + SPARE_MS,
      expires: at + LIFE_MS,
    }
    if (!(await store.start(job, RUNNING_PER_CLIENT_MAX, at))) {
      await delivery.releasePayment(call)
      throw new Fault(
        'rate_limited',
        `At most ${RUNNING_PER_CLIENT_MAX} jobs run at once for one client.`,
        {
          retryAfterSeconds: POLL_SECONDS,
        },
      )
    }
    const run = background(job, call)
      .catch((thrown: unknown) => onTrouble(`job ${id} could not be ended`, thrown))
      .finally(() => underWay.delete(run))
    underWay.add(run)
    const view = viewOf({ ...job, state: 'working', outcome: null, created: at, updated: at })
    return {
      status: 202,
      headers: [
        ['location', view.statusUrl],
        ['preference-applied', 'respond-async'],
        ['retry-after', String(POLL_SECONDS)],
      ],
      body: json(view),
    }
  }

  /** Runs the job to its end, which the reconciler writes where nobody knows yet if it is paid. */
  async function background(job: Pick<Job, 'id' | 'client'>, call: PaidCall): Promise<void> {
    const completed: ExtraWrites = (reply) =>
      store.end(job, 'completed', serializeReply(reply, Infinity) ?? STREAMED, now())
    try {
      await delivery.deliver(call, stopping.signal, completed)
    } catch (thrown) {
      const fault = Fault.from(thrown)
      if (fault.code === 'internal') onTrouble(`job ${job.id}`, fault.cause)
      if (fault.code === 'settlement_unknown') return
      await db.batch(store.end(job, 'failed', serializeReply(replyFault(fault)) ?? '[]', now()))
      if (call.idempotencyKey) await idempotency.abandon(call.idempotencyKey, call.id)
    }
  }

  return {
    accept,
    async find(id) {
      const job = await store.find(id)
      return job && job.expires > now() ? viewOf(job) : null
    },
    async sweep(signal) {
      for (const job of await store.lost(now())) {
        if (signal?.aborted) return
        await db.batch(store.end(job, 'failed', LOST, now()))
      }
      await store.forget(now())
    },
    async drain(withinMs) {
      const late = setTimeout(() => stopping.abort(), withinMs)
      await Promise.allSettled(underWay)
      clearTimeout(late)
    },
  }
}

const stopped = (message: string): string =>
  serializeReply(replyFault(new Fault('upstream_failed', message))) ?? '[]'

const LOST = stopped('The process that ran this job has stopped. Nothing was charged; call again.')
const STREAMED = stopped('A stream cannot be kept. Call again without respond-async.')

function viewOf(job: Omit<Job, 'client'>): JobView {
  return {
    jobId: job.id,
    status: job.state,
    slug: job.slug,
    statusUrl: `/api/jobs/${job.id}`,
    pollIntervalSeconds: POLL_SECONDS,
    createdAt: new Date(job.created).toISOString(),
    updatedAt: new Date(job.updated).toISOString(),
    expiresAt: new Date(job.expires).toISOString(),
    ...(job.state === 'completed' && job.outcome ? { result: outcomeOf(job.outcome) } : {}),
    ...(job.state === 'failed' && job.outcome ? { error: outcomeOf(job.outcome) } : {}),
  }
}

function outcomeOf(kept: string): JobOutcome {
  const { status, headers, body } = parseReply(kept)
  return { httpStatus: status, headers: Object.fromEntries(headers), body: told(body) }
}

function told(body: CallReply['body']): unknown {
  if (body.kind === 'json') return JSON.parse(body.text)
  if (body.kind === 'events') return null
  const data = Buffer.from(body.bytes).toString('base64')
  return { contentType: body.contentType, encoding: 'base64', data }
}
