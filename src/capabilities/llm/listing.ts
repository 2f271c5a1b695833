import type { ReadText } from '../../base/core/setting.ts'
import { isSet, readSetting } from '../../base/core/setting.ts'
import { ECHO_SETTING } from './gateway-settings.ts'
import { tokensOf } from '../../base/lib/tokens.ts'
import { sentText } from './token-limits.ts'
import { ECHO } from './echo.ts'
import { vectorModels } from './embeddings.ts'
import { mediumModels } from './media/models.ts'
import { openProviders } from './providers/all.ts'
import { ownTiers, TIERS_FILE, type Tier, type TierName, type Tiers } from './tiers.ts'
import { messages } from './wires/messages.ts'

/** Parts of paths beside the names of tiers. */
const METERED = 'metered'
const GROUNDED = 'grounded'
const GROUNDED_TIER: TierName = 'auto'

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

/**
 * The models that this instance serves, of one tier or of all; null for no tier. Below `metered`,
 * a caller may name every model of the table. Below `embeddings`, `images` and others stand
 * those that make these.
 */
export function listModels(read: ReadText, tier?: string): readonly ListedModel[] | null {
  const tiers = readSetting(read, TIERS_FILE) ?? ownTiers()
  const others = tier === undefined ? undefined : OTHERS.get(tier)?.(read)
  if (others) return others.map((id) => row(id, tiers))
  const listed = modelsOf(tiers, tier)
  if (!listed) return null
  const providers = openProviders(read)
  const served = providers.flatMap((provider) =>
    listed.flatMap((id) => {
      const own = provider.modelId(id)
      return own === null ? [] : [provider.isOwn ? own : id]
    }),
  )
  const ids = served.length > 0 ? served : isSet(ECHO_SETTING, read) ? [ECHO] : []
  return [...new Set(ids)].map((id) => row(id, tiers))
}

/** The model of that name, whatever it makes; null if no provider serves it. */
export function findModel(read: ReadText, id: string): ListedModel | null {
  const lists = [undefined, ...OTHERS.keys()].map((tier) => listModels(read, tier))
  for (const list of lists) {
    const found = list?.find((one) => one.id === id)
    if (found) return found
  }
  return null
}

/** Models that hold no conversation, by the place below `/v1` at which they are listed. */
const OTHERS: ReadonlyMap<string, (read: ReadText) => readonly string[]> = new Map([
  ['embeddings', vectorModels],
  ...(['images', 'videos', 'speech', 'transcription'] as const).map(
    (medium) => [medium, (read: ReadText) => mediumModels(read, medium)] as const,
  ),
])

function row(id: string, { date }: Pick<Tiers, 'date'>): ListedModel {
  const since = `${date}T00:00:00Z`
  return {
    id,
    object: 'model',
    type: 'model',
    created: Math.floor(Date.parse(since) / 1_000),
    created_at: since,
    owned_by: id.includes('/') ? id.slice(0, id.indexOf('/')) : 'operator',
    display_name: id,
  }
}

function modelsOf({ tiers, models }: Tiers, tier: string | undefined): readonly string[] | null {
  const all = Object.keys(models)
  if (tier === undefined)
    return [...new Set([...Object.values(tiers).flatMap(modelsAsked), ...all])].filter((id) =>
      Object.hasOwn(models, id),
    )
  if (tier === METERED) return all
  const name = tier === GROUNDED ? GROUNDED_TIER : tier
  if (!Object.hasOwn(tiers, name)) return null
  return modelsAsked(tiers[name as TierName]).filter((id) => Object.hasOwn(models, id))
}

/** The models that a tier asks, in the order in which it does, of whatever kind the question is. */
const modelsAsked = ({ models, routes }: Tier): readonly string[] => [
  ...new Set([...models, ...Object.values(routes ?? {}).flat()]),
]

/** About how many tokens a request of the messages wire has. */
export const countMessageTokens = async (body: Readonly<Record<string, unknown>>) =>
  (await tokensOf(sentText(messages.decode({ max_tokens: 1, ...body }).conversation))).tokens

/** The providers of the language-model tools, in order, as one line. */
export function whoAnswers(read: ReadText): string {
  const named = openProviders(read).map(({ name, title, isOwn, base, modelId }) =>
    isOwn
      ? `${modelId('')} ${name === 'local' ? 'in a process of this instance' : `at ${base}`}`
      : title,
  )
  if (named.length > 0) return named.join(', then ')
  return isSet(ECHO_SETTING, read) ? `${ECHO}, which is no model` : 'nobody: no provider is set'
}
