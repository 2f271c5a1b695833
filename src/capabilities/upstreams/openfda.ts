import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { orNull } from '../../base/core/failover.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, fact, listOf } from './_facts.ts'
import { defineUpstream, type UpstreamHttp } from './define.ts'

const Meta = z.object({ results: z.object({ total: z.int() }) })

const answerOf = <T extends z.ZodType>(row: T) => z.object({ meta: Meta, results: z.array(row) })

const Enforcement = answerOf(
  z.object({
    recall_number: z.string(),
    product_description: z.string(),
    reason_for_recall: fact,
    classification: fact,
    status: fact,
    recalling_firm: fact,
    report_date: day,
    distribution_pattern: fact,
  }),
)

const DeviceRecall = answerOf(
  z.object({
    product_res_number: z.string(),
    product_description: fact,
    reason_for_recall: fact,
    recall_status: fact,
    recalling_firm: fact,
    event_date_initiated: day,
  }),
)

const Event = answerOf(
  z.object({
    receivedate: day,
    serious: fact,
    patient: z.object({
      patientonsetage: fact,
      patientonsetageunit: fact,
      patientsex: fact,
      reaction: listOf(z.object({ reactionmeddrapt: fact })),
    }),
  }),
)

const Counts = z.object({ results: z.array(z.object({ term: z.string(), count: z.int() })) })

const texts = listOf(z.string())

const Label = answerOf(
  z.object({
    set_id: fact,
    effective_time: day,
    indications_and_usage: texts,
    dosage_and_administration: texts,
    boxed_warning: texts,
    warnings: texts,
    warnings_and_cautions: texts,
    contraindications: texts,
    drug_interactions: texts,
    adverse_reactions: texts,
    openfda: z
      .object({ brand_name: texts, generic_name: texts, manufacturer_name: texts })
      .nullish(),
  }),
)

export type DrugLabel = z.output<typeof Label>['results'][number]

const KEY = {
  name: 'OPENFDA_API_KEY',
  description: 'Key of openFDA: 120,000 requests a day instead of 1,000.',
} as const

const NEWEST = { sort: 'report_date:desc' }

export const openfda = defineUpstream({
  name: 'openfda',
  title: 'openFDA (CC0; not for medical decisions)',
  terms: 'https://open.fda.gov/terms/',
  texts: 'public',
  base: 'https://api.fda.gov',
  asks: '$0',
  settings: [KEY],
  limits: { timeoutMs: 15_000, bytesMax: 8_000_000, perSecond: 4, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  // It answers 404 if nothing matches.
  refusals: { 404: () => notFound('openFDA has nothing that matches.') },
  api: (http) => ({
    recalls: async (kind: 'drug' | 'food', q: string, limit: number) => {
      const product = `product_description:"${phrase(q)}"`
      const search = kind === 'drug' ? product : `(${product} reason_for_recall:"${phrase(q)}")`
      return asked(http, `/${kind}/enforcement.json`, Enforcement, { search, limit, ...NEWEST })
    },
    deviceRecalls: async (q: string, limit: number) => {
      const search = `product_description:"${phrase(q)}"`
      const query = { search, limit, sort: 'event_date_initiated:desc' }
      return asked(http, '/device/recall.json', DeviceRecall, query)
    },
    /** Reports that name a drug: the newest, the number of serious ones, and their reactions. */
    async adverseEvents(drug: string, limit: number) {
      const search = `patient.drug.openfda.generic_name:"${phrase(drug)}"`
      const path = '/drug/event.json'
      const recent = await asked(http, path, Event, { search, limit, sort: 'receivedate:desc' })
      if (recent.total === 0) return { ...recent, serious: 0, reactions: [] }
      const serious = await asked(http, path, Event, {
        search: `${search} AND serious:1`,
        limit: 1,
      })
      const count = 'patient.reaction.reactionmeddrapt.exact'
      const counted = await http.json(path, Counts, { query: withKey(http, { search, count }) })
      return { ...recent, serious: serious.total, reactions: counted.results }
    },
    /** The newest label of a drug by its generic name or its brand; null if there is none. */
    async label(drug: string): Promise<DrugLabel | null> {
      const name = phrase(drug)
      const search = `(openfda.generic_name:"${name}" openfda.brand_name:"${name}")`
      const query = { search, limit: 1, sort: 'effective_time:desc' }
      return (await asked(http, '/drug/label.json', Label, query)).rows[0] ?? null
    },
  }),
})

type Query = Readonly<Record<string, string | number>>

async function asked<T extends ReturnType<typeof answerOf>>(
  http: UpstreamHttp,
  path: string,
  answer: T,
  query: Query,
): Promise<{ total: number; rows: z.output<T>['results'] }> {
  const found = await orNull(http.json(path, answer, { query: withKey(http, query) }))
  return { total: found?.meta.results.total ?? 0, rows: found?.results ?? [] }
}

const withKey = (http: UpstreamHttp, query: Query) => ({
  ...query,
  api_key: http.setting(KEY.name),
})

/** Text between quotes is not part of its query language, except these two characters. */
const phrase = (text: string): string => text.replaceAll(/["\\]/g, ' ')
