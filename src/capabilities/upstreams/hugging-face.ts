import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { fact, figure, listOf, moment, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Model = z.object({
  id: z.string(),
  pipeline_tag: fact,
  downloads: figure,
  likes: figure,
  library_name: fact,
  tags: listOf(z.string()),
  lastModified: moment,
  gated: z.union([z.boolean(), z.string()]).nullish(),
  safetensors: z.object({ total: figure }).nullish(),
})

export type HubModel = z.output<typeof Model>

/** It answers only the members that are requested. */
const EXPAND = [
  'pipeline_tag',
  'downloads',
  'likes',
  'library_name',
  'tags',
  'lastModified',
  'gated',
  'safetensors',
]
const KEEP_MS = 10 * 60_000

export const huggingFace = defineUpstream({
  name: 'hugging-face',
  title: 'Hugging Face',
  terms: 'https://huggingface.co/terms-of-service',
  texts: 'public',
  base: 'https://huggingface.co',
  limits: { timeoutMs: 10_000, bytesMax: 4_000_000, perSecond: 1.5 },
  cacheTtlMs: KEEP_MS,
  api: (http) => ({
    async model(id: string): Promise<HubModel> {
      const absent = () => notFound(`Hugging Face has no public model ${id}.`)
      // It does not reveal whether a private model exists.
      const refusals = { 401: absent, 404: absent }
      return http.json(`/api/models/${id}`, Model, { query: { 'expand[]': EXPAND }, refusals })
    },
    /** Most downloads first. */
    async search(q: string, limit: number): Promise<readonly HubModel[]> {
      const query = { search: q, sort: 'downloads', limit, 'expand[]': EXPAND }
      return (await http.json('/api/models', rowsOf(Model), { query })).slice(0, limit)
    },
  }),
})
