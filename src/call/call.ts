import type { CallReply, CallRequest, Transport } from '../core/call.ts'
import type { Sender } from '../core/capability.ts'
import type { Statement } from '../core/db.ts'
import type { Usd } from '../core/money.ts'
import type { Tool } from '../core/tool.ts'
import type { Authorization, Credential } from '../payments/rail.ts'
import type { Account } from '../payments/till.ts'
import type { Digest } from './idempotency.ts'
import type { ParsedInput } from './input.ts'

/**
 * How a call ended. `quoted`: told the price. `accepted`: a job took it. `replayed`: an answer that
 * was paid for before. `refused`: the payment was not good. `settled`: sold.
 */
export type CallOutcome = 'quoted' | 'accepted' | 'replayed' | 'refused' | 'settled' | 'failed'

/** One call on its way. It is one object, to which each step adds what it has found. */
export interface Call {
  readonly id: string
  readonly transport: Transport
  /** By the clock of `performance`. */
  readonly startedAt: number
  tool: Tool | null
  /** Who pays, once a payment was presented. The payer is never logged. */
  account: Account | null
  /** What it costs: the quote, and then what was settled. */
  amount: Usd | null
  outcome: CallOutcome
  /** Why it failed, for the operator. */
  cause: unknown
}

/** A call that came with a payment. */
export interface PresentedCall extends Call {
  readonly tool: Tool
  readonly account: Account
  readonly request: CallRequest
  readonly digest: Digest
  readonly credential: Credential
}

/** A call whose payment is good: everything that is needed to run, charge and answer it. */
export interface PaidCall extends Call {
  readonly tool: Tool
  readonly account: Account
  readonly input: ParsedInput
  readonly sender: Sender
  authorization: Authorization
  readonly idempotencyKey: string | null
}

/** What else must become true together with the sale, such as the end of a job. */
export type ExtraWrites = (reply: CallReply) => readonly Statement[]
