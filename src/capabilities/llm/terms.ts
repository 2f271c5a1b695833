import { badInput } from '../../base/core/fault.ts'
import { formatUsd, usd, usdOf, type Usd } from '../../base/core/money.ts'
import { chooseCandidates, namedCandidates, type Candidate, type Chosen } from './candidates.ts'
import { inputTokens, OUTPUT_MIN, outputLimit, writeFactorFor, type Meter } from './token-limits.ts'
import type { Conversation } from './conversation.ts'
import { thatCanAnswer, tooCheap, type PriceStep } from './answer-room.ts'
import { ECHO } from './echo.ts'
import type { OpenProvider } from './providers/provider.ts'
import { priceOfTokens, type Tokens } from './rates.ts'
import type { Model, TierName, Tiers } from './tiers.ts'
import type { WireName } from './wires/policy.ts'

/** The terms of a call: its candidates, its output limit, and its price. */
export interface ModelPricing {
  /** Whether the price depends on the tokens. */
  readonly isMetered: boolean
  /** For the first content of one candidate. */
  readonly firstContentMs: number
  choose(conversation: Conversation, wire: WireName, count: Meter): Promise<Chosen>
  /** How much a candidate may write; undefined for as much as it likes. */
  limit(candidate: Candidate, conversation: Conversation, count: Meter): Promise<number | undefined>
  /** What tokens of a candidate cost; null where the price is flat. */
  costOf(candidate: Pick<Candidate, 'listed'>, tokens: Tokens): Usd | null
}

interface TermsParts {
  readonly tiers: Tiers
  readonly providers: readonly OpenProvider[]
  /** Flat prices, the lowest first. */
  readonly steps?: readonly PriceStep[]
}

/** Whatever is asked, for one price. */
export const flatTerms = (tier: TierName, price: Usd, parts: TermsParts): ModelPricing => ({
  isMetered: false,
  firstContentMs: parts.tiers.tiers[tier].firstContentMs,
  async choose(conversation, wire, count) {
    const chosen = chooseCandidates(tier, conversation, { ...parts, wire })
    const asked = { conversation, count, price }
    const fitting = await thatCanAnswer(chosen.candidates, asked)
    if (fitting.length > 0 || chosen.candidates.length === 0)
      return { ...chosen, candidates: fitting }
    throw await tooCheap(chosen.candidates, asked, { ...parts, wire })
  },
  limit: (candidate, conversation, count) => outputLimit(candidate, conversation, { price, count }),
  costOf: () => null,
})

/** The most that one metered call costs. */
const MOST = usd('$5')
/** Where a caller names no limit. */
const OUTPUT_DEFAULT = 1_024

export interface MeteredPricing extends ModelPricing {
  /** What a call costs at most. The same conversation has the same quote. */
  quote(conversation: Conversation, wire: WireName, count: Meter): Promise<Usd>
}

/** The model that the caller names, by its tokens. */
export function meteredTerms(least: Usd, { tiers, providers }: TermsParts): MeteredPricing {
  const smallest = tiers.tiers.nano.models[0]
  /** A server of the operator asks no price: it is sold like the smallest model. */
  const ratesOf = ({ listed }: Pick<Candidate, 'listed'>): Model => {
    const known = listed?.model ?? tiers.models[smallest ?? '']
    if (!known) throw new Error('the table of models has no rates')
    return known
  }
  const isEcho = ({ model }: Conversation) => providers.length === 0 && model === ECHO
  const priced = (candidate: Pick<Candidate, 'listed'>, tokens: Tokens): Usd =>
    usdOf(Math.max(least, priceOfTokens(tokens, ratesOf(candidate))))

  async function limits(
    candidate: Pick<Candidate, 'listed'>,
    conversation: Conversation,
    count: Meter,
  ): Promise<Tokens> {
    const { context, maxOutput } = ratesOf(candidate)
    const input = await inputTokens(candidate, conversation, count)
    const wanted = conversation.maxTokens ?? OUTPUT_DEFAULT
    if (context - input < Math.min(OUTPUT_MIN, wanted))
      throw badInput(
        `The input has about ${input} tokens; this model takes at most ${context - OUTPUT_MIN}.`,
      )
    return { input, output: Math.min(wanted, maxOutput, context - input) }
  }

  /** Without a provider, the echo stands in for the models, under its own name for the least. */
  const choose: ModelPricing['choose'] = async (conversation, wire) =>
    namedCandidates(isEcho(conversation) ? { ...conversation, model: smallest } : conversation, {
      tiers,
      providers: providers.length > 0 ? providers : [STAND_IN],
      wire,
    })

  return {
    isMetered: true,
    firstContentMs: tiers.tiers.premium.firstContentMs,
    choose,
    limit: async (candidate, conversation, count) =>
      (await limits(candidate, conversation, count)).output,
    costOf: priced,
    async quote(conversation, wire, count) {
      const { candidates } = await choose(conversation, wire, count)
      const [first] = candidates
      if (!first) throw badInput('model: no provider of this instance serves it now.')
      const tokens = await limits(first, conversation, count)
      const writing = Math.ceil(tokens.input * (writeFactorFor(first, conversation) - 1))
      const amount = priced(first, { ...tokens, writing })
      if (amount <= MOST) return amount
      throw badInput(
        `The call would cost ${formatUsd(amount)}; one call may cost at most ${formatUsd(MOST)}. Send less, or lower max_tokens.`,
      )
    },
  }
}

const STAND_IN: OpenProvider = {
  name: 'local',
  title: 'No provider',
  base: '',
  headers: {},
  secret: undefined,
  wires: ['chat', 'messages', 'responses'],
  quirks: {},
  modelId: (id) => id,
}
