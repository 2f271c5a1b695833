import { standIn } from './define.ts'

/**
 * JSON-stat 2.0 as https://ec.europa.eu/eurostat/web/user-guides/data-browser/api-data-access
 * describes it: values by their place, without those that are missing.
 */
const one = (code: string, label: string) => ({
  category: { index: { [code]: 0 }, label: { [code]: label } },
})

const unemployment = (geo: string) => ({
  version: '2.0',
  class: 'dataset',
  label: 'Unemployment by sex and age - monthly data',
  source: 'ESTAT',
  updated: '2025-12-02T11:00:00+0100',
  value: { '0': 3.7, '1': 3.7, '3': 3.8 },
  status: { '2': ':', '3': 'p' },
  id: ['freq', 's_adj', 'age', 'unit', 'sex', 'geo', 'time'],
  size: [1, 1, 1, 1, 1, 1, 4],
  dimension: {
    freq: { label: 'Time frequency', ...one('M', 'Monthly') },
    s_adj: { label: 'Seasonal adjustment', ...one('SA', 'Seasonally adjusted data') },
    age: { label: 'Age class', ...one('TOTAL', 'Total') },
    unit: {
      label: 'Unit of measure',
      ...one('PC_ACT', 'Percentage of population in the labour force'),
    },
    sex: { label: 'Sex', ...one('T', 'Total') },
    geo: { label: 'Geopolitical entity (reporting)', ...one(geo, geo) },
    time: {
      label: 'Time',
      category: {
        index: { '2025-07': 0, '2025-08': 1, '2025-09': 2, '2025-10': 3 },
        label: { '2025-07': '2025-07' },
      },
    },
  },
  extension: { lang: 'EN', id: 'UNE_RT_M', agencyId: 'ESTAT' },
})

/** Foreign trade, by the same form; what nobody recorded has no value. */
const trade = (query: URLSearchParams) => {
  const asked = (name: string) => query.get(name) ?? ''
  const isRecorded = asked('reporter') !== 'EL'
  return {
    version: '2.0',
    class: 'dataset',
    label: 'EU trade since 1988 by HS2-4-6 and CN8',
    source: 'ESTAT',
    updated: '2025-12-15T23:00:00+0100',
    value: isRecorded ? { '0': 1_893_456_789, '1': 12_345 } : {},
    id: ['freq', 'reporter', 'partner', 'product', 'flow', 'indicators', 'time'],
    size: [1, 1, 1, 1, 1, 3, 1],
    dimension: {
      freq: one(asked('freq'), 'Frequency'),
      reporter: one(asked('reporter'), 'Reporter'),
      partner: one(asked('partner'), 'Partner'),
      product: one(asked('product'), 'Product'),
      flow: one(asked('flow'), 'Flow'),
      indicators: {
        category: {
          index: { VALUE_IN_EUROS: 0, QUANTITY_IN_100KG: 1, SUPPLEMENTARY_QUANTITY: 2 },
        },
      },
      time: one(asked('time'), 'Time'),
    },
  }
}

const refused = (status: number, label: string) =>
  Response.json({ error: [{ status, id: 100, label }] }, { status })

export default standIn({
  at: 'UPSTREAM_EUROSTAT_URL',
  answer({ path, query }) {
    if (path === '/comext/dissemination/statistics/1.0/data/DS-045409') return trade(query)
    if (path !== '/dissemination/statistics/1.0/data/une_rt_m')
      return refused(404, 'ERR_NOT_FOUND_4: Dataset not found')
    const known = ['format', 'lang', 'sinceTimePeriod', 'sex', 'age', 'unit', 's_adj', 'geo']
    const odd = [...query.keys()].find((name) => !known.includes(name))
    if (odd !== undefined) return refused(400, `Invalid dimension ${odd}`)
    return unemployment(query.get('geo') ?? '')
  },
})
