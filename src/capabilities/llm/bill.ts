import { dollarsOf, usdOf, type Usd } from '../../base/core/money.ts'
import { countTokens } from '../../base/lib/tokens.ts'
import type { Candidate } from './candidates.ts'
import type { Usage } from './conversation.ts'
import type { Question } from './question.ts'
import type { Purchase } from './receipts.ts'
import type { Bill } from './wires/wire.ts'

/** The model that answers: its rates and its name. */
export interface Served extends Pick<Candidate, 'listed'> {
  readonly model: string
  readonly provider: string
}

type Priced = Pick<Served, 'listed'>

/** What an answer says of its payment, as far as this can be known before it is settled. */
export function billOf(question: Question, served: Served, usage: Usage): Bill {
  const { request, terms, call, created, signer } = question
  const { budget } = call
  const used = terms.costOf(served, usage)
  const cost = used !== null && paysUsed(question) ? usdOf(Math.min(used, budget)) : budget
  const { model, provider } = served
  const bought = { at: created, wire: request.wire, model, provider, usage }
  return signedBill({ call, signer }, bought, cost)
}

/** Whether the payment can be reduced to what was used, once that is known. */
export const paysUsed = ({ call, conversation }: Question): boolean =>
  call.chargesLess === 'always' || (call.chargesLess === 'until-settled' && !conversation.stream)

type Bought = Pick<Purchase, 'at' | 'wire' | 'model' | 'provider' | 'usage' | 'again'>

/** A free call has nothing to sign. */
export function signedBill(
  { call, signer }: Pick<Question, 'call' | 'signer'>,
  bought: Bought,
  amount: Usd,
): Bill {
  const cost = dollarsOf(amount)
  const { id, budget, payer } = call
  if (budget === 0) return { cost }
  const { rail, wallet } = payer
  return { cost, receipt: signer.receipt({ ...bought, id, costUsd: cost, rail, wallet }) }
}

/** The tokens of an answer. If the price depends on them, missing counts are estimated. */
export async function usageOf(
  { terms, count }: Question,
  { usage, text }: { readonly usage: Usage; readonly text: string },
): Promise<Usage> {
  if (!terms.isMetered) return usage
  const input = usage.input || (await count()).tokens
  const output = usage.output || (await countTokens(text))
  return { ...usage, input, output }
}

/**
 * What a stream has cost, once it has ended. One that this instance has cut costs the tokens that
 * were sent, where they have a price.
 */
export function spentOf({ terms, call }: Question, of: Priced, { usage, isCut }: Spent): Usd {
  return terms.costOf(of, usage) ?? (isCut ? usdOf(0) : call.budget)
}

/** What a stream has used, and whether this instance has cut it. */
interface Spent {
  readonly usage: Usage
  readonly isCut: boolean
}

/** Says within the usage what the buyer pays. */
export function withBill(
  told: Readonly<Record<string, unknown>>,
  usageIn: (data: Record<string, unknown>) => Record<string, unknown> | null,
  bill: Bill,
): Record<string, unknown> {
  const usage = usageIn(told)
  return usage ? { ...told, usage: { ...usage, ...bill } } : told
}
