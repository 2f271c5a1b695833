import { standIn } from './define.ts'

const snak = (
  property: string,
  datatype: string,
  type: string,
  value: unknown,
  rank = 'normal',
) => ({
  mainsnak: { snaktype: 'value', property, datatype, datavalue: { type, value } },
  type: 'statement',
  rank,
})
const item = (property: string, id: string, rank?: string) =>
  snak(property, 'wikibase-item', 'wikibase-entityid', { 'entity-type': 'item', id }, rank)

const SIEMENS = {
  type: 'item',
  id: 'Q81230',
  labels: { en: { language: 'en', value: 'Siemens' } },
  descriptions: { en: { language: 'en', value: 'German multinational conglomerate company' } },
  aliases: { en: [{ language: 'en', value: 'Siemens AG' }] },
  claims: {
    P1278: [snak('P1278', 'external-id', 'string', 'W38RGI023J3WT1HWRP32')],
    P31: [item('P31', 'Q4830453'), item('P31', 'Q891723', 'preferred')],
    P571: [
      snak('P571', 'time', 'time', { time: '+1847-10-12T00:00:00Z', precision: 11, timezone: 0 }),
    ],
    P1128: [
      snak('P1128', 'quantity', 'quantity', {
        amount: '+311000',
        unit: 'http://www.wikidata.org/entity/Q215627',
      }),
    ],
    P2002: [{ ...snak('P2002', 'external-id', 'string', 'old'), rank: 'deprecated' }],
    P155: [{ mainsnak: { snaktype: 'novalue', property: 'P155' }, rank: 'normal' }],
    P856: [snak('P856', 'url', 'string', 'https://www.siemens.com')],
  },
  sitelinks: {
    enwiki: {
      site: 'enwiki',
      title: 'Siemens',
      badges: [],
      url: 'https://en.wikipedia.org/wiki/Siemens',
    },
  },
}

const LABELS: Readonly<Record<string, string>> = {
  P31: 'instance of',
  P571: 'inception',
  P1128: 'employees',
  P856: 'official website',
  P1278: 'Legal Entity Identifier',
  P155: 'follows',
  Q891723: 'public company',
  Q215627: 'person',
}

const labelled = (id: string) => {
  const value = LABELS[id]
  return value ? { id, labels: { en: { language: 'en', value } } } : { id, missing: '' }
}

export default standIn({
  at: 'UPSTREAM_WIKIDATA_URL',
  answer({ path, query }) {
    if (path !== '/w/api.php' || query.get('format') !== 'json') return undefined
    if (query.get('action') === 'wbsearchentities') {
      const isKnown = query.get('search')?.toLowerCase().includes('siemens')
      const search = [
        { id: 'Q81230', label: 'Siemens', description: 'German multinational company' },
        { id: 'Q167978', label: 'siemens', description: 'unit of conductance' },
      ]
      return { searchinfo: {}, search: isKnown ? search : [], success: 1 }
    }
    const ids = (query.get('ids') ?? '').split('|')
    if (ids.length > 50 || ids[0] === '') return { error: { code: 'toomanyvalues', info: '' } }
    if (ids[0] === 'Q99999999') return { error: { code: 'no-such-entity', info: '' } }
    const whole = query.get('props')?.includes('claims')
    const entities = ids.map((id) => [id, whole && id === 'Q81230' ? SIEMENS : labelled(id)])
    return { entities: Object.fromEntries(entities), success: 1 }
  },
})
