import type { Ending, Script, Statement } from './db.ts'

/**
 * What a tool will have done once its call is paid for. Plain data, so that it can be kept with the
 * payment and done by whoever finds that settled. The answer of the call is what doing it answers.
 */
export interface Deed<Answer = unknown> {
  /** Name of the capability that does it. */
  readonly by: string
  /** Of the database: deeds of one lane are done one after another. */
  readonly lane: string
  readonly what: unknown
  /** Never set: the type of the answer. */
  readonly answer?: Answer
}

/** The call for which a deed is done. */
export interface Occasion {
  readonly callId: string
  readonly now: number
}

/** The answer, and what makes it true: committed with the sale, or not at all. */
export type Done = Ending<unknown>

/**
 * How the deeds of a capability are done. Within the house, `perform` runs in the transaction of
 * the sale. Where money moves outside, `reserve` comes before it and `fulfil` after, maybe much
 * later.
 */
export interface Doer {
  /** Throws the fault of what cannot be done, and does the rest. */
  perform(what: never, occasion: Occasion): Script<Done>
  /** Throws the same faults; sets aside, until then, what doing it will take. */
  reserve(what: never, occasion: Occasion & { readonly until: number }): Script<Ending<void>>
  /** Does what was reserved, whatever has happened since. Throws no fault: it is paid for. */
  fulfil(what: never, occasion: Occasion): Script<Done>
  /** The call came to nothing. */
  forgo(callId: string): Statement
}

const deeds = new WeakSet<object>()

export function deed<Answer>(by: string, lane: string, what: unknown): Deed<Answer> {
  const made = { by, lane, what }
  deeds.add(made)
  return made
}

/** True only for values made here, so that a tool's JSON can never pose as one. */
export const isDeed = (value: unknown): value is Deed =>
  typeof value === 'object' && value !== null && deeds.has(value)
