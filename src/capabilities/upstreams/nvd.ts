import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import type { Setting } from '../../base/core/setting.ts'
import { day, fact, listOf, moment, rowsOf } from './_facts.ts'
import { keyRefused, type Refusals } from './_faults.ts'
import { defineUpstream } from './define.ts'

const Metric = z.object({
  type: fact,
  baseSeverity: fact,
  cvssData: z.object({
    version: fact,
    baseScore: z.number(),
    baseSeverity: fact,
    vectorString: z.string(),
  }),
})

const CpeMatch = z.object({
  vulnerable: z.boolean(),
  criteria: z.string(),
  versionStartIncluding: fact,
  versionStartExcluding: fact,
  versionEndIncluding: fact,
  versionEndExcluding: fact,
})

const Cve = z.object({
  id: z.string(),
  published: moment,
  lastModified: moment,
  vulnStatus: fact,
  descriptions: z.array(z.object({ lang: z.string(), value: z.string() })),
  metrics: z
    .object({
      cvssMetricV40: listOf(Metric),
      cvssMetricV31: listOf(Metric),
      cvssMetricV30: listOf(Metric),
      cvssMetricV2: listOf(Metric),
    })
    .partial()
    .nullish(),
  weaknesses: listOf(z.object({ description: listOf(z.object({ value: z.string() })) })),
  configurations: listOf(z.object({ nodes: listOf(z.object({ cpeMatch: listOf(CpeMatch) })) })),
  references: listOf(z.object({ url: z.string() })),
  cisaExploitAdd: day,
  cisaActionDue: day,
})

const Answer = z.object({
  totalResults: z.int(),
  vulnerabilities: rowsOf(z.object({ cve: Cve })),
})

export type NvdCve = z.output<typeof Cve>
export type CpeRange = z.output<typeof CpeMatch>

export interface CveQuery {
  readonly q: string
  readonly severity: string | undefined
  readonly since: { readonly fromIso: string; readonly toIso: string } | null
  readonly limit: number
}

const KEY = {
  name: 'NVD_API_KEY',
  description: 'Key of the NVD API: 50 requests in 30 seconds instead of 5.',
} as const satisfies Setting

const PATH = '/rest/json/cves/2.0'

export const nvd = defineUpstream({
  name: 'nvd',
  title: 'NVD (this product uses the NVD API but is not endorsed or certified by the NVD)',
  terms: 'https://nvd.nist.gov/developers/terms-of-use',
  texts: 'public',
  base: 'https://services.nvd.nist.gov',
  asks: '$0',
  settings: [KEY],
  limits: {
    timeoutMs: 20_000,
    bytesMax: 10_000_000,
    perSecond: (setting) => (setting(KEY.name) ? 50 / 30 : 5 / 30),
    among: 'replicas',
  },
  cacheTtlMs: HOUR_MS,
  headers: (setting) => (setting(KEY.name) ? { apiKey: setting(KEY.name) } : {}),
  api: (http) => ({
    async cve(id: string): Promise<NvdCve> {
      const absent = () => notFound(`NVD has no ${id}.`)
      const refusals = orKey(absent)
      const answer = await http.json(PATH, Answer, { query: { cveId: id }, refusals })
      const [found] = answer.vulnerabilities
      if (!found) throw absent()
      return found.cve
    },
    /** Newest first. Answers come oldest first, so the newest are on the last page. */
    async search({ q, severity, since, limit }: CveQuery) {
      const page = async (startIndex: number) => {
        const query = {
          keywordSearch: q,
          cvssV3Severity: severity,
          pubStartDate: since?.fromIso,
          pubEndDate: since?.toIso,
          resultsPerPage: limit,
          startIndex,
        }
        return http.json(PATH, Answer, { query, refusals: orKey(odd) })
      }
      const first = await page(0)
      const { totalResults: total } = first
      const last = total > limit ? await page(total - limit) : first
      const cves = last.vulnerabilities.map(({ cve }) => cve)
      return { total, cves: cves.toReversed() }
    },
  }),
})

/** A key that it does not accept has the status 404 too; only a header tells it. */
const orKey = (otherwise: () => Fault): Refusals => ({
  404: (_body, headers) =>
    /api ?key/i.test(headers.get('message') ?? '') ? keyRefused('NVD') : otherwise(),
})

const odd = (): Fault => new Fault('upstream_failed', 'NVD answered 404.')
