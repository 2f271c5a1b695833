import { dollarsOf, usdOf, type Usd } from '../core/money.ts'
import { countTokens } from '../lib/tokens.ts'
import type { Candidate } from './candidates.ts'
import type { Usage } from './conversation.ts'
import type { Question } from './question.ts'
import type { RelayEnd } from './relay.ts'
import type { Bill } from './wires/wire.ts'

type Priced = Pick<Candidate, 'listed'>

/** What an answer says of its payment, as far as this can be known before it is settled. */
export function billOf({ terms, call, conversation }: Question, of: Priced, usage: Usage): Bill {
  const { budget, chargesLess } = call
  const used = terms.costOf(of, usage)
  const isLess =
    chargesLess === 'always' || (chargesLess === 'until-settled' && !conversation.stream)
  return { cost: dollarsOf(used !== null && isLess ? usdOf(Math.min(used, budget)) : budget) }
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
