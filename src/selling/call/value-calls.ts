import type { CallReply } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import { takesWork } from '../../base/core/tool.ts'
import type { ConnectorPass } from '../payments/connector.ts'
import { isKey } from '../payments/credits.ts'
import type { Limit } from './limits.ts'
import type { Pipeline } from './pipeline.ts'
import { replyFault } from './reply.ts'
import { headerOf, requestOf, type ValueCall } from './value-call.ts'

export interface ValueCallParts {
  readonly pipeline: Pick<Pipeline, 'handle'>
  readonly pass: ConnectorPass
  /** Limits of calls without a payment. */
  readonly freeLimits: readonly Limit[]
}

/** Throws a fault only for an input that no request can hold. */
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

  async function sold(call: ValueCall): Promise<CallReply> {
    const reply = await pipeline.handle(requestOf(call))
    if (isPaidFor(reply)) call.onPaid?.()
    return reply
  }

  return async (call) => {
    const { tool, client, credentials, headers } = call
    const { authorization, ...rest } = headers
    const isPaid = Object.keys(credentials).length > 0 || Boolean(rest['x-resume-token'])
    if (isPaid || !takesWork(tool)) return sold(call)
    // Asked first, because a refusal that nobody reads takes a twentieth of the call.
    if (isKey(authorization) && (await isPast(client))) return sold(call)
    try {
      for (const limit of freeLimits) await limit.take(client)
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown
      return isKey(authorization) ? sold(call) : replyFault(thrown)
    }
    return pipeline.handle(requestOf({ ...call, credentials: pass, headers: rest }))
  }
}

/** Whether a call brings something that may pay for it. */
export const mayPay = ({
  authorization,
  credentials,
}: {
  readonly authorization: string | undefined
  readonly credentials: ValueCall['credentials']
}): boolean => isKey(authorization) || Object.keys(credentials).length > 0

/** Whether a reply is the answer to a payment. */
export const isPaidFor = (reply: CallReply): boolean =>
  reply.receipt !== undefined || headerOf(reply, 'x-credits-balance') !== undefined
