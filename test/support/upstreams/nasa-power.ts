import { standIn } from './define.ts'

const MISSING = -999
const ROWS: Readonly<Record<string, readonly number[]>> = {
  T2M: [17.92, 16.07],
  T2M_MIN: [13.45, 12.11],
  T2M_MAX: [22.71, 20.05],
  PRECTOTCORR: [1.17, 0.38],
  WS10M_MAX: [5.51, 6.01],
  ALLSKY_SFC_SW_DWN: [5.12, 4.49],
}
const DAYS = ['20240701', '20240702', '20240703']

/** After https://power.larc.nasa.gov/docs/services/api/temporal/daily/; the last day is missing. */
export default standIn({
  at: 'UPSTREAM_NASA_POWER_URL',
  answer({ path, query }) {
    if (path !== '/api/temporal/daily/point') return undefined
    const names = (query.get('parameters') ?? '').split(',')
    if (!/^\d{8}$/.test(query.get('start') ?? '')) return new Response('{}', { status: 422 })
    const series = (name: string) =>
      Object.fromEntries(DAYS.map((day, at) => [day, ROWS[name]?.[at] ?? MISSING]))
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [2.35, 48.85, 67.5] },
      properties: { parameter: Object.fromEntries(names.map((name) => [name, series(name)])) },
      header: { title: 'NASA/POWER Source Native Resolution Daily Data', fill_value: MISSING },
    }
  },
})
