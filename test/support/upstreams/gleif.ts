import { standIn } from './define.ts'

const BANK = {
  type: 'lei-records',
  id: '7LTWFZYICNSX8D621K86',
  attributes: {
    lei: '7LTWFZYICNSX8D621K86',
    entity: {
      legalName: { name: 'DEUTSCHE BANK AKTIENGESELLSCHAFT', language: 'de' },
      legalAddress: {
        language: 'de',
        addressLines: ['Taunusanlage 12'],
        city: 'Frankfurt am Main',
        region: 'DE-HE',
        country: 'DE',
        postalCode: '60325',
      },
      registeredAt: { id: 'RA000242', other: null },
      registeredAs: 'HRB 30000',
      jurisdiction: 'DE',
      status: 'ACTIVE',
    },
    registration: { status: 'ISSUED', nextRenewalDate: '2026-06-21T09:16:13Z' },
  },
  relationships: {
    'direct-parent': { links: { 'reporting-exception': 'https://api.gleif.org/x' } },
  },
}

const DAUGHTER = {
  type: 'lei-records',
  id: '529900S21EQ1BO4ESM68',
  attributes: {
    lei: '529900S21EQ1BO4ESM68',
    entity: { legalName: { name: 'Daughter GmbH' }, status: 'ACTIVE', jurisdiction: 'DE' },
  },
  relationships: {
    'direct-parent': { links: { 'lei-record': 'https://api.gleif.org/y' } },
  },
}

export default standIn({
  at: 'UPSTREAM_GLEIF_URL',
  answer({ path, query }) {
    const name = query.get('filter[entity.legalName]')?.toLowerCase()
    if (path === '/api/v1/lei-records')
      return { meta: {}, data: name?.includes('bank') ? [BANK] : [] }
    const [lei, relation] = path.slice('/api/v1/lei-records/'.length).split('/')
    const record = [BANK, DAUGHTER].find(({ id }) => id === lei)
    if (relation === 'direct-parent') return record === DAUGHTER ? { data: BANK } : undefined
    return record && { data: record }
  },
})
