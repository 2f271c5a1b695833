import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Setting } from '../../base/core/setting.ts'
import { whyUnread, wordingOf } from '../../base/core/validation-messages.ts'

const Model = z.object({
  /** Dollars per million tokens. */
  input: z.number().min(0),
  output: z.number().min(0),
  /** Tokens. */
  context: z.int().positive(),
  maxOutput: z.int().positive(),
  images: z.boolean(),
  /** Whether it reads PDFs by itself; others are sent their text. */
  files: z.boolean().optional(),
  quirks: z
    .object({
      noSampling: z.boolean().optional(),
      thinkingBudget: z.boolean().optional(),
      reasoningField: z.string().optional(),
    })
    .optional(),
})

const Tier = z.object({
  /** For the first content of one candidate. */
  firstContentMs: z.int().positive(),
  /** In the order in which they are asked. */
  models: z.array(z.string()).min(1),
  /** Other orders, by the kind of question. */
  routes: z.record(z.enum(['code', 'reasoning', 'long']), z.array(z.string()).min(1)).optional(),
})

const Tiers = z
  .object({
    date: z.string(),
    models: z.record(z.string(), Model),
    tiers: z.record(z.string(), Tier),
  })
  .superRefine(({ models, tiers }, { addIssue }) => {
    for (const name of tierNames())
      if (!tiers[name]) addIssue({ code: 'custom', message: `the tier ${name} is missing` })
    for (const tier of Object.values(tiers))
      for (const id of [tier.models, ...Object.values(tier.routes ?? {})].flat())
        if (!models[id])
          addIssue({ code: 'custom', message: `a tier names ${id}, which is no model` })
  })

export type Model = z.output<typeof Model>
export type Tier = z.output<typeof Tier>
/** The tiers of our own file; an operator's has the same. */
export type TierName = keyof (typeof import('./tiers.json'))['tiers']
export interface Tiers extends z.output<typeof Tiers> {
  readonly tiers: Record<TierName, Tier>
}

/** The operator's own table of models and tiers, in the place of ours. */
export const TIERS_FILE = {
  name: 'LLM_TIERS',
  description:
    'JSON file with models and tiers, in the form of `src/capabilities/llm/tiers.json`. Default: that file.',
  schema: z.string().transform((path, context): Tiers => {
    try {
      return tiersAt(path)
    } catch (thrown) {
      context.addIssue({ code: 'custom', message: `${path}: ${whyUnread(thrown)}` })
      return z.NEVER
    }
  }),
} as const satisfies Setting<Tiers>

const OWN_FILE = new URL('./tiers.json', import.meta.url)

export const ownTiers = (): Tiers => tiersAt(OWN_FILE)

function tiersAt(file: string | URL): Tiers {
  return Tiers.parse(JSON.parse(readFileSync(file, 'utf8')), { error: wordingOf })
}

const tierNames = (): readonly string[] =>
  Object.keys((JSON.parse(readFileSync(OWN_FILE, 'utf8')) as Tiers).tiers)
