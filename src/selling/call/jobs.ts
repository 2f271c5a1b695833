import { randomBytes } from 'node:crypto'
import type { Catalog } from '../catalog/catalog.ts'
import { json, type CallReply } from '../../base/core/call.ts'
import type { Db } from '../../base/core/db.ts'
import { Fault, isOwnFailure } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import type { Till } from '../payments/till.ts'
import type { IdempotencyStore } from '../../stores/idempotency.ts'
import type { JobRef, JobStore, LostJob } from '../../stores/jobs.ts'
import type { PaymentStore } from '../../stores/payments.ts'
import type { PaidCall } from './call.ts'
import type { CallLog } from './call-log.ts'
import type { Delivery } from './delivery.ts'
import { jobViewOf, POLL_SECONDS, type JobView } from './job-view.ts'
import { HELD_MS, type KeepAlive } from './keep-alive.ts'
import { latestProgress } from './progress.ts'
import { parseReply, replyFault, serializeReply } from './reply.ts'
import { readAccount, readStoredCall, storeCall } from './stored-payment.ts'

export interface Jobs {
  /** Answers 202 at once; the call runs in the background and settles when it has answered. */
  accept(call: PaidCall, client: string): Promise<CallReply>
  find(id: string): Promise<JobView | null>
  /** The reply of the finished job. Null while it runs; undefined if there is no such job. */
  ended(id: string): Promise<CallReply | null | undefined>
  /** Resumes jobs whose process has stopped; ends those that cannot be resumed, unbilled. */
  sweep(signal?: AbortSignal): Promise<void>
  /** Waits for the jobs of this process, and then leaves the rest to another process. */
  drain(withinMs: number): Promise<void>
}

export interface JobOptions {
  readonly db: Db
  readonly store: JobStore
  readonly payments: Pick<PaymentStore, 'renew' | 'fail'>
  readonly idempotency: Pick<IdempotencyStore, 'abandon' | 'orphan' | 'renew'>
  readonly catalog: Pick<Catalog, 'bySlug'>
  readonly till: Pick<Till, 'account' | 'extend' | 'restore'>
  readonly delivery: Pick<Delivery, 'deliver' | 'releasePayment'>
  readonly keepAlive: Pick<KeepAlive, 'hold'>
  readonly callLog: Pick<CallLog, 'end'>
  now(): number
  onTrouble(what: string, cause: unknown): void
}

const LIFE_MS = HOUR_MS
const RUNNING_PER_CLIENT_MAX = 4
/** A job whose process has died this often is not started again. */
const ATTEMPTS_MAX = 3
/** Time to settle after the tool has answered. */
const SETTLE_MS = 10_000

