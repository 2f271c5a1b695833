import { repeatsPayment } from '../../selling/call/input.ts'
import { challengesOf, headerOf } from '../../selling/call/value-call.ts'
import type { CallReply } from '../../base/core/call.ts'
import { isObject } from '../../base/lib/json-object.ts'

/** The places in MCP messages for payments, receipts and other data that HTTP puts in headers. */
export const META = {
  x402Payment: 'x402/payment',
  x402Receipt: 'x402/payment-response',
  mppCredential: 'org.paymentauth/credential',
  mppChallenges: 'org.paymentauth/payment-required',
  mppReceipt: 'org.paymentauth/receipt',
  idempotencyKey: 'io.farebox/idempotency-key',
  resumeToken: 'io.farebox/resume-token',
  replayed: 'io.farebox/replayed',
  creditsBalance: 'io.farebox/credits-balance',
} as const

export type Meta = Readonly<Record<string, unknown>>

/** The payments in the `_meta` of a request. */
export function credentialsIn(meta: Meta): Readonly<Record<string, unknown>> {
  const [x402, mpp] = [meta[META.x402Payment], meta[META.mppCredential]]
  return {
    ...(x402 !== undefined && { x402 }),
    ...(mpp !== undefined && { mpp }),
  }
}

const PAYMENTS = [META.x402Payment, META.mppCredential] as const

/** Whether there is more than one payment in the places for them; the same one twice is one. */
export const holdTwoPayments = (...metas: readonly Meta[]): boolean =>
  new Set(
    metas.flatMap((meta) =>
      PAYMENTS.filter((name) => name in meta).map((name) => name + JSON.stringify(meta[name])),
    ),
  ).size > 1

/** Whether a member of the same name has replaced a payment. */
export const hidesPayment = (text: string): Promise<boolean> =>
  repeatsPayment(text, PAYMENTS, PAYMENT_PLACES)

/** A payment, and what holds it, in one message or in several together. */
const PAYMENT_PLACES =
  /^(\/\d+)?(\/params)?(\/_meta(\/(x402~1payment|org\.paymentauth~1credential))?)?$/

/** What HTTP would send as headers. */
export function headersIn(meta: Meta): Readonly<Record<string, string | undefined>> {
  const text = (name: string): string | undefined => {
    const value = meta[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    'idempotency-key': text(META.idempotencyKey),
    'x-resume-token': text(META.resumeToken),
  }
}

/** The `_meta` of a result: challenges of MPP, receipts, and what HTTP says in headers. */
export function metaOf(reply: CallReply, sent: Meta = {}): Meta {
  const { mpp } = challengesOf(reply)
  const challenges = Array.isArray(mpp) && mpp.length > 0 ? mpp : null
  const balance = headerOf(reply, 'x-credits-balance')
  return {
    ...(challenges && { [META.mppChallenges]: { httpStatus: 402, challenges } }),
    ...receiptOf(reply, sent),
    ...(balance !== undefined && { [META.creditsBalance]: Number(balance) }),
    ...(headerOf(reply, 'x-idempotent-replay') && { [META.replayed]: true }),
  }
}

function receiptOf({ receipt }: CallReply, sent: Meta): Meta {
  if (receipt?.protocol === 'x402') return { [META.x402Receipt]: receipt.value }
  if (receipt?.protocol !== 'mpp') return {}
  const credential = sent[META.mppCredential]
  const challenge = isObject(credential) ? credential['challenge'] : null
  const challengeId = isObject(challenge) ? challenge['id'] : undefined
  return {
    [META.mppReceipt]: { ...receipt.value, ...(challengeId !== undefined && { challengeId }) },
  }
}
