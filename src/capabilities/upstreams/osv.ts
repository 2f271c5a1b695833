import { OSV_ECOSYSTEMS, type OsvEcosystem } from '../../base/lib/package-names.ts'
import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { fact, listOf, moment } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Batch = z.object({
  results: z.array(
    z.object({ vulns: listOf(z.object({ id: z.string() })), next_page_token: fact }),
  ),
})

const Advisory = z.object({
  id: z.string(),
  summary: fact,
  details: fact,
  aliases: listOf(z.string()),
  published: moment,
  withdrawn: moment,
  severity: listOf(z.object({ type: z.string(), score: z.string() })),
  affected: listOf(
    z.object({
      package: z.object({ ecosystem: z.string(), name: z.string() }).nullish(),
      ranges: listOf(
        z.object({ type: z.string(), events: listOf(z.record(z.string(), z.string())) }),
      ),
    }),
  ),
  database_specific: z.object({ severity: fact.catch(null) }).nullish(),
})

export type OsvAdvisory = z.output<typeof Advisory>

export interface OsvPackage {
  readonly ecosystem: OsvEcosystem
  readonly name: string
  readonly version?: string | undefined
}

export interface OsvFindings {
  readonly ids: readonly string[]
  /** Whether there are more than one answer holds. */
  readonly isCut: boolean
}

export const osv = defineUpstream({
  name: 'osv',
  title: 'OSV',
  terms: 'https://google.github.io/osv.dev/data/',
  texts: 'public',
  base: 'https://api.osv.dev',
  limits: { timeoutMs: 15_000, bytesMax: 8_000_000, perSecond: 50 },
  cacheTtlMs: HOUR_MS,
  refusals: { 400: () => badInput('packages: must have an ecosystem and a name that OSV knows.') },
  api: (http) => ({
    /** Ids of the known vulnerabilities of each package, in the order of the packages. */
    async findings(packages: readonly OsvPackage[]): Promise<readonly OsvFindings[]> {
      const queries = packages.map(({ ecosystem, name, version }) => ({
        package: { ecosystem: OSV_ECOSYSTEMS[ecosystem], name },
        ...(version !== undefined && { version }),
      }))
      const InOrder = Batch.refine(({ results }) => results.length === queries.length)
      const { results } = await http.json('/v1/querybatch', InOrder, {
        json: { queries },
        cacheTtlMs: HOUR_MS,
      })
      return results.map(({ vulns, next_page_token }) => ({
        ids: vulns.map(({ id }) => id),
        isCut: next_page_token !== null,
      }))
    },
    advisory: async (id: string): Promise<OsvAdvisory> =>
      http.json(`/v1/vulns/${encodeURIComponent(id)}`, Advisory),
  }),
})
