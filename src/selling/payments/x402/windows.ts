import { Fault } from '../../../base/core/fault.ts'
import type { Tool } from '../../../base/core/tool.ts'

/** Time for the settlement after the tool has answered. */
const SETTLE_MS = 10_000
/** Time for the settlement where only the sending must be in time. */
const SEND_MS = 5_000
/** The least time for a tool; a payment that leaves less is refused. */
const ANSWER_MS_MIN = 12_000

/** Refuses a payment that has ended, or ends before the tool and its settlement. */
export function assertOutlives(tool: Tool, validBefore: string, now: number): void {
  const needed = Math.ceil((now + tool.limits.firstEventMs + SETTLE_MS) / 1000)
  if (Number(validBefore) >= needed) return
  if (Number(validBefore) * 1000 <= now)
    throw new Fault(
      'payment_expired',
      `x402: the authorization ended at ${validBefore}; sign one valid until ${needed} or later.`,
    )
  throw new Fault(
    'payment_unusable',
    `x402: the authorization ends at ${validBefore}, before ${tool.slug} must have answered; sign one valid until ${needed} or later.`,
  )
}

/**
 * By when a tool must have answered, where a payment lives shorter than the tool may take, as stock
 * clients of some networks sign it; undefined where there is time enough.
 */
export function answerDeadline(endsAt: number | null, tool: Tool, now: number): number | undefined {
  if (endsAt === null || endsAt >= now + tool.limits.firstEventMs + SETTLE_MS) return undefined
  const answerBy = endsAt - SEND_MS
  if (answerBy >= now + ANSWER_MS_MIN) return answerBy
  const left = Math.max(0, Math.round((endsAt - now) / 1000))
  throw new Fault(
    'payment_unusable',
    `x402: the signed transaction ends in ${left} s, before ${tool.slug} must have answered; sign one with a longer validity window.`,
  )
}
