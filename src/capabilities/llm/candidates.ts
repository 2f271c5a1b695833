import { badInput } from '../../base/core/fault.ts'
import type { Conversation, ImagePart, Part } from './conversation.ts'
import type { OpenProvider } from './providers/provider.ts'
import { modelNamed, namesNoModel, unknownModel } from './names.ts'
import { routeOf, type Category } from './route.ts'
import type { Model, TierName, Tiers } from './tiers.ts'
import { WIRES } from './wires/all.ts'
import type { Quirks, Wire } from './wires/wire.ts'
import type { WireName } from './wires/policy.ts'

/** One model at one provider. */
export interface Candidate {
  readonly provider: OpenProvider
  /** As the provider calls it. */
  readonly modelId: string
  /** As the table calls it; null for the operator's own servers, which ask no price. */
  readonly listed: { readonly id: string; readonly model: Model } | null
  readonly wire: Wire
  readonly quirks: Quirks
}

export interface Chosen {
  readonly candidates: readonly Candidate[]
  readonly category: Category | null
}

export const nameOf = ({ provider, modelId }: Candidate): string => `${provider.name} ${modelId}`

interface ChoiceOptions {
  readonly tiers: Tiers
  readonly providers: readonly OpenProvider[]
  readonly wire: WireName
}

/**
 * The candidates, the best first: models in the order of the tier, each at the providers in their
 * order. A model that the caller names is asked first where the tier holds it.
 */
export function chooseCandidates(
  tierName: TierName,
  conversation: Conversation,
  options: ChoiceOptions,
): Chosen {
  const tier = options.tiers.tiers[tierName]
  const category = tier.routes ? routeOf(conversation).category : null
  const ordered = (category && category !== 'general' && tier.routes?.[category]) || tier.models
  const wanted = wantedOf(tierName, conversation, options)
  const ids = [...new Set([...wanted, ...ordered, ...tier.models])]
  const candidates = able(candidatesOf(ids, options), conversation, options.wire)
  return { candidates, category }
}

/** The model of a tier that a caller names; none where it names no model in particular. */
function wantedOf(
  tierName: TierName,
  { model: name }: Conversation,
  { tiers, providers }: ChoiceOptions,
): readonly string[] {
  if (name === undefined || namesNoModel(name, tiers)) return []
  if (providers.some((one) => one.isOwn && one.modelId('') === name)) return []
  const { models, routes } = tiers.tiers[tierName]
  const ofTier = [...new Set([...models, ...Object.values(routes ?? {}).flat()])]
  const id = modelNamed(name, tiers.models)
  // A model of another tier is not part of this price: this tier answers, and says by whom.
  if (id !== undefined) return ofTier.includes(id) ? [id] : []
  throw unknownModel(name, servedBy(providers, ofTier))
}

/** The model that a caller names, at each provider that serves it; of an own server, its own. */
export function namedCandidates(conversation: Conversation, options: ChoiceOptions): Chosen {
  const { tiers, providers, wire } = options
  const { model: wanted = '' } = conversation
  const own = providers.filter((one) => one.isOwn && one.modelId('') === wanted)
  const ids = Object.keys(tiers.models)
  const id = modelNamed(wanted, tiers.models)
  const vendors = providers.filter(({ isOwn }) => !isOwn)
  const all = [
    ...candidatesOf(ids.slice(0, 1), { ...options, providers: own }),
    ...(id === undefined ? [] : candidatesOf([id], { ...options, providers: vendors })),
  ]
  if (all.length === 0) throw unknownModel(wanted, servedBy(providers, ids))
  return { candidates: able(all, conversation, wire), category: null }
}

const servedBy = (providers: readonly OpenProvider[], ids: readonly string[]) =>
  providers.flatMap((one) =>
    one.isOwn ? [one.modelId('') ?? ''] : ids.filter((id) => one.modelId(id) !== null),
  )

function candidatesOf(
  ids: readonly string[],
  { tiers, providers, wire }: ChoiceOptions,
): readonly Candidate[] {
  const seen = new Set<string>()
  return ids.flatMap((id) =>
    providers.flatMap((provider): Candidate[] => {
      const modelId = provider.modelId(id)
      const key = `${provider.name} ${modelId}`
      if (modelId === null || seen.has(key)) return []
      seen.add(key)
      const model = tiers.models[id]
      const speaks = provider.wires.includes(wire) ? wire : provider.wires[0]
      if (!speaks || !model) return []
      const quirks = { ...provider.quirks, ...(provider.isOwn ? {} : model.quirks) }
      const listed = provider.isOwn ? null : { id, model }
      return [{ provider, modelId, listed, wire: WIRES[speaks], quirks }]
    }),
  )
}

/** Those that can read what the conversation holds. */
function able(
  all: readonly Candidate[],
  conversation: Conversation,
  wire: WireName,
): readonly Candidate[] {
  const hasImages = imagesIn(conversation).length > 0
  const able = all.filter(({ listed }) => !listed || listed.model.images || !hasImages)
  if (able.length > 0 || all.length === 0) return able
  throw badInput(`${WIRES[wire].turnsField}: hold an image, and no model of this tier sees images.`)
}

/** Addresses of images that the provider fetches. */
export const imageUrlsIn = (conversation: Conversation): readonly string[] =>
  imagesIn(conversation)
    .map(({ url }) => url)
    .filter((url) => !url.startsWith('data:'))

export const imagesIn = ({ turns }: Conversation): readonly ImagePart[] =>
  turns
    .flatMap(({ parts }) => parts)
    .flatMap((part): readonly Part[] => (part.kind === 'result' ? part.parts : [part]))
    .filter((part) => part.kind === 'image')
