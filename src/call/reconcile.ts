import type { Catalog } from '../catalog/catalog.ts'
import type { ReplyBody } from '../core/call.ts'
import type { Deed } from '../core/deed.ts'
import type { Authorization } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { JobStore } from '../stores/jobs.ts'
import type { Payment, PaymentStore } from '../stores/payments.ts'
import type { Answer } from './answer.ts'
import type { CloseBooks } from './books.ts'
import type { AlsoClosing } from './paid.ts'
import { pack, unpack } from './reply.ts'

/** Finds out what became of payments that were lost from sight, and closes their books. */
export interface Reconciler {
  /** The payment as it stands after looking. */
  resolve(payment: Payment): Promise<Payment | null>
  /** Looks at all that are due; one that gives trouble is not in the way of the others. */
  sweep(): Promise<void>
}

/** What is kept of a call whose money is on its way. */
export interface Underway {
  readonly authorization: Authorization
  readonly idempotencyKey: string | null
  /** What is still to be done, and what of the input it had no use for. */
  readonly deed: (Deed & { readonly ignored: readonly string[] }) | null
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
    const underway = JSON.parse(data) as Underway
    const { authorization, idempotencyKey } = underway
    const settlement = await till.trace(authorization)
    if (settlement.state === 'unknown') return postponed(payment)
    if (settlement.state === 'refused') {
      await payments.fail(proof, callId, now())
    } else {
      const answer = answerTo(underway, kept)
      const also = await endOfJob(callId)
      await closeBooks({
        callId,
        tool,
        authorization,
        settlement,
        answer,
        idempotencyKey,
        also,
      })
    }
    return payments.find(proof)
  }

  async function postponed({ proof }: Payment): Promise<Payment | null> {
    await payments.pend(proof, now() + LOOK_AGAIN_MS, now())
    return payments.find(proof)
  }

  async function endOfJob(callId: string): Promise<AlsoClosing> {
    const job = await jobs.ofCall(callId)
    return (reply) => (job ? jobs.end(job, 'completed', pack(reply, Infinity) ?? '[]', now()) : [])
  }

  return {
    resolve,
    async sweep() {
      const troubles: unknown[] = []
      for (const payment of await payments.unresolved(now())) {
        await resolve(payment).catch(async (thrown: unknown) => {
          troubles.push(thrown)
          await postponed(payment)
        })
      }
      if (troubles.length > 0) throw troubles[0]
    },
  }
}

function answerTo({ deed }: Underway, kept: string | null): Answer {
  if (deed) {
    const { ignored, ...rest } = deed
    return { kind: 'deed', deed: rest, ignored, isReserved: true }
  }
  return { kind: 'body', body: kept === null ? NOTHING_KEPT : unpack(kept).body }
}

/** A stream, or an answer too large to keep: it was paid for, and its first bytes had left. */
const NOTHING_KEPT: ReplyBody = {
  kind: 'json',
  text: '{"error":"The answer to this payment was not kept."}',
}
