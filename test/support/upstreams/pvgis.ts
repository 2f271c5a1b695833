import { standIn } from './define.ts'

const MONTHS = [
  443.1, 636.4, 1009.8, 1231.2, 1275.5, 1290.4, 1367.9, 1260.3, 1057.7, 804.6, 501.2, 534.5,
]

/** After the page `API non-interactive service` of the PVGIS manual. */
export default standIn({
  at: 'UPSTREAM_PVGIS_URL',
  answer({ path, query }) {
    if (path !== '/api/v5_3/PVcalc' || query.get('outputformat') !== 'json') return undefined
    if (Number(query.get('lat')) > 85)
      return Response.json(
        { message: 'Location over the sea. Please, select another location', status: 400 },
        { status: 400 },
      )
    const isBest = query.get('optimalangles') === '1'
    const slope = isBest ? 38 : Number(query.get('angle') ?? 36)
    const azimuth = isBest ? -1 : Number(query.get('aspect') ?? 0)
    const fixed = MONTHS.map((energy, at) => ({
      month: at + 1,
      E_d: energy / 30,
      E_m: energy,
      'H(i)_m': 100,
      SD_m: 20,
    }))
    return {
      inputs: {
        location: { latitude: 48.1, longitude: 11.6, elevation: 519 },
        meteo_data: {
          radiation_db: 'PVGIS-SARAH3',
          meteo_db: 'ERA5',
          year_min: 2005,
          year_max: 2023,
        },
        mounting_system: {
          fixed: {
            slope: { value: slope, optimal: isBest },
            azimuth: { value: azimuth, optimal: isBest },
            type: 'free-standing',
          },
        },
        pv_module: { technology: 'c-Si', peak_power: 10, system_loss: 14 },
      },
      outputs: {
        monthly: { fixed },
        totals: {
          fixed: { E_d: 31.27, E_m: 951.05, E_y: 11_412.6, 'H(i)_y': 1482.3, l_total: -23 },
        },
      },
      meta: {},
    }
  },
})
