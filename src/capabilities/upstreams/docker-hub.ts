import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { fact, figure, listOf, moment, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Tags = z.object({
  count: z.int(),
  results: rowsOf(
    z.object({
      name: z.string(),
      full_size: figure,
      last_updated: moment,
      tag_last_pushed: moment,
      digest: fact,
      images: listOf(
        z.object({ architecture: fact, os: fact, variant: fact, digest: fact, size: figure }),
      ),
    }),
  ),
})

export interface TagQuery {
  readonly namespace: string
  readonly repository: string
  readonly filter: string | undefined
  readonly limit: number
}

const KEEP_MS = 5 * 60_000

export const dockerHub = defineUpstream({
  name: 'docker-hub',
  title: 'Docker Hub',
  terms: 'https://www.docker.com/legal/docker-terms-service/',
  texts: 'public',
  base: 'https://hub.docker.com',
  limits: { timeoutMs: 10_000, bytesMax: 4_000_000, perSecond: 2 },
  cacheTtlMs: KEEP_MS,
  api: (http) => ({
    /** Last pushed first. */
    async tags({ namespace, repository, filter, limit }: TagQuery) {
      const refusals = { 404: () => notFound(`Docker Hub has no ${namespace}/${repository}.`) }
      const path = `/v2/namespaces/${namespace}/repositories/${repository}/tags`
      const query = { page_size: limit, name: filter }
      const { count, results } = await http.json(path, Tags, { query, refusals })
      return { total: count, tags: results.slice(0, limit) }
    },
  }),
})
