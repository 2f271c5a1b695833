import type { ReadText } from '../core/setting.ts'
import { readSetting } from '../core/setting.ts'
import { countTokens } from '../lib/tokens.ts'
import { sentText } from './clamp.ts'
import { ECHO } from './echo.ts'
import { openProviders } from './providers/all.ts'
import { ownTiers, TIERS_FILE, type TierName } from './tiers.ts'
import { messages } from './wires/messages.ts'

/** A model in a list that both SDKs read. */
export interface ListedModel {
  readonly id: string
  readonly object: 'model'
  readonly type: 'model'
  readonly created: number
  readonly created_at: string
  readonly owned_by: string
  readonly display_name: string
}

/** The models that this instance serves, of one tier or of all; null for no tier. */
export function listModels(read: ReadText, tier?: string): readonly ListedModel[] | null {
  const tiers = readSetting(read, TIERS_FILE) ?? ownTiers()
  if (tier !== undefined && !Object.hasOwn(tiers.tiers, tier)) return null
  const providers = openProviders(read)
  const names = tier === undefined ? (Object.keys(tiers.tiers) as TierName[]) : [tier as TierName]
  const listed = new Set(names.flatMap((name) => tiers.tiers[name].models))
  const served = providers.flatMap((provider) =>
    [...listed].flatMap((id) => {
      const own = provider.modelId(id)
      return own === null ? [] : [provider.isOwn ? own : id]
    }),
  )
  const ids = served.length > 0 ? served : read('LLM_ECHO') === 'true' ? [ECHO] : []
  const since = `${tiers.date}T00:00:00Z`
  return [...new Set(ids)].map((id) => ({
    id,
    object: 'model',
    type: 'model',
    created: Math.floor(Date.parse(since) / 1_000),
    created_at: since,
    owned_by: id.includes('/') ? id.slice(0, id.indexOf('/')) : 'operator',
    display_name: id,
  }))
}

/** About how many tokens a request of the messages wire has. */
export const countMessageTokens = async (body: Readonly<Record<string, unknown>>) =>
  countTokens(sentText(messages.decode({ max_tokens: 1, ...body }).conversation))

/** Who answers the language-model tools, in the order in which they are asked, in one line. */
export function whoAnswers(read: ReadText): string {
  const named = openProviders(read).map(({ name, title, isOwn, base, modelId }) =>
    isOwn
      ? `${modelId('')} ${name === 'house' ? 'in a process of this instance' : `at ${base}`}`
      : title,
  )
  if (named.length > 0) return named.join(', then ')
  return read('LLM_ECHO') === 'true' ? `${ECHO}, which is no model` : 'nobody: no provider is set'
}
