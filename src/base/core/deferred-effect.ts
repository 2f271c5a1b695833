import type { Commit, Statement, Transaction } from './db.ts'

/**
 * A change that a tool wants made once its call is paid for. Plain data, so that it can be stored
 * with the payment and applied by whichever process finds that settled. Applying it gives the
 * answer of the call.
 */
export interface DeferredEffect<Answer = unknown> {
  /** Name of the capability that applies it. */
  readonly by: string
  /** Effects with one lock key are applied one after another. */
  readonly lockKey: string
  readonly what: unknown
  /** Never set: the type of the answer. */
  readonly answer?: Answer
}

/** The call for which an effect is applied. */
export interface EffectContext {
  readonly callId: string
  readonly now: number
}

/** The answer, and the writes that make it true: committed with the sale, or not at all. */
export interface AppliedEffect extends Commit<unknown> {
  /** The answer holds what another party wrote. */
  readonly hasPublicText?: boolean
}

/**
 * How a capability applies its effects. Where the service holds the money, `apply` runs in the
 * transaction of the sale. Where money moves outside, `reserve` comes before it and `commit` after,
 * perhaps much later.
 */
export interface EffectHandler {
  /** Checks and applies. Throws a fault if the effect cannot be applied. */
  apply(what: never, context: EffectContext): Transaction<AppliedEffect>
  /** Throws the same faults; reserves what `commit` will need, until the given time. */
  reserve(
    what: never,
    context: EffectContext & { readonly until: number },
  ): Transaction<Commit<void>>
  /** Applies what was reserved. Throws no fault, because it is paid for. */
  commit(what: never, context: EffectContext): Transaction<AppliedEffect>
  /** Releases what was reserved for a call that failed. */
  cancel(callId: string): Statement
}

const made = Symbol('deferred effect')

export function deferEffect<Answer>(
  by: string,
  lockKey: string,
  what: unknown,
): DeferredEffect<Answer> {
  const effect = { by, lockKey, what }
  Object.defineProperty(effect, made, { value: true })
  return effect
}

/** True only for values made here, so that a tool's JSON can never pose as one. */
export const isDeferredEffect = (value: unknown): value is DeferredEffect =>
  typeof value === 'object' && value !== null && made in value
