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

const refused = (status: number, label: string) =>
  Response.json({ error: [{ status, id: 100, label }] }, { status })

export default standIn({
  at: 'UPSTREAM_EUROSTAT_URL',
  answer({ path, query }) {
    if (path !== '/dissemination/statistics/1.0/data/une_rt_m')
      return refused(404, 'ERR_NOT_FOUND_4: Dataset not found')
    const known = ['format', 'lang', 'sinceTimePeriod', 'sex', 'age', 'unit', 's_adj', 'geo']
    const odd = [...query.keys()].find((name) => !known.includes(name))
    if (odd !== undefined) return refused(400, `Invalid dimension ${odd}`)
    return unemployment(query.get('geo') ?? '')
  },
})
