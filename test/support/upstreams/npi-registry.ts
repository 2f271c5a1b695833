import { standIn } from './define.ts'

/** npiregistry.cms.hhs.gov/api-page: version 2.1, one person and what it says of bad questions. */
const DOCTOR = {
  created_epoch: '1118707200000',
  enumeration_type: 'NPI-1',
  number: '1043218118',
  basic: {
    first_name: 'JANE',
    last_name: 'DOE',
    credential: 'M.D.',
    status: 'A',
    sole_proprietor: 'NO',
  },
  addresses: [
    { address_purpose: 'MAILING', address_1: 'PO BOX 1', city: 'SALEM', state: 'OR' },
    {
      country_code: 'US',
      address_purpose: 'LOCATION',
      address_1: '1 MAIN ST',
      city: 'PORTLAND',
      state: 'OR',
      postal_code: '972010000',
      telephone_number: '503-555-0100',
    },
  ],
  taxonomies: [
    { code: '207Q00000X', desc: 'Family Medicine', primary: true, state: 'OR', license: 'MD1' },
  ],
}

export default standIn({
  at: 'UPSTREAM_NPI_REGISTRY_URL',
  answer({ path, query }) {
    if (path !== '/api/' || query.get('version') !== '2.1') return undefined
    if (query.get('last_name') === '*')
      return { Errors: [{ description: 'Field last_name requires more.', number: '09' }] }
    const isHere = query.get('number') === '1043218118' || query.get('last_name') === 'Doe'
    return { result_count: isHere ? 1 : 0, results: isHere ? [DOCTOR] : [] }
  },
})
