import type { Db, Statement } from '../../base/core/db.ts'
import type { IdempotencyStore } from '../../stores/idempotency.ts'
import type { JobStore } from '../../stores/jobs.ts'
import type { PaymentStore } from '../../stores/payments.ts'

/** How long a call holds its proof, key and job without a renewal. */
export const HELD_MS = 30_000
/** How often a process renews what its calls hold. */
export const BEAT_MS = 5_000

const STATEMENTS_AT_ONCE = 200

/** What one call holds. */
export interface HeldClaims {
  readonly callId: string
  readonly proof?: string | null
  readonly idempotencyKey?: string | null
  readonly jobId?: string
}

/**
 * Renews what the calls of this process hold for as long as they run. After a process dies, it is
 * free soon, whatever the time limit of the tool.
 */
export interface KeepAlive {
  /** Answers a function that ends it. */
  hold(held: HeldClaims): () => void
  beat(): Promise<void>
}

export interface KeepAliveStores {
  readonly db: Db
  readonly payments: Pick<PaymentStore, 'renew'>
  readonly idempotency: Pick<IdempotencyStore, 'renew'>
  readonly jobs: Pick<JobStore, 'renew'>
  now(): number
}

export function createKeepAlive(stores: KeepAliveStores): KeepAlive {
  const { db, payments, idempotency, jobs, now } = stores
  const underWay = new Set<HeldClaims>()

  function renewals(
    { callId, proof, idempotencyKey, jobId }: HeldClaims,
    until: number,
  ): Statement[] {
    return [
      ...(proof ? [payments.renew(proof, callId, until)] : []),
      ...(idempotencyKey ? [idempotency.renew(idempotencyKey, callId, until)] : []),
      ...(jobId ? [jobs.renew(jobId, until)] : []),
    ]
  }

  return {
    hold(held) {
      underWay.add(held)
      return () => void underWay.delete(held)
    },
    async beat() {
      const until = now() + HELD_MS
      const statements = [...underWay].flatMap((held) => renewals(held, until))
      for (let at = 0; at < statements.length; at += STATEMENTS_AT_ONCE)
        await db.batch(statements.slice(at, at + STATEMENTS_AT_ONCE), 'soon')
    },
  }
}
