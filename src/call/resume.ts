import { hash, randomBytes } from 'node:crypto'
import type { CallReply } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import type { Tool } from '../core/tool.ts'
import type { Payment } from '../stores/payment-rows.ts'
import type { PaymentStore } from '../stores/payments.ts'
import { replayed, type Digest } from './idempotency.ts'
import { busy, isLost, requestOf } from './proof-claims.ts'

export const RESUME_HEADER = 'x-resume-token'

/** The database holds the hash of this token only. */
export function mintResumeToken(): { token: string; resume: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, resume: hash('sha256', token) }
}

export interface ResumeParts {
  readonly payments: Pick<PaymentStore, 'byResume' | 'redeem'>
  /** Tokens whose answers this process is making, so that one token makes one at a time. */
  readonly running: Set<string>
  /** Looks up a payment whose result is unknown. */
  resolve(payment: Payment): Promise<Payment | null>
  now(): number
  /** Runs a paid tool again if its answer may not be stored. */
  again(payment: Payment): Promise<CallReply>
}

/**
 * The answer of a payment whose buyer was told "settlement unknown". The token is random and only
 * that buyer has it, so it is proof enough.
 */
export async function resumed(
  { tool, digest, token }: { tool: Tool; digest: Digest; token: string },
  { payments, running, resolve, now, again }: ResumeParts,
): Promise<CallReply> {
  const resume = hash('sha256', token)
  const before = await payments.byResume(resume)
  if (!before || before.request !== (await requestOf(tool, digest)))
    throw new Fault(
      'payment_refused',
      'X-Resume-Token: it is not known, or not for this request. Send the same method, path and body.',
    )
  const payment = isLost(before, now()) ? await resolve(before) : before
  if (payment?.state === 'failed')
    throw new Fault('settlement_failed', 'The payment was not settled; nothing was charged.')
  if (payment?.state !== 'settled') throw busy(payment)
  if (payment.reply !== null) return replayed(payment.reply)
  if (running.has(resume))
    throw new Fault('in_progress', 'X-Resume-Token: its answer is being made.', {
      retryAfterSeconds: RETRY_SECONDS,
    })
  running.add(resume)
  try {
    const reply = await again(payment)
    // Used up by the answer, not by the run: a process that dies in between leaves it as it was.
    if (await payments.redeem(resume)) return reply
  } finally {
    running.delete(resume)
  }
  throw new Fault('payment_refused', 'X-Resume-Token: its answer was already given.')
}

const RETRY_SECONDS = 2
