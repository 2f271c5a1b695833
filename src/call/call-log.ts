import type { CallRequest } from '../core/call.ts'
import type { Credential } from '../payments/rail.ts'
import type { Usd } from '../core/money.ts'

/**
 * How a call ended. `quoted`: told the price. `accepted`: a job took it. `replayed`: an answer that
 * was paid for before. `refused`: the payment was not good. `settled`: sold.
 */
export type Outcome = 'quoted' | 'accepted' | 'replayed' | 'refused' | 'settled' | 'failed'

/** What is known of one call, filled in on its way. */
export interface CallEntry {
  readonly id: string
  readonly startedAt: number
  slug: string | null
  rail: string | null
  amount: Usd | null
  outcome: Outcome
  /** Never logged. */
  credential: Credential | null
  /** Why it failed, for the operator. */
  cause: unknown
}

/** One line, one count and one hourly sum per call. */
export interface CallLog {
  begin(request: CallRequest): CallEntry
  end(entry: CallEntry, status: number): void
}
