import { standIn } from './define.ts'

/** After https://www.fema.gov/openfema-data-page/disaster-declarations-summaries-v2. */
const ROW = {
  femaDeclarationString: 'DR-4856-CA',
  disasterNumber: 4856,
  state: 'CA',
  declarationType: 'DR',
  declarationDate: '2025-01-08T00:00:00.000Z',
  fyDeclared: 2025,
  incidentType: 'Fire',
  declarationTitle: 'WILDFIRES AND STRAIGHT-LINE WINDS',
  ihProgramDeclared: true,
  iaProgramDeclared: false,
  paProgramDeclared: true,
  hmProgramDeclared: true,
  designatedArea: 'Los Angeles (County)',
}
const PATH = '/api/open/v2/DisasterDeclarationsSummaries'
const FILTER =
  /^state eq '([A-Z]{2})'( and declarationDate ge '([\d-]+)T00:00:00.000Z')?( and incidentType eq '((?:[^']|'')+)')?$/

export default standIn({
  at: 'UPSTREAM_OPEN_FEMA_URL',
  answer({ path, query }) {
    if (path !== PATH) return undefined
    const [whole, state, , since = '', , kind] = FILTER.exec(query.get('$filter') ?? '') ?? []
    if (!whole) return new Response('{}', { status: 400 })
    const isThere =
      state === 'CA' && since <= '2025-01-08' && (kind === undefined || kind === 'Fire')
    return { metadata: { skip: 0, count: 0 }, DisasterDeclarationsSummaries: isThere ? [ROW] : [] }
  },
})
