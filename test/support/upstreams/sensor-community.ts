import { standIn } from './define.ts'

const reading = (id: number, lat: string, [p1, p2]: readonly [string, string], indoor = 0) => ({
  id: 20_000_000_000 + id,
  sampling_rate: null,
  timestamp: `2026-06-01 12:00:${30 + id}`,
  location: { id, latitude: lat, longitude: '2.3500', altitude: '35.0', country: 'FR', indoor },
  sensor: { id, pin: '1', sensor_type: { id: 14, name: 'SDS011', manufacturer: 'Nova Fitness' } },
  sensordatavalues: [
    { id: 1, value: p1, value_type: 'P1' },
    { id: 2, value: p2, value_type: 'P2' },
  ],
})

const CLIMATE = {
  ...reading(9, '48.8510', ['0', '0']),
  sensordatavalues: [{ id: 3, value: '21.4', value_type: 'temperature' }],
}

/** After https://github.com/opendata-stuttgart/meta/wiki/EN-APIs: numbers are texts. */
const READINGS = [
  reading(11, '48.8563', ['16.00', '9.60']),
  reading(7, '48.8600', ['22.50', '12.10']),
  reading(8, '48.8650', ['12.00', '1999.90']),
  reading(10, '48.8501', ['90.00', '80.00'], 1),
  CLIMATE,
]

export default standIn({
  at: 'UPSTREAM_SENSOR_COMMUNITY_URL',
  answer({ path }) {
    const [, lat, , radius] =
      /^\/airrohr\/v1\/filter\/area=([\d.-]+),([\d.-]+),(\d+)$/.exec(path) ?? []
    if (radius === undefined) return undefined
    const isNear = Math.abs(Number(lat) - 48.85) < (Number(radius) > 5 ? 0.2 : 0.05)
    return isNear ? READINGS : []
  },
})
