import { z } from 'zod'
import type { Capability, Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { NO_EXPENSE } from '../../base/core/spending.ts'
import { openAsker } from './asker.ts'
import { askWhole, failed } from './attempt.ts'
import type { ForCall } from './media/models.ts'
import { openai } from './providers/openai.ts'

export interface Judgement {
  readonly flagged: boolean
  readonly categories: Readonly<Record<string, boolean>>
  readonly scores: Readonly<Record<string, number>>
  readonly model: string
}

export type Judged = { readonly text: string } | { readonly imageUrl: string }

export interface Moderation {
  judge(what: Judged): Promise<Judgement>
}

const MODEL = 'omni-moderation-latest'
const LIMITS = { firstEventMs: 20_000, idleMs: 20_000, totalMs: 25_000 }

const Answer = z.object({
  model: z.string(),
  results: z
    .array(
      z.object({
        flagged: z.boolean(),
        categories: z.record(z.string(), z.boolean()),
        category_scores: z.record(z.string(), z.number()),
      }),
    )
    .min(1),
})

/** Says what is harmful in a text or a picture. */
export const moderation: Capability<Moderation> = {
  name: 'llm-moderation',
  texts: 'own',
  reads: 'the moderation models of OpenAI',
  settings: openai.settings,
  isFree: true,
  open: openModeration,
}

function openModeration(host: Host): ForCall<Moderation> {
  const provider = openai.open((name) => host.setting(name))
  const { client, ask } = openAsker(host)

  return ({ signal }) => ({
    async judge(what) {
      if (!provider) throw new Fault('not_configured', 'OPENAI_API_KEY is not set.')
      const input =
        'text' in what ? what.text : [{ type: 'image_url', image_url: { url: what.imageUrl } }]
      const { answer } = await ask([provider], {
        signal,
        nameOf: ({ name }) => name,
        async attempt() {
          const request = { client, provider, path: '/moderations', limits: LIMITS, signal }
          // These models are free of charge.
          const asked = { ...request, expense: NO_EXPENSE, body: { model: MODEL, input } }
          const told = await askWhole(asked)
          const { data } = Answer.safeParse(told)
          if (!data) throw failed({ kind: 'bad', message: 'OpenAI judged in an unknown shape.' })
          return data
        },
      })
      const [first] = answer.results
      const { flagged = false, categories = {}, category_scores: scores = {} } = first ?? {}
      return { flagged, categories, scores, model: answer.model }
    },
  })
}
