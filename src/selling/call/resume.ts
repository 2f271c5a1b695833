import { hash, randomBytes } from 'node:crypto'
import type { CallReply } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import type { Tool } from '../../base/core/tool.ts'
import type { IdempotencyStore } from '../../stores/idempotency.ts'
import type { Payment } from '../../stores/payment-rows.ts'
import type { PaymentStore } from '../../stores/payments.ts'
import { replayed, type Digest } from './idempotency.ts'
import { HELD_MS, type KeepAlive } from './keep-alive.ts'
import { busy, isLost, requestDigestOf } from './proof-claims.ts'

export const RESUME_HEADER = 'x-resume-token'

/** The database holds the hash of this token only. */
export function mintResumeToken(): { token: string; resume: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, resume: hash('sha256', token) }
}

export interface ResumeParts {
  readonly payments: Pick<PaymentStore, 'byResume' | 'redeem'>
  readonly idempotency: Pick<IdempotencyStore, 'begin' | 'abandon'>
  readonly keepAlive: Pick<KeepAlive, 'hold'>
  /** Looks up a payment whose result is unknown. */
  resolve(payment: Payment): Promise<Payment | null>
  now(): number
  /** Runs a paid tool again if its answer may not be stored. */
  again(payment: Payment): Promise<CallReply>
}

/** A call that brings a token. */
export interface TokenCall {
  readonly id: string
  readonly tool: Tool
  readonly digest: Digest
  readonly token: string
}

/**
 * The answer of a payment whose buyer was told "settlement unknown". The token is random and only
 * that buyer has it, so it is proof enough.
 */
export async function resumed(
  { id, tool, digest, token }: TokenCall,
  parts: ResumeParts,
): Promise<CallReply> {
  const { payments, resolve, now } = parts
  const resume = hash('sha256', token)
  const before = await payments.byResume(resume)
  if (!before || before.request !== (await requestDigestOf(tool, digest)))
    throw new Fault(
      'payment_refused',
      'X-Resume-Token: it is not known, or not for this request. Send the same method, path and body.',
    )
  const payment = isLost(before, now()) ? await resolve(before) : before
  if (payment?.state === 'failed')
    throw new Fault('settlement_failed', 'The payment was not settled; nothing was charged.')
  if (payment?.state !== 'settled') throw busy(payment)
  if (payment.reply !== null) return replayed(payment.reply)
  return aloneWith(resume, id, parts, () => madeAgain(token, payment, parts))
}

/** One token makes one answer at a time, whichever processes it is brought to. */
async function aloneWith(
  resume: string,
  callId: string,
  { idempotency, keepAlive, now }: ResumeParts,
  make: () => Promise<CallReply>,
): Promise<CallReply> {
  const key = `resume ${resume}`
  const at = now()
  if (!(await idempotency.begin(key, { callId, proof: null, until: at + HELD_MS }, at)))
    throw new Fault('in_progress', 'X-Resume-Token: its answer is not ready yet.', {
      retryAfterSeconds: RETRY_SECONDS,
    })
  const letGo = keepAlive.hold({ callId, idempotencyKey: key })
  try {
    return await make()
  } finally {
    letGo()
    // What cannot be released now expires by itself.
    await idempotency.abandon(key, callId).catch(() => false)
  }
}

async function madeAgain(
  token: string,
  payment: Payment,
  { payments, again }: ResumeParts,
): Promise<CallReply> {
  const resume = hash('sha256', token)
  // Another call may have used the token up before this one held it.
  if (await payments.byResume(resume)) {
    const reply = await again(payment).catch((thrown: unknown) => {
      throw stillPaid(thrown, token)
    })
    // Used up by the answer, not by the run: a process that dies in between leaves it as it was.
    if (await payments.redeem(resume)) return reply
  }
  throw new Fault('payment_refused', 'X-Resume-Token: its answer was already given.')
}

/** Whatever a second run fails with, it is no refusal: the first one is sold. */
function stillPaid(thrown: unknown, token: string): Fault {
  const { message, cause } = Fault.from(thrown)
  return new Fault(
    'in_progress',
    `This call is paid, but its answer was lost and could not be made again: ${message} Send the same request with this X-Resume-Token later.`,
    {
      headers: [[RESUME_HEADER, token]],
      body: { resumeToken: token },
      retryAfterSeconds: RETRY_SECONDS,
      cause,
    },
  )
}

const RETRY_SECONDS = 2
