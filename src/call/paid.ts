import type { CallReply, Transport } from '../core/call.ts'
import type { Sender } from '../core/capability.ts'
import type { Statement } from '../core/db.ts'
import type { Usd } from '../core/money.ts'
import type { Tool } from '../core/tool.ts'
import type { Authorization, Credential } from '../payments/rail.ts'
import type { ParsedInput } from './input.ts'

/** A call whose payment is good: everything that is needed to run, charge and answer it. */
export interface PaidCall {
  readonly id: string
  readonly transport: Transport
  readonly tool: Tool
  readonly input: ParsedInput
  readonly credential: Credential
  readonly sender: Sender
  readonly authorization: Authorization
  readonly idempotencyKey: string | null
  /** Told what the call has cost, which may be less than its quote. */
  charged(amount: Usd): void
}

/** What else must become true together with the sale, such as the end of a job. */
export type ExtraWrites = (reply: CallReply) => readonly Statement[]
