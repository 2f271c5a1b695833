import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { clinicalTrialsGov } from '../../../../capabilities/upstreams/clinical-trials-gov.ts'

export default defineTool({
  route: 'GET /api/clinical-trials',
  name: 'Clinical trials',
  description: 'Registered clinical trials that match a query.',
  asks: [
    'which studies recruit patients with obesity',
    'clinical trials of a drug and their phase',
    'studies that look for patients',
    'can I take part in a trial for asthma',
    'tests of a new drug',
  ],
  price: '$0.003',
  uses: { clinicalTrialsGov },
  input: z.object({
    q: searchText(300).describe('Condition, drug or other words.'),
    status: z
      .enum(['RECRUITING', 'COMPLETED', 'ACTIVE_NOT_RECRUITING', 'NOT_YET_RECRUITING'])
      .optional()
      .describe('Only trials with this status.'),
    limit: z.int().min(1).max(50).default(10).describe('Most trials, 1 to 50.'),
  }),
  output: z.object({
    trials: z.array(
      z.object({
        nctId: z.string(),
        title: nullableText(),
        status: z.string(),
        phase: nullableText().describe('Phase, such as PHASE2 or PHASE2/PHASE3.'),
        conditions: z.array(z.string()),
        interventions: z.array(z.string()),
        sponsor: nullableText(),
        startDate: nullableText().describe('First day, YYYY-MM-DD, or YYYY-MM if no day is given.'),
        enrolment: z.int().nullable().describe('Number of persons, planned or actual.'),
        url: z.string(),
      }),
    ),
    total: z.int().describe('Number of all matches.'),
  }),
  examples: [{ input: { q: 'glp-1 obesity', status: 'RECRUITING' } }, { input: { q: 'watch' } }],

  async run({ q, status, limit }, { clinicalTrialsGov }) {
    const { studies, total } = await clinicalTrialsGov.studies(q, status, limit)
    const trials = studies.slice(0, limit).map((study) => {
      const { nctId, briefTitle } = study.identificationModule
      const interventions = study.armsInterventionsModule?.interventions ?? []
      return {
        nctId,
        title: briefTitle,
        status: study.statusModule.overallStatus,
        phase: study.designModule?.phases.join('/') || null,
        conditions: study.conditionsModule?.conditions ?? [],
        interventions: interventions.map(({ name }) => name),
        sponsor: study.sponsorCollaboratorsModule?.leadSponsor?.name ?? null,
        startDate: study.statusModule.startDateStruct?.date ?? null,
        enrolment: study.designModule?.enrollmentInfo?.count ?? null,
        url: `https://clinicaltrials.gov/study/${nctId}`,
      }
    })
    return { trials, total }
  },
})
