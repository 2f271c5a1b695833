import { standIn } from './define.ts'

const EVENT = {
  type: 'Feature',
  id: 'us7000abcd',
  properties: {
    mag: 5.1,
    place: '20 km E of Choshi, Japan',
    time: Date.parse('2026-03-01T04:05:06.789Z'),
    updated: Date.parse('2026-03-01T05:00:00Z'),
    url: 'https://earthquake.usgs.gov/earthquakes/eventpage/us7000abcd',
    felt: 12,
    alert: 'green',
    status: 'reviewed',
    tsunami: 0,
    sig: 400,
    magType: 'mww',
    type: 'earthquake',
  },
  geometry: { type: 'Point', coordinates: [141.05, 35.73, 42.6] },
}

export default standIn({
  at: 'UPSTREAM_USGS_EARTHQUAKES_URL',
  answer({ path, query }) {
    if (path !== '/fdsnws/event/1/query') return undefined
    const isFar = query.has('latitude') && Math.abs(Number(query.get('longitude')) - 141) > 40
    return { type: 'FeatureCollection', metadata: {}, features: isFar ? [] : [EVENT] }
  },
})
