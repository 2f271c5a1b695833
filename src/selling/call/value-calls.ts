import type { CallReply } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import { takesWork } from '../core/tool.ts'
import type { ConnectorPass } from '../payments/connector.ts'
import { isKey } from '../payments/credits.ts'
import type { Limit } from './limits.ts'
import type { Pipeline } from './pipeline.ts'
import { replyFault } from './reply.ts'
import { requestOf, type ValueCall } from './value-call.ts'

export interface ValueCallParts {
  readonly pipeline: Pick<Pipeline, 'handle'>
  readonly pass: ConnectorPass
  /** Limits of calls without a payment. */
  readonly freeLimits: readonly Limit[]
}

/** Never throws a fault: every call gets a reply. */
export type CallByValue = (call: ValueCall) => Promise<CallReply>

/**
 * Calls by protocols that carry values. Pure tools are free by these protocols, within a rate. A
 * client sends its credits key with every request, so the key pays only beyond that rate.
 */
export function createValueCalls({ pipeline, pass, freeLimits }: ValueCallParts): CallByValue {
  async function isPast(client: string): Promise<boolean> {
    for (const limit of freeLimits) if (await limit.isSpent(client)) return true
    return false
  }

  return async (call) => {
    const { tool, client, credentials, headers } = call
    const { authorization, ...rest } = headers
    const isPaid = Object.keys(credentials).length > 0 || Boolean(rest['x-resume-token'])
    if (isPaid || !takesWork(tool)) return pipeline.handle(requestOf(call))
    // Asked first, because a refusal that nobody reads takes a twentieth of the call.
    if (isKey(authorization) && (await isPast(client))) return pipeline.handle(requestOf(call))
    try {
      for (const limit of freeLimits) await limit.take(client)
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown
      return isKey(authorization) ? pipeline.handle(requestOf(call)) : replyFault(thrown)
    }
    return pipeline.handle(requestOf({ ...call, credentials: pass, headers: rest }))
  }
}
