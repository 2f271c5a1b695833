import type { CallContext } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { createFairSlots } from '../../base/lib/fair-slots.ts'
import { createLatelySeen, createLimit, type Limit, type Together } from './limits.ts'
import { createUnpaidBudget, type UnpaidBudget } from './unpaid-budget.ts'
import { createUnpaidRuns, type UnpaidRuns } from './unpaid-runs.ts'

/** The limits of a client. None of them refuses a payment that verifies. */
export interface CallLimits {
  readonly unpaidBudget: UnpaidBudget
  readonly unpaidRuns: UnpaidRuns
  /** Counts a failed call; past the limit, answers the fault to send instead. */
  counted(fault: Fault, client: string): Promise<Fault | null>
  /** Whether this process refused the client for too many failed calls within the last minute. */
  isPastRefusals(client: string): boolean
  /** Verifies a payment, one at a time for a client with too many refusals. */
  verified<T>(call: Claim, verify: () => Promise<T>): Promise<T>
}

type Claim = Pick<CallContext, 'signal' | 'sender'>

export interface PerMinute {
  /** Unpaid requests of all protocols, counted in quotes. */
  readonly quotes: number
  /** Refused payments and unreadable requests, counted separately. */
  readonly refusals: number
  /** Calls that ran and were not paid. */
  readonly vain: number
}

const UNREADABLE: ReadonlySet<number> = new Set([400, 413, 415])
/** For payments of clients with too many refusals. */
const SUSPECTS = {
  slots: 4,
  slotsPerClient: 2,
  waitMs: 10_000,
  waitingMax: 256,
  what: 'All slots for payments of this address',
  retryAfterSeconds: 5,
}

export function createCallLimits(perMinute: PerMinute, together?: Together): CallLimits {
  const refusals = createLimit('refused payments', perMinute.refusals, together)
  const badRequests = createLimit('requests that cannot be read', perMinute.refusals, together)
  const suspects = createFairSlots(SUSPECTS)
  const pastRefusals = createLatelySeen()

  function limitOf({ code, status, detail }: Fault): Limit | null {
    if (code === 'settlement_unknown' || detail.terms) return null
    if (status === 402 || status === 422) return refusals
    return UNREADABLE.has(status) ? badRequests : null
  }

  const unpaidBudget = createUnpaidBudget(perMinute.quotes)

  return {
    unpaidBudget,
    unpaidRuns: createUnpaidRuns(perMinute.vain),
    async counted(fault, client) {
      const limit = limitOf(fault)
      if (!limit) return null
      unpaidBudget.refusal(client)
      try {
        await limit.take(client)
        return null
      } catch (thrown) {
        if (!(thrown instanceof Fault)) return null
        pastRefusals.note(client)
        return thrown
      }
    },
    isPastRefusals: pastRefusals.has,
    async verified(call, verify) {
      const isSuspect = call.sender && (await refusals.isSpent(call.sender.client))
      if (!isSuspect) return verify()
      const leave = await suspects.take(call)
      try {
        return await verify()
      } finally {
        leave()
      }
    },
  }
}
