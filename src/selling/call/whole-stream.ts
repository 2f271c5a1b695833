import { Fault } from '../../base/core/fault.ts'
import { usdOf, type Usd } from '../../base/core/money.ts'
import type { PaidCall } from './call.ts'
import type { Answer } from './effects.ts'
import { readOut } from './reply.ts'

export interface Answered {
  readonly answer: Answer
  /** The cost, at most the quote. */
  readonly cost: Usd
}

/** A stream in the background is read to its end, and stored whole. */
export async function wholeOf({ answer, cost }: Answered, { tool }: PaidCall): Promise<Answered> {
  if (answer.kind !== 'body' || answer.body.kind !== 'events') return { answer, cost }
  const { chunks, cost: told } = answer.body
  const body = await readOut(chunks, tool.limits.totalMs)
  if (!body) throw new Fault('upstream_failed', 'The stream broke off.')
  const used = told ? await told.catch(() => cost) : cost
  return { answer: { kind: 'body', body }, cost: usdOf(Math.min(cost, Math.max(0, used))) }
}
