import type { CallReply } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import type { Tool } from '../core/tool.ts'
import type { Credential } from '../payments/rail.ts'
import { ATTEMPTS_MAX, type PaymentStore } from '../stores/payments.ts'
import { replayed } from './idempotency.ts'

const SPARE_MS = 30_000
const RETRY_SECONDS = 2

export interface Claiming {
  readonly credential: Credential
  readonly tool: Tool
  readonly callId: string
  /** Digest of what is asked. */
  readonly asked: string
  readonly now: number
}

/**
 * Takes the proof of a credential for this call, before anybody verifies it: of many that present
 * one proof at once, one goes on. Answers the kept reply when it has paid for this very question.
 */
export async function claimProof(
  payments: PaymentStore,
  { credential, tool, callId, asked, now }: Claiming,
): Promise<CallReply | null> {
  const { proof, rail, proofUntil } = credential
  if (proof === null) return null
  const request = `${tool.slug} ${asked}`
  const lease = now + tool.deadlineMs + SPARE_MS
  const until = Math.max(proofUntil, lease)
  if (await payments.claim({ proof, rail, slug: tool.slug, callId, request, lease, until }, now)) {
    return null
  }
  const before = await payments.find(proof)
  if (before?.state === 'settled') {
    if (before.request === request && before.reply) return replayed(before.reply)
    throw new Fault('payment_refused', 'This payment was used already.')
  }
  if (before && before.attempts >= ATTEMPTS_MAX && before.state === 'released') {
    throw new Fault(
      'payment_refused',
      `This payment was tried ${ATTEMPTS_MAX} times; make a new one.`,
    )
  }
  throw new Fault(
    'in_progress',
    'A call with this payment is still running; do not sign another.',
    {
      retryAfterSeconds: RETRY_SECONDS,
    },
  )
}
