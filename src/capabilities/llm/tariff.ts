import { usdOf, type Usd } from '../../base/core/money.ts'
import { countTokens } from '../../base/lib/tokens.ts'
import type { Candidate } from './candidates.ts'
import type { Conversation, Usage } from './conversation.ts'
import { providerCost, type Tokens } from './rates.ts'
import type { Model } from './tiers.ts'
import { factorFor, inputTokens, writeFactorFor, type Meter } from './token-limits.ts'

/** What one request to a candidate costs at its provider. */
export interface Tariff {
  /** With all that it may write. Zero for a server that asks no price. */
  readonly most: Usd
  /** At most that; all of it where nobody says what was written. */
  of(tokens: Tokens): Usd
  /**
   * The tokens of an answer that was not read to its end: what its provider has reported, or what
   * can be counted, whichever is more.
   */
  soFar(answer: Unfinished): Promise<Usage>
}

/** An answer as far as it has come. */
export interface Unfinished {
  readonly usage: Usage
  /** All that the model was seen to write. */
  readonly text: string
  /** Whether its reasoning is part of that, or of what was reported. */
  readonly showsThinking: boolean
  /** How long its provider was silent, beyond the usual pauses. */
  readonly silentMs: number
}

interface Asked {
  readonly conversation: Conversation
  readonly count: Meter
  /** How much the candidate may write; undefined where nothing limits it. */
  readonly limit: number | undefined
}

/** What a model may reason in a second without a word of it being sent. */
const HIDDEN_TOKENS_PER_SECOND = 100

export async function tariffOf(
  candidate: Pick<Candidate, 'listed'>,
  { conversation, count, limit = Infinity }: Asked,
): Promise<Tariff> {
  const { listed } = candidate
  const inputOf = () => inputTokens(candidate, conversation, count)
  const output = Math.min(limit, listed?.model.maxOutput ?? limit)
  async function mostAt(rates: Model): Promise<Usd> {
    const input = await inputOf()
    const writing = Math.ceil(input * (writeFactorFor(candidate, conversation) - 1))
    return providerCost({ input, output, writing }, rates)
  }
  const most = listed ? await mostAt(listed.model) : usdOf(0)
  return {
    most,
    of(tokens) {
      if (!listed || tokens.output === 0) return most
      return usdOf(Math.min(most, providerCost(tokens, listed.model)))
    },
    async soFar({ usage, text, showsThinking, silentMs }) {
      const written = Math.ceil((await countTokens(text)) * factorFor(candidate))
      const mayThink = !showsThinking && conversation.effort !== 'none'
      const hidden = mayThink ? Math.floor((silentMs * HIDDEN_TOKENS_PER_SECOND) / 1_000) : 0
      const counted = Math.min(output, written + hidden)
      return {
        ...usage,
        input: usage.input || (await inputOf()),
        output: Math.max(usage.output, counted),
      }
    },
  }
}
