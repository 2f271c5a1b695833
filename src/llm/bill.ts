import { dollarsOf, usdOf, type Usd } from '../core/money.ts'
import { countTokens } from '../lib/tokens.ts'
import type { Candidate } from './candidates.ts'
import type { Usage } from './conversation.ts'
import type { Question } from './question.ts'
import type { RelayEnd } from './relay.ts'
import type { Bill } from './wires/wire.ts'

/** Who answers: at which rates, and by which name. */
export interface Served extends Pick<Candidate, 'listed'> {
  readonly model: string
  readonly provider: string
}

type Priced = Pick<Served, 'listed'>

/** What an answer says of its payment, as far as this can be known before it is settled. */
export function billOf(question: Question, served: Served, usage: Usage): Bill {
  const { asked, terms, call, conversation, created, signer } = question
  const { budget, chargesLess, id, payer } = call
  const used = terms.costOf(served, usage)
  const isLess =
    chargesLess === 'always' || (chargesLess === 'until-settled' && !conversation.stream)
  const cost = dollarsOf(used !== null && isLess ? usdOf(Math.min(used, budget)) : budget)
  // Where nobody pays, there is nothing to sign.
  if (budget === 0) return { cost }
  const { model, provider } = served
  const bought = { id, at: created, wire: asked.wire, model, provider, usage, costUsd: cost }
  return { cost, receipt: signer.receipt({ ...bought, rail: payer.rail, wallet: payer.wallet }) }
}

/** The tokens of an answer. Where its price hangs on them, what was not told is counted. */
export async function usageOf(
  { terms, count }: Question,
  { usage, text }: { readonly usage: Usage; readonly text: string },
): Promise<Usage> {
  if (!terms.isMetered) return usage
  const input = usage.input || (await count())
  const output = usage.output || (await countTokens(text))
  return { ...usage, input, output }
}

/** What a stream has cost, once it has ended. One that broke off costs nothing. */
export async function spentOf(question: Question, of: Priced, end: RelayEnd): Promise<Usd> {
  if (!end.isWhole) return usdOf(0)
  const { terms, call } = question
  return terms.costOf(of, await usageOf(question, end)) ?? call.budget
}
