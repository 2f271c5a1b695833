import type { Catalog } from '../catalog/catalog.ts'
import type { ReplyBody } from '../../base/core/call.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import type { Authorization, Settlement } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { IdempotencyStore } from '../../stores/idempotency.ts'
import type { JobStore } from '../../stores/jobs.ts'
import type { Payment } from '../../stores/payment-rows.ts'
import type { PaymentStore } from '../../stores/payments.ts'
import type { Answer } from './effects.ts'
import type { CommitSale } from './commit-sale.ts'
import type { ExtraWrites } from './call.ts'
import type { Losses } from './losses.ts'
import { serializeReply, parseReply } from './reply.ts'
import { readStored, type StoredPayment } from './stored-payment.ts'

/** Looks up payments whose settlement is unknown, and commits their sales. */
export interface Reconciler {
  /** The payment after the look-up. */
  resolve(payment: Payment): Promise<Payment | null>
  /**
   * Looks up all payments that are due, and sends again what may never have been sent. An error of
   * one does not stop the others.
   */
  sweep(signal?: AbortSignal): Promise<void>
}

export interface ReconcileParts {
  readonly catalog: Pick<Catalog, 'bySlug'>
  readonly till: Pick<Till, 'trace' | 'retry' | 'restore'>
  readonly payments: PaymentStore
  readonly jobs: Pick<JobStore, 'ofCall' | 'end'>
  readonly idempotency: Pick<IdempotencyStore, 'abandon'>
  readonly commitSale: CommitSale
  readonly losses: Pick<Losses, 'known'>
  now(): number
  /** Called for a payment whose result will never be known. */
  onLost(payment: Payment): void
}

/** The interval between look-ups grows with the age of the payment, within these bounds. */
const LOOK_AGAIN_SHARE = 1 / 4
const LOOK_AGAIN_MS_MIN = 5_000
const LOOK_AGAIN_MS_MAX = 600_000
/** Payments that are looked up at once, because a node may be slow. */
const AT_ONCE = 8
/** A settlement sent this long ago may be lost. */
const RETRY_AFTER_MS = 10_000
/** How long a payment without an end of validity is looked up. */
const WAIT_MS_MAX = DAY_MS
/** How long it is looked up after its end, because the chain may be unreachable for a while. */
const LATE_MS = DAY_MS

export function createReconciler(parts: ReconcileParts): Reconciler {
  const { catalog, till, payments, idempotency, jobs, commitSale, losses, now, onLost } = parts

  async function look(payment: Payment, mayRetry: boolean): Promise<Payment | null> {
    const { proof, callId, slug, data, reply: kept } = payment
    const tool = catalog.bySlug(slug)
    // A buyer's repeat does not delay the next scheduled look-up.
    const lookAgain = (since: number) => (mayRetry ? nextLook(since) : payment.lease)
    if (!tool || !data) return pended(payment, lookAgain(now()))
    const stored = readStored(data, till)
    const { authorization, idempotencyKey, since = now() } = stored
    const isOld = now() - since >= RETRY_AFTER_MS
    const settlement = await found(authorization, mayRetry && isOld)
    if (settlement.state === 'unknown')
      return isHopeless(authorization, since) ? lost(payment) : pended(payment, lookAgain(since))
    if (settlement.state === 'refused') {
      await payments.fail(proof, callId, now())
      if (idempotencyKey !== null) await idempotency.abandon(idempotencyKey, callId)
    } else {
      const call = { id: callId, tool, authorization, idempotencyKey }
      const extraWrites = await endOfJob(callId)
      const answer = answerTo(stored, kept)
      const isAnswerLost = kept === null && stored.effect === null
      await commitSale({ call, settlement, answer, extraWrites, isLate: true, isAnswerLost })
    }
    await losses.known(callId, settlement.state === 'settled')
    return payments.find(proof)
  }

  async function lookOr(payment: Payment, onTrouble: (thrown: unknown) => void): Promise<void> {
    await look(payment, true).catch(async (thrown: unknown) => {
      onTrouble(thrown)
      await pended(payment, nextLook(now()))
    })
  }

  async function found(authorization: Authorization, mayRetry: boolean): Promise<Settlement> {
    const traced = await till.trace(authorization)
    if (traced.state !== 'unknown' || !mayRetry) return traced
    const retried = await till.retry(authorization)
    return retried.state === 'settled' ? retried : traced
  }

  function isHopeless({ validUntil }: Authorization, since: number): boolean {
    if (validUntil === undefined) return false
    return now() >= Math.min(validUntil, since + WAIT_MS_MAX) + LATE_MS
  }

  async function lost(payment: Payment): Promise<Payment | null> {
    const { proof, callId } = payment
    if (await payments.lose(proof, callId, now())) onLost(payment)
    await losses.known(callId, false)
    return payments.find(proof)
  }

  function nextLook(since: number): number {
    const share = Math.round((now() - since) * LOOK_AGAIN_SHARE)
    return now() + Math.min(LOOK_AGAIN_MS_MAX, Math.max(LOOK_AGAIN_MS_MIN, share))
  }

  async function pended({ proof }: Payment, lookAgain: number): Promise<Payment | null> {
    await payments.pend(proof, lookAgain, now())
    return payments.find(proof)
  }

  async function endOfJob(callId: string): Promise<ExtraWrites> {
    const job = await jobs.ofCall(callId)
    return (reply) =>
      job ? jobs.end(job, 'completed', serializeReply(reply, Infinity) ?? '[]', now()) : []
  }

  return {
    resolve: (payment) => look(payment, false),
    async sweep(signal) {
      const troubles: unknown[] = []
      const due = [...(await payments.unresolved(now()))]
      const lookInTurn = async (): Promise<void> => {
        for (let payment = due.shift(); payment; payment = due.shift()) {
          if (signal?.aborted) return
          await lookOr(payment, (thrown) => troubles.push(thrown))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lookInTurn))
      if (troubles.length > 0) throw troubles[0]
    },
  }
}

function answerTo({ effect }: StoredPayment, kept: string | null): Answer {
  if (effect) {
    const { ignored, ...rest } = effect
    return { kind: 'effect', effect: rest, ignored, isReserved: true }
  }
  return { kind: 'body', body: kept === null ? NOTHING_KEPT : parseReply(kept).body }
}

/** A stream, or an answer too large to keep: it was paid, and its first bytes were sent. */
const NOTHING_KEPT: ReplyBody = {
  kind: 'json',
  text: '{"error":"The answer to this payment was not kept."}',
}
