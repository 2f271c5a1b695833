import { standIn } from './define.ts'

/** clinicaltrials.gov/data-api/api: `GET /studies`, structure of a study. */
const STUDY = {
  protocolSection: {
    identificationModule: { nctId: 'NCT05000001', briefTitle: 'GLP-1 in Obesity' },
    statusModule: { overallStatus: 'RECRUITING', startDateStruct: { date: '2025-09' } },
    sponsorCollaboratorsModule: { leadSponsor: { name: 'A University' } },
    conditionsModule: { conditions: ['Obesity'] },
    designModule: { phases: ['PHASE2', 'PHASE3'], enrollmentInfo: { count: 240 } },
    armsInterventionsModule: { interventions: [{ name: 'Semaglutide' }] },
  },
}

/** One that only watches has no phase and nothing that it gives. */
const WATCHING = {
  protocolSection: {
    identificationModule: { nctId: 'NCT05000002' },
    statusModule: { overallStatus: 'COMPLETED' },
  },
}

export default standIn({
  at: 'UPSTREAM_CLINICAL_TRIALS_GOV_URL',
  answer({ path, query }) {
    if (path !== '/api/v2/studies') return undefined
    const q = query.get('query.term') ?? ''
    if (q.includes('nothing')) return { studies: [], totalCount: 0 }
    return q.includes('watch')
      ? { studies: [WATCHING], totalCount: 1 }
      : { studies: [STUDY], totalCount: 214, nextPageToken: 'a' }
  },
})
