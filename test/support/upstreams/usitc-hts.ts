import { standIn } from './define.ts'

/** hts.usitc.gov/reststop/search, as the guide of the schedule's REST service shows its rows. */
const LAPTOP = {
  htsno: '8471.30.01',
  statisticalSuffix: '',
  indent: '1',
  description: 'Portable automatic data processing machines, weighing not more than 10 kg',
  units: ['No.'],
  general: 'Free',
  special: '',
  other: '35%',
  footnotes: [{ columns: ['general'], marker: '1', value: 'See 9903.88.15. ', type: 'endnote' }],
  additionalDuties: null,
  quotaQuantity: null,
}
const HEADING = {
  htsno: '8471',
  indent: '0',
  description: 'Automatic data processing machines and units thereof; <i>see</i> below',
  units: [],
  general: '',
  special: '',
  other: '',
  footnotes: null,
  additionalDuties: null,
}

export default standIn({
  at: 'UPSTREAM_USITC_HTS_URL',
  answer({ path, query }) {
    if (path !== '/reststop/search') return undefined
    const keyword = query.get('keyword') ?? ''
    return keyword === 'nothing' ? [] : keyword === '8471.30.01' ? [LAPTOP] : [HEADING, LAPTOP]
  },
})
