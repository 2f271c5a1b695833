import type { CallReply, CallRequest, Transport } from '../../base/core/call.ts'
import type { CallContext, Sender } from '../../base/core/capability.ts'
import type { Statement } from '../../base/core/db.ts'
import { usdOf, type Usd } from '../../base/core/money.ts'
import type { Tool } from '../../base/core/tool.ts'
import type { Authorization, Credential } from '../payments/rail.ts'
import type { Account } from '../payments/till.ts'
import type { Digest } from './idempotency.ts'
import type { ParsedInput } from './input.ts'

/**
 * How a call ended. `quoted`: got the price. `accepted`: became a job. `replayed`: got an answer
 * that was paid before. `refused`: the payment was not good. `settled`: sold.
 */
export type CallOutcome = 'quoted' | 'accepted' | 'replayed' | 'refused' | 'settled' | 'failed'

/** One call. It is one object, to which each step adds what it has found. */
export interface Call {
  readonly id: string
  readonly transport: Transport
  /** Time by the clock of `performance`. */
  readonly startedAt: number
  tool: Tool | null
  /** The payer, once a payment was presented. It is never logged. */
  account: Account | null
  /** The quote, and then the amount that was settled. */
  amount: Usd | null
  outcome: CallOutcome
  /** Why it failed, for the operator. */
  cause: unknown
  /** When each step was reached, by the clock of `performance`; absent if it was not reached. */
  marks?: CallMarks
}

/** The steps of a paid call. */
export interface CallMarks {
  quoted?: number
  verified?: number
  answered?: number
  settled?: number
}

/** Records that a call has reached a step. */
export function markCall(call: Call, step: keyof CallMarks): void {
  call.marks ??= {}
  call.marks[step] = performance.now()
}

/** A call that came with a payment. */
export interface PresentedCall extends Call {
  readonly tool: Tool
  readonly account: Account
  readonly request: CallRequest
  readonly digest: Digest
  readonly credential: Credential
}

/** A call whose payment is good, with all that is needed to run, charge and answer it. */
export interface PaidCall extends Call {
  readonly tool: Tool
  readonly account: Account
  readonly input: ParsedInput
  readonly sender: Sender
  authorization: Authorization
  readonly idempotencyKey: string | null
}

/** More writes of the same transaction, such as the end of a job. */
export type ExtraWrites = (reply: CallReply) => readonly Statement[]

/** What a tool is told of a request whose payer is not known yet. */
export const unpaidContext = ({
  id,
  signal,
  client,
  transport = 'http',
}: CallRequest): CallContext => ({
  id,
  transport,
  payer: { rail: 'none', wallet: null },
  budget: usdOf(0),
  signal,
  sender: { client, payer: null },
})
