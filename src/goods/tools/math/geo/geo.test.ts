import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import coordinateConvert from './coordinate-convert.ts'
import geoCell from './geo-cell.ts'
import geoPolygon from './geo-polygon.ts'

type Input = Record<string, unknown>

const polygon = (...rings: number[][][]) => ({ type: 'Polygon', coordinates: rings })
const SQUARE = [
  [13, 52],
  [13.1, 52],
  [13.1, 52.1],
  [13, 52.1],
  [13, 52],
]
const HOLE = [
  [13.04, 52.04],
  [13.04, 52.06],
  [13.06, 52.06],
  [13.06, 52.04],
  [13.04, 52.04],
]

const REFUSED: [ToolSpec, Input, RegExp][] = [
  [geoCell, { system: 'h3', lat: 1 }, /^cell:/],
  [geoCell, { system: 'h3', lat: 1, lon: 2, cell: '891f1d48177ffff' }, /^cell:/],
  [geoCell, { system: 'h3', cell: '891f1d48177fff0' }, /^cell:/],
  [geoCell, { system: 'geohash', cell: 'u33a' }, /^cell:/],
  [geoCell, { system: 'geohash', lat: 1, lon: 2, precision: 13 }, /^precision:/],
  [geoCell, { system: 'pluscode', cell: 'MGCC+22' }, /short one needs a town/],
  [geoCell, { system: 'pluscode', lat: 1, lon: 1, precision: 9 }, /^precision:/],
  [geoCell, { system: 'pluscode', cell: '9F4MGC00+22' }, /^cell:/],
  [geoCell, { system: 'maidenhead', cell: 'JO62q' }, /^cell:/],
  [geoCell, { system: 'quadkey', lat: 86, lon: 1 }, /^lat:/],
  [coordinateConvert, { value: '95, 20' }, /must have the latitude first/],
  [coordinateConvert, { value: '33S 500000 4000000' }, /must have north or south/],
  [coordinateConvert, { value: '10N 20N' }, /must have one latitude and one longitude/],
  [coordinateConvert, { value: '10 61 0 N 20 0 0 E' }, /below 60/],
  [coordinateConvert, { value: '-10 N 20 E' }, /must have either a minus or a letter/],
  [coordinateConvert, { value: '10.5 30 N 20 E' }, /have decimals only|must be a place/],
  [coordinateConvert, { value: 'somewhere' }, /^value:/],
  [coordinateConvert, { value: '33UZZ9177920072' }, /^value:/],
  [coordinateConvert, { value: '1, 1', to: 'epsg' }, /^epsg:/],
  [coordinateConvert, { value: '1, 1', epsg: '4978' }, /^epsg:/],
  [geoPolygon, { geojson: { type: 'Point', coordinates: [0, 0] } }, /^geojson:/],
  [geoPolygon, { geojson: polygon([[0, 91]]) }, /^geojson:/],
  [
    geoPolygon,
    {
      geojson: polygon([
        [0, 0],
        [30, 0],
        [30, 30],
      ]),
      bufferKm: 1,
    },
    /^bufferKm:.*reaches/,
  ],
]

test.each(REFUSED)('input %# is refused', async (spec, input, message) => {
  const run = runExample(spec, input)
  await expect(run).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringMatching(message),
  })
})

