import { z } from 'zod'
import { numeric, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const coordinate = numeric

const Readings = rowsOf(
  z.object({
    timestamp: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/),
    location: z.object({
      latitude: coordinate,
      longitude: coordinate,
      indoor: z.number().nullish(),
    }),
    sensor: z.object({ id: z.number() }),
    sensordatavalues: z.array(
      z.object({ value_type: z.string(), value: z.union([z.string(), z.number()]) }),
    ),
  }),
)

const KEEP_MS = 5 * 60_000

export interface DustReading {
  readonly sensorId: number
  readonly atMs: number
  readonly lat: number
  readonly lon: number
  readonly pm25: number | null
  readonly pm10: number | null
}

/** Fine dust of the last five minutes, from sensors of volunteers. */
export const sensorCommunity = defineUpstream({
  name: 'sensor-community',
  title: 'Sensor.Community',
  attribution: 'Sensor.Community (DbCL 1.0)',
  terms: 'https://sensor.community/en/',
  texts: 'own',
  base: 'https://data.sensor.community',
  limits: { timeoutMs: 12_000, bytesMax: 8_000_000, perSecond: 1, among: 'replicas' },
  cacheTtlMs: KEEP_MS,
  api: (http) => ({
    /** Outdoor dust sensors within this distance in kilometres. */
    async dust(lat: number, lon: number, radiusKm: number): Promise<readonly DustReading[]> {
      const area = [lat.toFixed(3), lon.toFixed(3), radiusKm].join(',')
      const rows = await http.json(`/airrohr/v1/filter/area=${area}`, Readings)
      const readings = rows.flatMap(({ timestamp, location, sensor, sensordatavalues }) => {
        const valueOf = (type: string): number | null => {
          const found = sensordatavalues.find(({ value_type }) => value_type === type)
          const value = found ? Number(found.value) : NaN
          return Number.isFinite(value) && value >= 0 ? value : null
        }
        const [pm10, pm25] = [valueOf('P1'), valueOf('P2')]
        if (location.indoor === 1 || (pm10 === null && pm25 === null)) return []
        const atMs = Date.parse(`${timestamp.slice(0, 19).replace(' ', 'T')}Z`)
        const { latitude, longitude } = location
        return { sensorId: sensor.id, atMs, lat: latitude, lon: longitude, pm25, pm10 }
      })
      if (readings.length > 0) http.dated(Math.max(...readings.map(({ atMs }) => atMs)))
      return readings
    },
  }),
})
