import { standIn } from './define.ts'

/** open.fda.gov/apis: the fields of enforcement reports, device recalls, drug events, labels. */
const METFORMIN = {
  recall_number: 'D-1203-2020',
  product_description: 'Metformin Hydrochloride Extended-Release Tablets, USP, 500 mg',
  reason_for_recall: 'CGMP Deviations: Detection of NDMA impurity.',
  classification: 'Class II',
  status: 'Terminated',
  recalling_firm: 'Apotex Corp.',
  report_date: '20200610',
  distribution_pattern: 'Nationwide within the United States',
  openfda: {},
}

const PUMP = {
  cfres_id: '1',
  product_res_number: 'Z-0001-2026',
  product_description: 'Insulin pump, Model 5',
  reason_for_recall: 'The battery may run down.',
  recall_status: 'Open, Classified',
  recalling_firm: 'Pump Makers, Inc.',
  event_date_initiated: '2025-11-03',
}

const EVENT = {
  safetyreportid: '5801206-7',
  receivedate: '20251230',
  serious: '1',
  patient: {
    patientonsetage: '26',
    patientonsetageunit: '801',
    patientsex: '2',
    reaction: [{ reactionmeddraversionpt: '28.1', reactionmeddrapt: 'Nausea' }],
    drug: [],
  },
}

const LABEL = {
  set_id: 'a-b-c',
  effective_time: '20240418',
  indications_and_usage: ['1 INDICATIONS AND USAGE Atorvastatin calcium tablets are indicated'],
  contraindications: ['4 CONTRAINDICATIONS Acute liver failure'],
  openfda: {
    brand_name: ['Lipitor'],
    generic_name: ['ATORVASTATIN CALCIUM'],
    manufacturer_name: ['Viatris'],
  },
}

const answer = (row: unknown, total: number) => ({
  meta: {
    disclaimer: 'Do not rely on openFDA to make decisions regarding medical care.',
    last_updated: '2026-01-14',
    results: { skip: 0, limit: 10, total },
  },
  results: [row],
})

const NOTHING = { error: { code: 'NOT_FOUND', message: 'No matches found!' } }

export default standIn({
  at: 'UPSTREAM_OPENFDA_URL',
  answer({ path, query }) {
    const search = query.get('search') ?? ''
    if (path === '/drug/enforcement.json' && search === 'product_description:"metformin"')
      return answer(METFORMIN, 87)
    if (path === '/food/enforcement.json' && search.includes('reason_for_recall:"peanut butter"'))
      return answer({ ...METFORMIN, recall_number: 'F-1', product_description: 'Peanut butter' }, 3)
    if (path === '/device/recall.json' && search.includes('insulin pump')) return answer(PUMP, 12)
    if (path === '/drug/event.json' && search.includes('"ibuprofen"')) {
      if (query.has('count')) return { meta: {}, results: [{ term: 'NAUSEA', count: 900 }] }
      return answer(EVENT, search.endsWith(' AND serious:1') ? 400 : 1_000)
    }
    if (path === '/drug/label.json' && search.includes('"atorvastatin"')) return answer(LABEL, 40)
    return Response.json(NOTHING, { status: 404 })
  },
})
