import { Fault } from '../../base/core/fault.ts'
import type { Tool } from '../../base/core/tool.ts'
import type { Credential } from '../payments/rail.ts'
import { isPaid, type Payment } from '../../stores/payment-rows.ts'
import { ATTEMPTS_MAX, type Claim, type PaymentStore } from '../../stores/payments.ts'
import type { Digest } from './idempotency.ts'
import { HELD_MS } from './keep-alive.ts'

const RETRY_SECONDS = 2

/** The payer that presents a proof, and the digest of its request. */
export interface Claimant {
  readonly id: string
  readonly tool: Tool
  readonly digest: Digest
  readonly credential: Credential
}

/** Proofs that pay once: of several calls with the same proof, one continues. */
export interface ProofClaims {
  /**
   * Claims the proof for this call, before it is verified. Throws when it is used, or when another
   * call holds it. A proof is visible on the chain, so presenting it proves nothing: the answer
   * that it bought is given for an idempotency key or a resume token only.
   */
  take(claimant: Claimant): Promise<void>
  /** Uses up a proof that is spent when presented; false when it was used before. */
  spend(claimant: Claimant): Promise<boolean>
  /** Throws if a payment with this proof was ever sent to be settled. */
  assertUnused(proof: string | null): Promise<void>
}

export interface ProofClaimOptions {
  readonly payments: PaymentStore
  /** Looks up a payment whose result is unknown. */
  resolve(payment: Payment): Promise<Payment | null>
  now(): number
}

export function createProofClaims(options: ProofClaimOptions): ProofClaims {
  const { payments, resolve, now } = options

  /** The payment now; an unknown settlement is looked up first. */
  async function lookUp(proof: string): Promise<Payment | null> {
    const before = await payments.find(proof)
    return before && isLost(before, now()) ? resolve(before) : before
  }

  return {
    async take(claimant) {
      const { proof } = claimant.credential
      if (proof === null) return
      const claim = await claimOf(claimant, now())
      if (await payments.claim(claim, now())) return
      const known = await lookUp(proof)
      if (known && isPaid(known)) throw used()
      if (known?.state === 'failed') {
        if (await payments.claim(claim, now())) return
        const tried = `This payment was tried ${ATTEMPTS_MAX} times; make a new one.`
        if (known.attempts >= ATTEMPTS_MAX) throw new Fault('payment_refused', tried)
      }
      throw busy(known)
    },
    spend: async (claimant) => payments.spend(await claimOf(claimant, now()), now()),
    async assertUnused(proof) {
      const known = proof === null ? null : await lookUp(proof)
      if (known && isPaid(known)) throw used()
      if (known?.state === 'delivering' || known?.state === 'pending') throw busy(known)
    },
  }
}

async function claimOf({ id, tool, digest, credential }: Claimant, at: number): Promise<Claim> {
  const { proof, rail, proofUntil } = credential
  if (proof === null) throw new Error(`${rail} has no proofs`)
  const lease = at + HELD_MS
  return {
    proof,
    rail,
    slug: tool.slug,
    callId: id,
    request: await requestDigestOf(tool, digest),
    lease,
    until: Math.max(proofUntil, lease),
  }
}

/** Digest of the request, so that a token gives its answer to the same request only. */
export const requestDigestOf = async ({ slug }: Tool, digest: Digest): Promise<string> =>
  `${slug} ${await digest()}`

export const used = (): Fault =>
  new Fault(
    'payment_refused',
    'This payment was used already. Its answer is replayed for the same request with the Idempotency-Key of its first call, or to the X-Resume-Token of a 402 that said "settlement unknown".',
  )

/** The buyer of a proof of work can do the work again; only a moment is lost. */
export const workUsed = (): Fault =>
  new Fault(
    'payment_refused',
    'X-Pow-Solution: it was used already, because a challenge is good for one call. Take a new challenge at /api/pow/challenge. Its answer is replayed for the same Idempotency-Key.',
  )

export const busy = (known: Payment | null): Fault =>
  new Fault('in_progress', BUSY[known?.state === 'pending' ? 'pending' : 'running'], {
    retryAfterSeconds: RETRY_SECONDS,
  })

const BUSY = {
  running: 'A call with this payment is still running; do not sign another.',
  pending:
    'The settlement of this payment is pending; send the same request again later, with its X-Resume-Token or Idempotency-Key. Do not sign another.',
} as const

/** The payment was being settled when its call was last renewed. */
export const isLost = ({ state, lease }: Payment, now: number): boolean =>
  state === 'pending' || (state === 'delivering' && lease <= now)
