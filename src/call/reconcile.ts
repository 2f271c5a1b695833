import type { Catalog } from '../catalog/catalog.ts'
import type { CallReply } from '../core/call.ts'
import type { Authorization } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { JobStore } from '../stores/jobs.ts'
import type { Payment, PaymentStore } from '../stores/payments.ts'
import type { CloseBooks } from './books.ts'
import { pack, unpack } from './reply.ts'

/** Finds out what became of payments that were lost from sight, and closes their books. */
export interface Reconciler {
  /** The payment as it stands after looking. */
  resolve(payment: Payment): Promise<Payment | null>
  /** Looks at all that are due. */
  sweep(): Promise<void>
}

export interface ReconcileParts {
  readonly catalog: Pick<Catalog, 'bySlug'>
  readonly till: Pick<Till, 'trace' | 'release'>
  readonly payments: PaymentStore
  readonly jobs: Pick<JobStore, 'ofCall' | 'end'>
  readonly closeBooks: CloseBooks
  now(): number
}

const LOOK_AGAIN_MS = 5_000

export function createReconciler(parts: ReconcileParts): Reconciler {
  const { catalog, till, payments, jobs, closeBooks, now } = parts

  async function resolve(payment: Payment): Promise<Payment | null> {
    const { proof, callId, slug, data, reply: kept } = payment
    const tool = catalog.bySlug(slug)
    if (!tool || !data) return postponed(payment)
    const authorization = JSON.parse(data) as Authorization
    const settlement = await till.trace(authorization)
    if (settlement.state === 'unknown') return postponed(payment)
    if (settlement.state === 'refused') {
      await payments.fail(proof, callId, now())
    } else {
      const answer = kept === null ? NOTHING_KEPT : unpack(kept)
      const reply = { ...answer, headers: [...answer.headers, ...settlement.headers] }
      const also = await endOfJob(callId, reply)
      await closeBooks({
        callId,
        tool,
        authorization,
        settlement,
        reply,
        idempotencyKey: null,
        also,
      })
    }
    return payments.find(proof)
  }

  async function postponed({ proof }: Payment): Promise<Payment | null> {
    await payments.pend(proof, now() + LOOK_AGAIN_MS, now())
    return payments.find(proof)
  }

  async function endOfJob(callId: string, reply: CallReply) {
    const job = await jobs.ofCall(callId)
    return job ? jobs.end(job, 'completed', pack(reply, Infinity) ?? '[]', now()) : []
  }

  return {
    resolve,
    async sweep() {
      for (const payment of await payments.unresolved(now())) await resolve(payment)
    },
  }
}

/** A stream, or an answer too large to keep: it was paid for, and its first bytes had left. */
const NOTHING_KEPT: CallReply = {
  status: 200,
  headers: [],
  body: { kind: 'json', text: '{"error":"The answer to this payment was not kept."}' },
}
