import { Fault } from '../../../base/core/fault.ts'
import type { Problem, ProblemType } from '../../../base/core/payment.ts'

/** Why a credential is refused, by the problem types that MPP clients know. */
const REFUSALS = {
  malformed: ['malformed-credential', 'the credential cannot be read'],
  payload: ['invalid-payload', 'the payload is not of a kind that this method takes'],
  foreign: ['invalid-challenge', 'the challenge was not issued here, or was changed'],
  realm: ['invalid-challenge', 'the challenge was issued for another realm'],
  route: ['invalid-challenge', 'the challenge was issued for another route'],
  terms: ['invalid-challenge', 'the challenge asks for another price, currency or recipient'],
  method: ['invalid-challenge', 'the method is not offered here'],
  expired: ['payment-expired', 'the challenge has expired'],
  payee: ['verification-failed', 'it pays somebody else'],
  amount: ['payment-insufficient', 'it pays another amount'],
  unbound: ['verification-failed', 'it is not bound to this challenge'],
  early: ['verification-failed', 'it is not valid yet'],
  source: ['verification-failed', 'the source is not who signed'],
  signature: ['verification-failed', 'it is not signed by the key of its wallet'],
} as const satisfies Readonly<Record<string, readonly [ProblemType, string]>>

export type Refusal = keyof typeof REFUSALS

const PREFIX = 'MPP: '
const TYPES = 'https://paymentauth.org/problems/'

export function mppFault(refusal: Refusal): Fault {
  const [problem, detail] = REFUSALS[refusal]
  const code = refusal === 'expired' ? 'payment_expired' : 'payment_refused'
  return new Fault(code, PREFIX + detail, { problem })
}

/** A refusal with the code of a facilitator or processor. */
export const refusedBy = (code: string): Fault => new Fault('payment_refused', PREFIX + code)

export const unreachable = (cause: unknown): Fault =>
  new Fault(
    'upstream_unreachable',
    'The payment cannot be checked right now; nothing was charged. Try again.',
    { retryAfterSeconds: 5, cause },
  )

/** A payment that is good, and ends too soon. */
export function unusable(saying: string): Fault {
  const detail = PREFIX + saying
  const body = { ...problemBody({ type: 'verification-failed', detail }), status: 422 }
  return new Fault('payment_unusable', detail, { body })
}

/** The members that MPP clients read of a 402, whichever rail refused. */
export type ProblemBody = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
}

export function problemBody({ type, detail }: Problem): ProblemBody {
  const title = type.replace(/(^|-)([a-z])/g, (_, dash: string, first: string) => {
    return (dash && ' ') + first.toUpperCase()
  })
  return { type: TYPES + type, title, status: 402, detail }
}

export const PAYMENT_REQUIRED: ProblemBody = problemBody({
  type: 'payment-required',
  detail: 'Payment is required.',
})
