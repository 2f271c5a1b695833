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

const GRANDDAUGHTER = {
  type: 'lei-records',
  id: '5493001KJTIIGC8Y1R12',
  attributes: {
    lei: '5493001KJTIIGC8Y1R12',
    entity: { legalName: { name: 'Granddaughter Ltd' }, status: 'INACTIVE', jurisdiction: 'GB' },
  },
}

const CHILDREN: Readonly<Record<string, readonly unknown[]>> = {
  [BANK.id]: [DAUGHTER],
  [DAUGHTER.id]: [GRANDDAUGHTER],
}

/** As https://documenter.getpostman.com/view/7679680/SVYrrxuU (GLEIF API 1.0) shows exceptions. */
const exception = (lei: string) => ({
  data: {
    type: 'reporting-exceptions',
    attributes: {
      lei,
      category: 'DIRECT_ACCOUNTING_CONSOLIDATION_PARENT',
      reason: 'NO_KNOWN_PERSON',
    },
  },
})

export default standIn({
  at: 'UPSTREAM_GLEIF_URL',
  answer({ path, query }) {
    const name = query.get('filter[entity.legalName]')?.toLowerCase()
    if (path === '/api/v1/lei-records')
      return { meta: {}, data: name?.includes('bank') ? [BANK] : [] }
    const [lei, relation] = path.slice('/api/v1/lei-records/'.length).split('/')
    const record = [BANK, DAUGHTER].find(({ id }) => id === lei)
    if (relation === 'direct-children')
      return { meta: { pagination: { currentPage: 1 } }, data: CHILDREN[lei ?? ''] ?? [] }
    if (relation?.endsWith('-reporting-exception'))
      return record === BANK && relation.startsWith('direct') ? exception(BANK.id) : undefined
    if (relation === 'ultimate-parent') return record === DAUGHTER ? { data: BANK } : undefined
    if (relation === 'direct-parent') return record === DAUGHTER ? { data: BANK } : undefined
    return record && { data: record }
  },
})
