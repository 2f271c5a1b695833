import { isSet, readSetting, type ReadText } from '../../base/core/setting.ts'
import { ECHO_SETTING } from './gateway-settings.ts'
import { LOCAL_MODEL } from './local/settings.ts'
import { openProviders } from './providers/all.ts'
import { ownTiers, TIERS_FILE, type TierName, type Tiers } from './tiers.ts'

/**
 * What a tool of a tier lacks though the key of a provider is set: that provider may serve no model
 * of the tier, or not be asked at all. `null` names no tier: any model of the table will do.
 */
export function lackOfTier(read: ReadText, tier: TierName | null): string | null {
  // The address of its process is known only once that has started.
  if (read(LOCAL_MODEL.name)) return null
  const providers = openProviders(read)
  const tiers = tiersOf(read)
  const ids = tier === null ? Object.keys(tiers.models) : tiers.tiers[tier].models
  const isServed = providers.some(({ modelId }) => ids.some((id) => modelId(id) !== null))
  return isServed
    ? null
    : `no provider that is set up and asked serves ${tier === null ? 'a model' : `the tier ${tier}`}.`
}

/** `local/echo` answers for every tier, but only where there is no provider. */
export const echoesAt = (read: ReadText): boolean =>
  isSet(ECHO_SETTING, read) && openProviders(read).length === 0

const known = new WeakMap<ReadText, Tiers>()

/** Many tools ask at once. */
function tiersOf(read: ReadText): Tiers {
  const tiers = known.get(read) ?? readSetting(read, TIERS_FILE) ?? ownTiers()
  known.set(read, tiers)
  return tiers
}
