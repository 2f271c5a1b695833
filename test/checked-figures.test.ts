import { beforeAll, describe, expect, test } from 'vitest'
import type { ToolSpec } from '../src/base/core/tool.ts'
import companyFinancials from '../src/goods/tools/data/edgar/company-financials.ts'
import nearbyPois from '../src/goods/tools/data/geo/nearby-pois.ts'
import cpiYoy from '../src/goods/tools/data/macro/cpi-yoy.ts'
import airQuality from '../src/goods/tools/data/weather/air-quality.ts'
import earthquakes from '../src/goods/tools/data/weather/earthquakes.ts'
import { runExample } from './support/run-tool.ts'
import { standIn, type Settings } from './support/upstreams/define.ts'

/**
 * Figures of tools on the world against a second source: what the office itself published of its
 * own index, what a company told its owners, the table of a regulation, another library.
 */

/** Consumer prices: `CPI for all urban consumers` of each month, news releases of the BLS. */
const INFLATION: readonly (readonly [month: string, yoyPct: number, momPct: number | null])[] = [
  ['2025-01', 3, null],
  ['2025-02', 2.8, 0.2],
  ['2025-03', 2.4, -0.1],
  ['2025-04', 2.3, 0.2],
  ['2025-05', 2.4, 0.1],
  ['2025-06', 2.7, 0.3],
  ['2025-07', 2.7, 0.2],
  ['2025-08', 2.9, 0.4],
  ['2025-09', 3, 0.3],
  ['2025-11', 2.7, null],
]

interface Price {
  readonly month: string
  readonly yoyPct: number | null
  readonly momPct: number | null
}

describe('US inflation from index levels', () => {
  let points: readonly Price[] = []
  beforeAll(async () => {
    const told = await runExample(cpiYoy, { months: 11 }, '2025-12-20T00:00:00Z')
    points = told['points'] as readonly Price[]
  })

  test.each(INFLATION)('%s: %d %% in a year, %d %% in a month', (month, yoyPct, momPct) => {
    const point = points.find((each) => each.month === month)
    // Of January the month before is not among the samples, of November nobody was asked.
    expect(point).toMatchObject({ yoyPct, momPct })
  })
})

/** Apple's news release on the fourth quarter of 2025, of which its filing tells the year only. */
test('the computed fourth quarter equals the one that the company published', async () => {
  const asked = { ticker: 'AAPL', periods: 1, basis: 'quarterly' }
  const told = await runExample(companyFinancials, asked, '2026-01-01T00:00:00Z')
  expect(told['periods']).toMatchObject([
    {
      end: '2025-09-27',
      revenue: 102_466_000_000,
      netIncome: 27_466_000_000,
      operatingCashFlow: 29_728_000_000,
    },
  ])
})

/** Annual report of Apple for 2025: gross margin 46.9 percent, net sales up 6 percent. */
test('the ratios of a year equal those of the annual report', async () => {
  const asked = { ticker: 'AAPL', periods: 1 }
  const told = await runExample(companyFinancials, asked, '2026-01-01T00:00:00Z')
  const [ratios] = told['ratios'] as readonly Record<string, number>[]
  expect(ratios?.['grossMarginPct']).toBeCloseTo(46.9, 1)
  expect(Math.round(ratios?.['revenueGrowthPct'] ?? 0)).toBe(6)
})

/**
 * Concentrations at the ends of the bands of table 2 in 40 CFR 58, appendix G, and the example of
 * the EPA's Technical Assistance Document for the Reporting of Daily Air Quality (35.9).
 */
const AIR: readonly (readonly [what: 'pm25' | 'pm10', microgrammes: number, index: number])[] = [
  ['pm25', 9, 50],
  ['pm25', 9.1, 51],
  ['pm25', 35.4, 100],
  ['pm25', 35.5, 101],
  ['pm25', 35.9, 102],
  ['pm25', 55.4, 150],
  ['pm25', 55.5, 151],
  ['pm25', 125.4, 200],
  ['pm25', 225.4, 300],
  ['pm25', 325.4, 500],
  ['pm10', 54, 50],
  ['pm10', 55, 51],
  ['pm10', 154, 100],
  ['pm10', 254, 150],
  ['pm10', 354, 200],
  ['pm10', 424, 300],
]

describe('the US air quality index', () => {
  let settings: Settings
  beforeAll(async () => {
    settings = await standIn({ at: 'UPSTREAM_SENSOR_COMMUNITY_URL', answer: sensorAt })()
  })

  test.each(AIR)('%s of %d is %d', async (what, microgrammes, usAqi) => {
    const place = AIR.findIndex((row) => row[0] === what && row[1] === microgrammes)
    const asked = { lat: place, lon: 2 }
    const told = await runExample(airQuality, asked, '2026-06-01T12:01:00Z', settings)
    expect(told).toMatchObject({ usAqi, sensors: 1 })
  })
})

/** One sensor at each place, with the row of the table that the latitude names. */
function sensorAt({ path }: { readonly path: string }): unknown {
  const [, latitude = ''] = /area=([\d.]+),/.exec(path) ?? []
  const [what, microgrammes] = AIR[Number(latitude)] ?? ['pm25', 0]
  const values = { P1: what === 'pm10' ? microgrammes : 0, P2: what === 'pm25' ? microgrammes : 0 }
  return [
    {
      id: 1,
      sampling_rate: null,
      timestamp: '2026-06-01 12:00:00',
      location: { id: 1, latitude, longitude: '2.0', altitude: '3', country: 'FR', indoor: 0 },
      sensor: { id: 1, pin: '1', sensor_type: { id: 14, name: 'SDS011', manufacturer: 'Nova' } },
      sensordatavalues: Object.entries(values).map(([value_type, value], at) => ({
        id: at,
        value: value.toFixed(2),
        value_type,
      })),
    },
  ]
}

type Distance = readonly [
  what: string,
  spec: ToolSpec,
  input: Record<string, unknown>,
  list: string,
  figure: object,
]

/** GeographicLib 2.0 in Python on the sphere of the mean radius: 122,924.684 m and 98.404 m. */
const DISTANCES: readonly Distance[] = [
  [
    'Tokyo to an earthquake',
    earthquakes,
    { lat: 35.68, lon: 139.69, radiusKm: 300, limit: 1 },
    'events',
    { distanceKm: 122.9 },
  ],
  [
    'Berlin to a pharmacy',
    nearbyPois,
    { lat: 52.52, lon: 13.405, kind: 'pharmacy', limit: 1 },
    'pois',
    { distanceM: 98 },
  ],
]

test.each(DISTANCES)('the distance of %s', async (_what, spec, input, list, figure) => {
  const told = await runExample(spec, input, '2026-03-03T00:00:00Z')
  expect(told[list]).toMatchObject([figure])
})
