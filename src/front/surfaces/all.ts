import { agentCard, agentCardBefore } from './agent-card.ts'
import { agentRegistration } from './agent-registration.ts'
import { llmsTxt } from './llms-txt.ts'
import { openapi } from './openapi.ts'
import { pricing } from './pricing.ts'
import { skillPacks } from './skill-packs.ts'
import type { Surface } from './surface.ts'
import { x402Manifest } from './x402-manifest.ts'

/** Every public document. */
export const allSurfaces: readonly Surface[] = [
  pricing,
  openapi,
  llmsTxt,
  x402Manifest,
  agentCard,
  agentCardBefore,
  agentRegistration,
  skillPacks,
]
