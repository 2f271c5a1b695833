import { standIn } from './define.ts'

/** After the REST directory of the layer, /arcgis/rest/services/public/NFHL/MapServer/28. */
const AE = {
  FLD_ZONE: 'AE',
  ZONE_SUBTY: 'FLOODWAY',
  SFHA_TF: 'T',
  STATIC_BFE: 38.5,
  DFIRM_ID: '48201C',
}
const X = {
  FLD_ZONE: 'X',
  ZONE_SUBTY: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
  SFHA_TF: 'F',
  STATIC_BFE: -9999,
  DFIRM_ID: '48201C',
}

export default standIn({
  at: 'UPSTREAM_FEMA_FLOOD_URL',
  answer({ path, query }) {
    if (path !== '/arcgis/rest/services/public/NFHL/MapServer/28/query') return undefined
    const [lon = 0, lat = 0] = (query.get('geometry') ?? '').split(',').map(Number)
    if (lat < 0) return { error: { code: 400, message: 'Failed to execute query.', details: [] } }
    const rows = lon > -60 ? [] : lat > 30 ? [X] : [X, AE]
    return { displayFieldName: 'DFIRM_ID', features: rows.map((attributes) => ({ attributes })) }
  },
})