const KNOWN: [ToolSpec, Input, Input][] = [
  // Open Location Code, test_data/encoding.csv and decoding.csv.
  [geoCell, { system: 'pluscode', lat: 20.375, lon: 2.775, precision: 6 }, { cell: '7FG49Q00+' }],
  [
    geoCell,
    { system: 'pluscode', lat: 20.3701135, lon: 2.78223535156, precision: 13 },
    { cell: '7FG49QCJ+2VXGJ' },
  ],
  [geoCell, { system: 'pluscode', lat: 90, lon: 1, precision: 4 }, { cell: 'CFX30000+' }],
  [
    geoCell,
    { system: 'pluscode', cell: '7fg49qcj+2v' },
    { bbox: [2.782125, 20.37, 2.78225, 20.370125], precision: 10 },
  ],
  // The article that made the geohash known; Microsoft's page on tiles; ARRL's table.
  [
    geoCell,
    { system: 'geohash', lat: 57.64911, lon: 10.40744, precision: 11 },
    { cell: 'u4pruydqqvj' },
  ],
  [
    geoCell,
    { system: 'quadkey', cell: '213' },
    { bbox: [-45, -66.5132604431, 0, -40.9798980696], precision: 3 },
  ],
  [geoCell, { system: 'maidenhead', lat: 41.714775, lon: -72.72726 }, { cell: 'FN31pr' }],
  // A cell at the antimeridian, and one at the pole.
  [
    geoCell,
    { system: 'geohash', lat: 0.1, lon: 179.99, precision: 3 },
    { neighbors: expect.arrayContaining(['800']) },
  ],
  [
    geoCell,
    { system: 'h3', lat: 90, lon: 0, precision: 2 },
    { bbox: expect.arrayContaining([90]) },
  ],
  [coordinateConvert, { value: '13.405E 52.52N' }, { lat: 52.52, lon: 13.405 }],
  [
    coordinateConvert,
    { value: "N 40° 26.767' W 79° 58.933'" },
    { lat: 40.446116667, lon: -79.982216667, notation: 'dms' },
  ],
  [coordinateConvert, { value: 'geo:-33.8688,151.2093;u=3' }, { lat: -33.8688, lon: 151.2093 }],
  [
    coordinateConvert,
    { value: '33 north 391779 5820072' },
    { mgrs: '33UUU9177920072', utm: { easting: 391_779, northing: 5_820_072 } },
  ],
  [
    coordinateConvert,
    { value: '18SUJ23', to: 'decimal' },
    { notation: 'mgrs', precisionM: 10_000 },
  ],
  // Bergen is in zone 32 by exception; the pole is in none.
  [coordinateConvert, { value: '60.5, 5.3' }, { utm: { zone: 32, band: 'V' } }],
  [coordinateConvert, { value: '89, 0' }, { utm: null, mgrs: null }],
  [
    coordinateConvert,
    { value: '51.5, -0.12', epsg: 'EPSG:32633' },
    { projected: { inArea: false } },
  ],
  [
    geoPolygon,
    {
      geojson: polygon(SQUARE, HOLE),
      points: [
        { lat: 52.05, lon: 13.05 },
        { lat: 52, lon: 13.05 },
      ],
    },
    { areaKm2: 73.279, valid: true, inside: [false, null] },
  ],
  [
    geoPolygon,
    {
      geojson: polygon([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ]),
    },
    { valid: false, problems: ['Edges cross or overlap.'] },
  ],
  [
    geoPolygon,
    { geojson: polygon(SQUARE.slice(0, 4)) },
    { valid: false, problems: [expect.stringContaining('closed')] },
  ],
  [geoPolygon, { geojson: polygon(SQUARE), bufferKm: -20 }, { geojson: null }],
  [
    geoPolygon,
    {
      geojson: polygon([
        [0, 0],
        [0.5, 0.000_001],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ]),
      simplifyM: 5,
    },
    { geojson: { coordinates: [expect.objectContaining({ length: 5 })] } },
  ],
]

describe('known results', () => {
  test.each(KNOWN)('%#', async (spec, input, expected) => {
    const found = await runExample(spec, input)
    if (typeof expected['areaKm2'] === 'number')
      expect(found['areaKm2']).toBeCloseTo(expected['areaKm2'], 2)
    const { areaKm2: _area, ...others } = expected
    expect(found).toMatchObject(others)
  })

  test('a grown square has round corners', async () => {
    const { geojson } = await runExample(geoPolygon, { geojson: polygon(SQUARE), bufferKm: 1 })
    const { areaKm2 } = await runExample(geoPolygon, { geojson })
    // 76.33 + 35.97 + pi, as a plane has it.
    expect(Number(areaKm2)).toBeGreaterThan(115.2)
    expect(Number(areaKm2)).toBeLessThan(115.7)
  })
})
