import type { CallRequest } from '../../base/core/call.ts'
import type { Sender } from '../../base/core/capability.ts'
import { Fault, type FaultCode } from '../../base/core/fault.ts'
import { KB } from '../../base/lib/fields.ts'
import { HARD_LENGTH_MIN, isHardToGuess } from './hard-to-guess.ts'
import type { Tool } from '../../base/core/tool.ts'
import type { Authorization, Credential, Quote } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { PaymentStore } from '../../stores/payments.ts'
import { unpaidContext, type PresentedCall } from './call.ts'
import type { CallLimits } from './call-limits.ts'
import type { ProofClaims } from './proof-claims.ts'
import { payerOf } from './unpaid-runs.ts'
import type { UnsoldPayments } from './unsold.ts'

/** The result of `inspect`. */
export interface Inspection {
  /** For `verify`. */
  readonly good: unknown
  /** Why it can pay for nothing new, though it may have paid before. */
  readonly late: Fault | null
}

/** The payer, and how the calls of that sender ended lately. */
export interface Paying {
  readonly authorization: Authorization
  readonly sender: Sender
}

/** A kept answer, and the payment that asks for it. */
export interface Repeat {
  readonly inspection: Inspection
  /** The proof that paid for the answer. */
  readonly paidBy: string | null
}

/** Checks whether a payment is good, cheapest check first. */
export interface PaymentChecks {
  /** Large bodies are read only for a credential that may pay. */
  screen(call: PresentedCall): Promise<void>
  inspect(credential: Credential, quote: Quote): Inspection
  /** Throws after releasing the proof. */
  verify(call: PresentedCall, quote: Quote, good: unknown): Promise<Paying>
  /**
   * Throws unless the payment proves that the payer may read a kept answer. It must be the payment
   * that bought it, with a key that is the secret where the answer belongs to a wallet; or a valid
   * and unused one of the same wallet, because stock clients sign anew for each call. Either must
   * be signed by that wallet, and neither is settled.
   */
  provePayer(call: PresentedCall, quote: Quote, repeat: Repeat): Promise<void>
}

export interface PaymentCheckParts {
  readonly till: Till
  readonly payments: Pick<PaymentStore, 'fail'>
  readonly proofClaims: Pick<ProofClaims, 'assertUnused'>
  readonly unsold: Pick<UnsoldPayments, 'refusalOf'>
  readonly limits: CallLimits
  now(): number
}

/** A body up to this size is read before the credential is checked. */
const UNSCREENED_BYTES = 64 * KB

/** An expired payment may have bought an answer before. */
const LATE: ReadonlySet<FaultCode> = new Set(['payment_unusable', 'payment_expired'])

export function createPaymentChecks(parts: PaymentCheckParts): PaymentChecks {
  const { till, payments, proofClaims, unsold, limits, now } = parts

  async function free({ id }: PresentedCall, proof: string | null): Promise<void> {
    if (proof !== null) await payments.fail(proof, id, now())
  }

  async function authorize(
    call: PresentedCall,
    quote: Quote,
    good: unknown,
  ): Promise<Authorization> {
    const { credential, request } = call
    const verify = () => till.verify(credential, quote, good)
    return limits.verified(unpaidContext(request), verify)
  }

  /** A payer with too many unpaid runs gets the payment back, and waits. */
  async function senderOf(call: PresentedCall, authorization: Authorization): Promise<Sender> {
    const { request, credential } = call
    try {
      const payer = payerOf(credential, authorization, request.client)
      return await limits.unpaidRuns.senderOf(request.client, payer)
    } catch (thrown) {
      await till.release(authorization)
      await free(call, authorization.proof)
      throw thrown
    }
  }

  return {
    async screen({ tool, request, credential }) {
      // The body of a call by value was read before this call was made of it.
      if (request.transport !== undefined && request.transport !== 'http') return
      const length = Number(request.header('content-length') ?? Infinity)
      if (tool.method === 'POST' && length > UNSCREENED_BYTES) await till.screen(credential)
    },
    inspect(credential, quote) {
      try {
        return { good: till.inspect(credential, quote), late: null }
      } catch (thrown) {
        if (thrown instanceof Fault && LATE.has(thrown.code)) return { good: null, late: thrown }
        throw thrown
      }
    },
    async verify(call, quote, good) {
      const authorization = await authorize(call, quote, good).catch(async (thrown: unknown) => {
        await free(call, call.credential.proof)
        throw (await unsold.refusalOf(call.credential.proof)) ?? thrown
      })
      return { authorization, sender: await senderOf(call, authorization) }
    },
    async provePayer(call, quote, { inspection, paidBy }) {
      const { credential, request, tool } = call
      const isSigned = () => till.isSigned(credential)
      if (!(await limits.verified(unpaidContext(request), isSigned))) throw unproven()
      const { wallet, proof } = credential
      if (wallet === undefined) return
      // The chain shows a used payment to anybody, but not the key that it came with.
      if (proof === paidBy) return assertSecret(request, tool)
      if (inspection.late) throw inspection.late
      await proofClaims.assertUnused(proof)
      const authorization = await authorize(call, quote, inspection.good)
      await till.release(authorization)
      if (authorization.payer.wallet !== wallet) throw unproven()
    },
  }
}

/**
 * What belongs to a wallet is told for a key that nobody guesses. A key that the payment names
 * itself is no secret: facilitators see it.
 */
function assertSecret(request: CallRequest, { spec }: Tool): void {
  if (spec.identity !== 'wallet') return
  if (isHardToGuess(request.header('idempotency-key') ?? '')) return
  throw new Fault(
    'payment_refused',
    `This payment has bought the answer, but the chain shows it to everybody, so it does not prove the wallet that the answer belongs to. Sign a new payment and send it with the same Idempotency-Key: the answer is replayed and nothing is charged. With an Idempotency-Key that is hard to guess (${HARD_LENGTH_MIN} characters or more, such as a UUID), the same payment is enough.`,
  )
}

const unproven = (): Fault =>
  new Fault(
    'payment_refused',
    'The signature does not prove the wallet that the payment names, so the kept answer is not given.',
  )
