import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { numeric, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const price = numeric.catch(-1)

const Models = z.object({
  data: rowsOf(
    z.object({
      id: z.string(),
      name: z.string(),
      created: z.number(),
      context_length: z.number().nullish(),
      pricing: z.object({ prompt: price, completion: price }),
      architecture: z
        .object({
          input_modalities: z.array(z.string()).catch([]),
          output_modalities: z.array(z.string()).catch([]),
        })
        .nullish(),
      supported_parameters: z.array(z.string()).nullish(),
    }),
  ),
})

export type PublishedModel = z.output<typeof Models>['data'][number]

/** The public list of models and prices; it needs no key. */
export const openrouterModels = defineUpstream({
  name: 'openrouter-models',
  title: 'OpenRouter',
  terms: 'https://openrouter.ai/terms',
  texts: 'public',
  base: 'https://openrouter.ai/api/v1',
  limits: { timeoutMs: 15_000, bytesMax: 10_000_000 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async models(): Promise<readonly PublishedModel[]> {
      return (await http.json('/models', Models)).data
    },
  }),
})
