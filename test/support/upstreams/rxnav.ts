import { standIn } from './define.ts'

/** lhncbc.nlm.nih.gov/RxNav/APIs: findRxcuiByString and getAllRelatedInfo. */
const property = (rxcui: string, name: string, tty: string) => ({
  rxcui,
  name,
  synonym: '',
  tty,
  language: 'ENG',
  suppress: 'N',
  umlscui: '',
})

const RELATED = {
  allRelatedGroup: {
    rxcui: '153165',
    conceptGroup: [
      { tty: 'BN', conceptProperties: [property('153165', 'Lipitor', 'BN')] },
      { tty: 'BPCK' },
      { tty: 'IN', conceptProperties: [property('83367', 'atorvastatin', 'IN')] },
      {
        tty: 'SBD',
        conceptProperties: [property('617314', 'atorvastatin 10 MG Oral Tablet [Lipitor]', 'SBD')],
      },
    ],
  },
}

export default standIn({
  at: 'UPSTREAM_RXNAV_URL',
  answer({ path, query }) {
    if (path === '/REST/rxcui/153165/allrelated.json') return RELATED
    if (path !== '/REST/rxcui.json') return undefined
    const isKnown = /^(lipitor|ibuprofen)$/i.test(query.get('name') ?? '')
    return { idGroup: isKnown ? { name: 'Lipitor', rxnormId: ['153165'] } : {} }
  },
})
