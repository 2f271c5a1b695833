import { hash } from 'node:crypto'
import type { CallReply } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import type { Tool } from '../core/tool.ts'
import type { Credential } from '../payments/rail.ts'
import { ATTEMPTS_MAX, type Payment, type PaymentStore } from '../stores/payments.ts'
import { replayed } from './idempotency.ts'

const SPARE_MS = 60_000
const RETRY_SECONDS = 2

export interface Claiming {
  readonly credential: Credential
  readonly tool: Tool
  readonly callId: string
  readonly client: string
  /** Digest of what is asked. */
  readonly asked: string
  readonly now: number
  /** Finds out what became of a payment that was lost from sight. */
  resolve(payment: Payment): Promise<Payment | null>
}

/**
 * Takes the proof of a credential for this call, before anybody verifies it: of many that present
 * one proof at once, one goes on. Answers the kept reply when it has paid for this very question.
 */
export async function claimProof(
  payments: PaymentStore,
  claiming: Claiming,
): Promise<CallReply | null> {
  const { credential, tool, callId, now } = claiming
  const { proof, rail, proofUntil } = credential
  if (proof === null) return null
  const request = requestOf(claiming)
  const lease = now + tool.limits.firstEventMs + SPARE_MS
  const until = Math.max(proofUntil, lease)
  const claim = { proof, rail, slug: tool.slug, callId, request, lease, until }
  if (await payments.claim(claim, now)) return null
  const known = await lookUp(payments, claiming)
  if (known?.state === 'settled') return told(known, request)
  if (known?.state === 'failed') {
    if (await payments.claim(claim, now)) return null
    const tried = `This payment was tried ${ATTEMPTS_MAX} times; make a new one.`
    if (known.attempts >= ATTEMPTS_MAX) throw new Fault('payment_refused', tried)
  }
  throw busy(known)
}

/**
 * What a proof has paid for that can pay for nothing more, such as one that has expired. Null when
 * no money was ever on its way.
 */
export async function recallProof(
  payments: PaymentStore,
  claiming: Claiming,
): Promise<CallReply | null> {
  if (claiming.credential.proof === null) return null
  const known = await lookUp(payments, claiming)
  if (known?.state === 'settled') return told(known, requestOf(claiming))
  if (known?.state === 'delivering' || known?.state === 'pending') throw busy(known)
  return null
}

/** The payment as it stands, looked for where it was lost from sight. */
async function lookUp(
  payments: PaymentStore,
  { credential: { proof }, now, resolve }: Claiming,
): Promise<Payment | null> {
  const before = proof === null ? null : await payments.find(proof)
  return before && isLost(before, now) ? resolve(before) : before
}

function told(known: Payment, request: string): CallReply {
  if (known.request === request && known.reply) return replayed(known.reply)
  throw new Fault('payment_refused', 'This payment was used already.')
}

/**
 * What was asked, and with which credential: a proof may be public, as the nonce of a transfer is.
 * What a chain shows of a settled payment is enough to write it again, so that the answers of
 * wallet-bound tools are told again to where they were asked from only.
 */
function requestOf({ tool, asked, credential, client }: Claiming): string {
  const from = tool.spec.identity === 'wallet' ? client : ''
  return `${tool.slug} ${asked} ${hash('sha256', JSON.stringify(credential.data) + from)}`
}

const busy = (known: Payment | null): Fault =>
  new Fault('in_progress', BUSY[known?.state === 'pending' ? 'pending' : 'running'], {
    retryAfterSeconds: RETRY_SECONDS,
  })

const BUSY = {
  running: 'A call with this payment is still running; do not sign another.',
  pending:
    'The settlement of this payment is pending; send the same payment again, do not sign another.',
} as const

/** Money was on its way when its call was last heard of. */
const isLost = ({ state, lease }: Payment, now: number): boolean =>
  state === 'pending' || (state === 'delivering' && lease <= now)
