import { Fault } from '../../base/core/fault.ts'
import { dollarsOf, formatUsd, type Usd } from '../../base/core/money.ts'
import { chooseCandidates, type Candidate } from './candidates.ts'
import type { Conversation } from './conversation.ts'
import type { OpenProvider } from './providers/provider.ts'
import { priceOfTokens } from './rates.ts'
import type { TierName, Tiers } from './tiers.ts'
import { affordable, inputTokens, writeFactorFor, type Meter } from './token-limits.ts'
import type { WireName } from './wires/policy.ts'

/** Whether a flat price leaves room for the answer that was asked for. */

/** A tier, and its flat price. */
export interface PriceStep {
  readonly tier: TierName
  readonly price: Usd
}

/** What a caller wants who names no limit, and enough of an answer for one who names more. */
const WANTED = 4_096
/** Enough for a caller who names no limit. */
const ENOUGH = 1_024

const wantedOf = ({ maxTokens = WANTED }: Conversation): number => maxTokens
const enoughOf = ({ maxTokens = ENOUGH }: Conversation): number => Math.min(maxTokens, WANTED)

interface Asked {
  readonly conversation: Conversation
  readonly count: Meter
  readonly price: Usd
}

/**
 * The candidates that can give enough of an answer for the price, first those that can give all
 * that was asked for. Among these, the order of the tier stays: the most capable first.
 */
export async function thatCanAnswer(
  candidates: readonly Candidate[],
  { conversation, count, price }: Asked,
): Promise<readonly Candidate[]> {
  const rooms = await Promise.all(
    candidates.map((candidate) => roomOf(candidate, { conversation, count, price })),
  )
  const those = (room: number) => candidates.filter((_, at) => (rooms[at] ?? 0) >= room)
  return [...new Set([...those(wantedOf(conversation)), ...those(enoughOf(conversation))])]
}

/** Tokens that a candidate can write for a price. */
async function roomOf(candidate: Candidate, { conversation, count, price }: Asked) {
  const { listed } = candidate
  if (!listed) return Infinity
  const room = await affordable(candidate, conversation, { price, count })
  // Nobody writes more than its most: that is all that can be asked of it.
  return room >= listed.model.maxOutput ? Infinity : room
}

interface Where {
  readonly tiers: Tiers
  readonly providers: readonly OpenProvider[]
  readonly wire: WireName
  readonly steps?: readonly PriceStep[]
}

/** The refusal where no model of a tier can, which names the prices that would do. */
export async function tooCheap(
  candidates: readonly Candidate[],
  asked: Asked,
  where: Where,
): Promise<Fault> {
  const { conversation, count, price } = asked
  const rooms = await Promise.all(candidates.map((candidate) => roomOf(candidate, asked)))
  const most = Math.max(0, ...rooms)
  const [first] = candidates
  const input = first ? await inputTokens(first, conversation, count) : 0
  const step = await stepThatDoes(asked, where)
  const metered = first?.listed ? meteredPrice(first, conversation, input) : null
  const wanted = wantedOf(conversation).toLocaleString('en')
  const said = [
    `For ${formatUsd(price)} this tier can give at most ${most.toLocaleString('en')} tokens of answer to an input of about ${input.toLocaleString('en')}; ${wanted} were asked for${conversation.maxTokens === undefined ? ', as no limit was named' : ''}.`,
    step && `The tier ${step.tier} can, for ${formatUsd(step.price)}.`,
    metered &&
      `By its tokens (/v1/metered), ${first?.listed?.id} costs at most ${formatUsd(metered)}.`,
    'Nothing was charged.',
  ]
  return new Fault('bad_input', said.filter(Boolean).join(' '), {
    headers: [
      ...(step ? [['x-fitting-tier', step.tier] as const] : []),
      ...(step ? [['x-fitting-tier-price', String(dollarsOf(step.price))] as const] : []),
      ...(metered ? [['x-metered-price', String(dollarsOf(metered))] as const] : []),
    ],
  })
}

/** The lowest flat price above that of a call for which some model can answer it. */
async function stepThatDoes(asked: Asked, { steps = [], ...options }: Where) {
  const { model: _named, ...conversation } = asked.conversation
  for (const { tier, price } of steps) {
    if (price <= asked.price) continue
    const { candidates } = chooseCandidates(tier, conversation, options)
    const able = await thatCanAnswer(candidates, { ...asked, conversation, price })
    if (able.length > 0) return { tier, price }
  }
  return null
}

function meteredPrice(candidate: Candidate, conversation: Conversation, input: number) {
  const { listed } = candidate
  if (!listed) return null
  const output = Math.min(wantedOf(conversation), listed.model.maxOutput)
  const writing = Math.ceil(input * (writeFactorFor(candidate, conversation) - 1))
  return priceOfTokens({ input, output, writing }, listed.model)
}
