import type { Jobs } from '../../call/jobs.ts'
import { createLimit } from '../../call/limits.ts'
import type { Strain } from '../../call/strain.ts'
import { packsOf } from '../../catalog/entry.ts'
import { createFind } from '../../catalog/find.ts'
import type { Config } from '../../config.ts'
import type { NetworkStatus } from '../../payments/x402/facilitator.ts'
import type { PowRail } from '../../payments/pow.ts'
import type { Stores } from '../../stores/stores.ts'
import { allPages, allSurfaces } from '../../surfaces/all.ts'
import type { Shop } from '../../surfaces/surface.ts'
import type { Endpoint } from '../endpoint.ts'
import { creditsEndpoint } from './credits.ts'
import { findEndpoints } from './find.ts'
import { healthEndpoint } from './health.ts'
import { jobEndpoint } from './jobs.ts'
import { powEndpoint } from './pow.ts'
import { reliabilityEndpoint, statsEndpoint } from './stats.ts'
import { surfaceEndpoint } from './surfaces.ts'
import { toolPageEndpoint } from './tool-pages.ts'

export interface FreeParts {
  readonly shop: Shop
  readonly stores: Stores
  readonly pow: PowRail
  readonly jobs: Jobs
  readonly strain: Strain
  readonly config: Config
  readonly startedAt: number
  networkStatuses(): readonly NetworkStatus[]
  /** Makes what was counted in the last moments part of the reports. */
  flush(): Promise<void>
  now(): number
}

/** Every endpoint that answers without the till. */
export function allFree(parts: FreeParts): readonly Endpoint[] {
  const { shop, stores, pow, jobs, strain, config } = parts
  const { catalog, site } = shop
  const together = { ...stores, now: parts.now }
  const challenges = createLimit('challenges', config.POW_CHALLENGES_PER_MINUTE, together)
  const recorded = { ...parts, ...stores, catalog, site }
  return [
    healthEndpoint(catalog, site),
    ...findEndpoints(createFind(catalog, site, packsOf(catalog, site))),
    ...[...allSurfaces, ...allPages].map((surface) => surfaceEndpoint(surface, shop)),
    powEndpoint(catalog, pow, challenges, strain),
    toolPageEndpoint(shop),
    jobEndpoint(jobs),
    creditsEndpoint(stores.credits, site.baseUrl),
    statsEndpoint(recorded),
    reliabilityEndpoint(recorded),
  ]
}