export function createJobs(options: JobOptions): Jobs {
  const { db, store, payments, idempotency, catalog, till, delivery } = options
  const { keepAlive, callLog, now, onTrouble } = options
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function accept(call: PaidCall, client: string): Promise<CallReply> {
    const at = now()
    const job = {
      id: randomBytes(24).toString('hex'),
      client,
      slug: call.tool.slug,
      callId: call.id,
      lease: at + HELD_MS,
      expires: at + LIFE_MS,
      call: storeCall(call),
      account: JSON.stringify(call.account),
    }
    // If this process dies, the reservation must last until another takes the job up. Once the job
    // is stored, nothing may fail: it runs, so its caller must be told of it.
    await till.extend(call.authorization, at + call.tool.limits.firstEventMs + SETTLE_MS)
    if (!(await store.start(job, RUNNING_PER_CLIENT_MAX, at))) {
      await delivery.releasePayment(call)
      throw new Fault(
        'rate_limited',
        `At most ${RUNNING_PER_CLIENT_MAX} jobs run at once for one client.`,
        { retryAfterSeconds: POLL_SECONDS },
      )
    }
    begin(job, call)
    const started = { state: 'working', outcome: null, progress: null } as const
    const view = jobViewOf({ ...job, ...started, created: at, updated: at }, [])
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

  /**
   * Counts and logs the end of a job like that of a call, in addition to the 202 that accepted it.
   */
  function begin(job: JobRef, accepted: PaidCall): void {
    const begun = { startedAt: performance.now(), outcome: 'failed', marks: {} } as const
    const call: PaidCall = { ...accepted, ...begun }
    const { id: callId, authorization, idempotencyKey } = call
    const { proof } = authorization
    const letGo = keepAlive.hold({ callId, proof, idempotencyKey, jobId: job.id })
    const run = background(job, call)
      .then((status) => status !== null && callLog.end(call, status))
      .catch((thrown: unknown) => onTrouble(`job ${job.id} could not be ended`, thrown))
      .finally(() => {
        letGo()
        underWay.delete(run)
      })
      .then(() => {})
    underWay.add(run)
  }

  /**
   * Runs the job to its end. If the settlement is unknown, the reconciler ends it. Answers the
   * final status; null when another process continues.
   */
  async function background(job: JobRef, call: PaidCall): Promise<number | null> {
    const { signal: leaving } = stopping
    try {
      await delivery.deliver(call, leaving, {
        leaving,
        progress: progressOf(job),
        extraWrites: (reply) =>
          store.end(job, 'completed', serializeReply(reply, Infinity) ?? UNKEPT, now()),
      })
      call.outcome = 'settled'
      return 200
    } catch (thrown) {
      const fault = Fault.from(thrown)
      if (leaving.aborted && fault.code === 'caller_gone') return leave(job)
      call.outcome = fault.status === 402 ? 'refused' : 'failed'
      call.cause = isOwnFailure(fault) ? fault.cause : fault.code
      if (fault.code === 'internal') onTrouble(`job ${job.id}`, fault.cause)
      const { idempotencyKey: key, id } = call
      if (fault.code === 'settlement_unknown') {
        if (key !== null) await idempotency.orphan(key, id)
        return fault.status
      }
      await db.batch(store.end(job, 'failed', serializeReply(replyFault(fault)) ?? '[]', now()))
      if (key !== null) await idempotency.abandon(key, id)
      return fault.status
    }
  }

  const progressOf = ({ id }: JobRef) =>
    latestProgress(
      (told) => db.batch([store.advance(id, told, now())]),
      (thrown) => onTrouble(`progress of job ${id}`, thrown),
    )

  /** Another process may resume it at once. */
  async function leave({ id }: JobRef): Promise<null> {
    await db.batch([store.renew(id, now())])
    return null
  }

  /**
   * The paid call of a lost job, with its payment held for another run; null when it has expired.
   */
  async function restored({
    callId,
    client,
    call: text,
    attempts,
  }: LostJob): Promise<PaidCall | null> {
    if (text === null) return null
    const { slug, ...stored } = readStoredCall(text, till)
    const { authorization, idempotencyKey: key, account } = stored
    const tool = catalog.bySlug(slug)
    if (!tool) return null
    const { amount } = authorization
    const found = {
      id: callId,
      startedAt: 0,
      tool,
      amount,
      outcome: 'failed',
      cause: null,
    } as const
    const sender = { client, payer: authorization.payer.wallet }
    const call: PaidCall = { ...stored, ...found, account, sender }
    const until = now() + tool.limits.firstEventMs + SETTLE_MS
    const isOver = attempts >= ATTEMPTS_MAX || !(await till.extend(authorization, until))
    if (isOver) {
      await delivery.releasePayment(call)
      if (key !== null) await idempotency.abandon(key, callId)
      return null
    }
    const lease = now() + HELD_MS
    const { proof } = authorization
    const proofs = proof === null ? [] : [{ ...payments.renew(proof, callId, lease), guard: true }]
    const keys = key === null ? [] : [{ ...idempotency.renew(key, callId, lease), guard: true }]
    const guards = [...proofs, ...keys] as const
    return guards.length === 0 || (await db.batch(guards as never)) ? call : null
  }

  async function takeUp(lost: LostJob): Promise<void> {
    if (!(await store.take(lost.id, now() + HELD_MS, now()))) return
    const call = await restored(lost).catch((thrown: unknown) => {
      onTrouble(`job ${lost.id} cannot be taken up`, thrown)
      return null
    })
    if (call) return begin(lost, call)
    await db.batch(store.end(lost, 'failed', LOST, now()))
  }

  return {
    accept,
    async find(id) {
      const job = await store.find(id)
      if (!job || job.expires <= now()) return null
      const account = job.account === null ? null : readAccount(job.account)
      const headers = account && job.state === 'completed' ? await till.account(account) : []
      return jobViewOf(job, headers)
    },
    async ended(id) {
      const job = await store.find(id)
      if (!job || job.expires <= now()) return undefined
      return job.outcome === null ? null : parseReply(job.outcome)
    },
    async sweep(signal) {
      for (const lost of await store.lost(now())) {
        if (signal?.aborted || stopping.signal.aborted) return
        await takeUp(lost)
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
const UNKEPT = stopped('The answer is too large to be kept.')
