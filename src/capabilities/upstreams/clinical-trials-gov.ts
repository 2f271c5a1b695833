import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { fact, figure, listOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Study = z.object({
  protocolSection: z.object({
    identificationModule: z.object({ nctId: z.string(), briefTitle: fact }),
    statusModule: z.object({
      overallStatus: z.string(),
      startDateStruct: z.object({ date: fact }).nullish(),
    }),
    designModule: z
      .object({
        phases: listOf(z.string()),
        enrollmentInfo: z.object({ count: figure }).nullish(),
      })
      .nullish(),
    conditionsModule: z.object({ conditions: listOf(z.string()) }).nullish(),
    armsInterventionsModule: z
      .object({ interventions: listOf(z.object({ name: z.string() })) })
      .nullish(),
    sponsorCollaboratorsModule: z
      .object({ leadSponsor: z.object({ name: fact }).nullish() })
      .nullish(),
  }),
})

const Found = z.object({ studies: rowsOf(Study), totalCount: z.int() })

const FIELDS = [
  'NCTId',
  'BriefTitle',
  'OverallStatus',
  'StartDate',
  'Phase',
  'EnrollmentCount',
  'Condition',
  'InterventionName',
  'LeadSponsorName',
]

export const clinicalTrialsGov = defineUpstream({
  name: 'clinical-trials-gov',
  title: 'ClinicalTrials.gov',
  terms: 'https://clinicaltrials.gov/about-site/terms-conditions',
  texts: 'public',
  base: 'https://clinicaltrials.gov',
  limits: { timeoutMs: 15_000, bytesMax: 4_000_000, perSecond: 0.8, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async studies(q: string, status: string | undefined, limit: number) {
      const query = {
        'query.term': q,
        'filter.overallStatus': status,
        pageSize: limit,
        countTotal: true,
        fields: FIELDS.join(','),
      }
      const found = await http.json('/api/v2/studies', Found, { query })
      const studies = found.studies.map(({ protocolSection }) => protocolSection)
      return { total: found.totalCount, studies }
    },
  }),
})
