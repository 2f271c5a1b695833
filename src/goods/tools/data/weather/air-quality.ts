import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { HOUR_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckField, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { about, around } from '../../../../base/lib/figures.ts'
import { greatCircleKm, type Point } from '../../../../engines/numbers/geodesy.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import { tenth } from '../../../../engines/numbers/units-weather.ts'
import { airQuality } from '../../../../capabilities/upstreams/air-quality.ts'
import type { ModelledAir } from '../../../../capabilities/upstreams/open-meteo.ts'
import type { DustReading } from '../../../../capabilities/upstreams/sensor-community.ts'
import { adviceOf, euAqiOf, medianOf, usAqiOf } from './_air.ts'

const RADII_KM = [5, 25]
/** The value that a sensor reports beyond its range. */
const SATURATED = { pm25: 999, pm10: 1_999 }

const amount = (what: string) => z.number().nullable().describe(what)
const index = (what: string) => z.int().nullable().describe(what)

export default defineTool({
  route: 'GET /api/air-quality',
  name: 'Air quality',
  description:
    'Air quality at a coordinate now: fine dust from open sensors, with US and European index; gases and pollen from a model.',
  asks: [
    'air quality index (AQI) at a coordinate',
    'PM2.5 and PM10 fine dust near me now',
    'can I go jogging in this smog',
    'how dirty is the air',
    'pollution and fine dust',
  ],
  price: '$0.001',
  uses: { airQuality },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
    crossCheck: crossCheckField('Sensor.Community, and Open-Meteo if this instance has its key'),
  }),
  output: z.object({
    timeIso: z.string().nullable().describe('When it was measured, or the hour of the model.'),
    usAqi: index('US index; from sensors it is for this moment, not for a day.'),
    euAqi: index('European index: up to 20 good, above 80 very poor, above 100 extremely poor.'),
    pm25UgM3: amount('Particles up to 2.5 µm, micrograms per cubic metre.'),
    pm10UgM3: amount('Particles up to 10 µm, micrograms per cubic metre.'),
    ozoneUgM3: amount('Ozone, micrograms per cubic metre.'),
    no2UgM3: amount('Nitrogen dioxide, micrograms per cubic metre.'),
    so2UgM3: amount('Sulphur dioxide, micrograms per cubic metre.'),
    pollen: z
      .object({ birch: amount('Birch pollen grains.'), grass: amount('Grass pollen grains.') })
      .nullable()
      .describe('Grains per cubic metre; null without a model.'),
    method: z
      .enum(['sensors', 'model'])
      .describe('Source of the values: medians of sensors, or a model.'),
    sensors: z.int().nullable().describe('Number of sensors behind the medians.'),
    nearestKm: amount('Distance of the nearest sensor in km.'),
    advice: z.string().describe('Meaning of the US index.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { lat: 48.85, lon: 2.35 },
      at: '2026-06-01T12:02:00Z',
      output: {
        timeIso: '2026-06-01T12:00:41.000Z',
        usAqi: 54,
        euAqi: 22,
        pm25UgM3: 10.9,
        pm10UgM3: 16,
        ozoneUgM3: null,
        no2UgM3: null,
        so2UgM3: null,
        pollen: null,
        method: 'sensors',
        sensors: 3,
        nearestKm: 0.7,
        advice: 'Moderate: very sensitive people may shorten long exertion outside.',
        source: 'Sensor.Community (DbCL 1.0)',
        asOf: '2026-06-01T12:00:41.000Z',
      },
    },
  ],

  async run({ crossCheck, ...place }, { airQuality }) {
    const { answer, checked } = await askSources(
      airQuality,
      async (airAt) => {
        const air = await airAt(place, RADII_KM)
        return 'modelled' in air ? modelled(air.modelled) : sensed(place, air.dust)
      },
      crossCheck && { figures: (air) => figuresOf(air) },
    )
    return { ...answer, ...checked }
  },
})

/** A model knows no street, so they agree only roughly. */
const figuresOf = (air: AirFigures) => ({
  timeIso: around(air.timeIso, 2 * HOUR_MS),
  usAqi: about(air.usAqi, 50),
  pm25UgM3: about(air.pm25UgM3, 15),
  pm10UgM3: about(air.pm10UgM3, 30),
})

interface AirFigures {
  readonly timeIso: string | null
  readonly usAqi: number | null
  readonly pm25UgM3: number | null
  readonly pm10UgM3: number | null
}

const modelled = (air: ModelledAir) => ({
  timeIso: isoTime(air.time * 1_000),
  usAqi: whole(air.us_aqi),
  euAqi: whole(air.european_aqi),
  pm25UgM3: air.pm2_5,
  pm10UgM3: air.pm10,
  ozoneUgM3: air.ozone,
  no2UgM3: air.nitrogen_dioxide,
  so2UgM3: air.sulphur_dioxide,
  pollen: { birch: air.birch_pollen, grass: air.grass_pollen },
  method: 'model' as const,
  sensors: null,
  nearestKm: null,
  advice: adviceOf(whole(air.us_aqi)),
})

const whole = (value: number | null): number | null => (value === null ? null : Math.round(value))

const below = (value: number | null, most: number) =>
  value === null || value >= most ? [] : [value]

function sensed(place: Point, readings: readonly DustReading[]) {
  const newest = new Map<number, DustReading>()
  for (const reading of readings.toSorted((one, other) => one.atMs - other.atMs))
    newest.set(reading.sensorId, reading)
  const sensors = [...newest.values()]
  if (sensors.length === 0)
    throw notFound(`There is no outdoor dust sensor within ${RADII_KM.at(-1)} km.`)
  const dust = {
    pm25: medianOf(sensors.flatMap(({ pm25 }) => below(pm25, SATURATED.pm25))),
    pm10: medianOf(sensors.flatMap(({ pm10 }) => below(pm10, SATURATED.pm10))),
  }
  const usAqi = usAqiOf(dust)
  return {
    timeIso: isoTime(Math.max(...sensors.map(({ atMs }) => atMs))),
    usAqi,
    euAqi: euAqiOf(dust),
    pm25UgM3: dust.pm25 === null ? null : tenth(dust.pm25),
    pm10UgM3: dust.pm10 === null ? null : tenth(dust.pm10),
    ozoneUgM3: null,
    no2UgM3: null,
    so2UgM3: null,
    pollen: null,
    method: 'sensors' as const,
    sensors: sensors.length,
    nearestKm: tenth(Math.min(...sensors.map((sensor) => greatCircleKm(place, sensor)))),
    advice: adviceOf(usAqi),
  }
}
