import { standIn } from './define.ts'

/** grants.gov/api/common/search2: `POST /v1/api/search2`. */
const HIT = {
  id: '356071',
  number: 'USDA-RUS-2026-RECONNECT',
  title: 'Rural eConnectivity Program',
  agencyCode: 'USDA-RUS',
  agency: 'Rural Utilities Service',
  openDate: '08/01/2026',
  closeDate: '09/30/2026',
  oppStatus: 'posted',
  docType: 'synopsis',
  cfdaList: ['10.752'],
}
const LATER = { ...HIT, id: 356072, closeDate: '', cfdaList: undefined, alnist: ['10.886'] }

export default standIn({
  at: 'UPSTREAM_GRANTS_GOV_URL',
  answer({ path, method, body }) {
    if (path !== '/v1/api/search2' || method !== 'POST') return undefined
    const { keyword } = JSON.parse(body) as { keyword: string }
    if (keyword === 'broken') return { errorcode: 1, msg: 'Internal error' }
    const oppHits = keyword === 'nothing' ? [] : [HIT, LATER]
    return { errorcode: 0, msg: 'Webservice Succeeds', data: { hitCount: oppHits.length, oppHits } }
  },
})
