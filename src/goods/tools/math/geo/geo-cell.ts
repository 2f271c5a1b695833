import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import { geohash, maidenhead, neighboursOf, quadkey, type Bounds } from './_cells.ts'
import { areaKm2, pluscode } from './_plus-codes.ts'

const H3_USUAL = 9
const GRIDS = { geohash, maidenhead, quadkey, pluscode }

export default defineTool({
  route: 'POST /api/geo-cell',
  name: 'Geographic cell',
  description:
    'H3, geohash, Plus Code, Maidenhead or quadkey cell of a point and back, with bounds, neighbours and area.',
  asks: [
    'geohash of a coordinate and its neighbours',
    'decode an H3 index or a Plus Code to a place',
    'plus code of my house',
    'H3 hexagon',
    'geohash',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    system: z
      .enum(['h3', 'geohash', 'pluscode', 'maidenhead', 'quadkey'])
      .describe('Kind of cell.'),
    lat: latitude().optional().describe('Latitude in degrees. Give lat and lon, or cell.'),
    lon: longitude().optional().describe('Longitude in degrees.'),
    cell: line(40).min(1).optional().describe('Cell to decode. Give this, or lat and lon.'),
    precision: z
      .int()
      .min(0)
      .max(23)
      .optional()
      .describe(
        'Precision, with its default; h3: resolution 0 to 15 (9); geohash: 1 to 12 characters (9); pluscode: 2 to 15 digits ' +
          '(10); maidenhead: 1 to 6 pairs (3); quadkey: zoom 1 to 23 (16).',
      ),
  }),
  output: z.object({
    cell: z.string(),
    precision: z.int(),
    lat: z.number().describe('Latitude of the centre.'),
    lon: z.number().describe('Longitude of the centre.'),
    bbox: z
      .array(z.number())
      .describe('West, south, east, north; west is greater across the antimeridian.'),
    neighbors: z.array(z.string()).describe('Neighbouring cells.'),
    areaKm2: z.number().describe('Area on the ellipsoid; for h3 on a sphere, by its library.'),
  }),
  examples: [
    {
      input: { system: 'geohash', lat: 52.52, lon: 13.405, precision: 7 },
      output: {
        cell: 'u33dc0c',
        precision: 7,
        lat: 52.5194549561,
        lon: 13.405380249,
        bbox: [13.4046936035, 52.5187683105, 13.4060668945, 52.5201416016],
        neighbors: [
          'u33dc10',
          'u33dc11',
          'u33dc14',
          'u33dc0b',
          'u33dc0f',
          'u33dc08',
          'u33dc09',
          'u33dc0d',
        ],
        areaKm2: 0.014245,
      },
    },
    { input: { system: 'h3', cell: '891f1d48177ffff' } },
  ],

  async run({ system, lat, lon, cell, precision }) {
    const isPoint = lat !== undefined && lon !== undefined
    if (isPoint === (cell !== undefined) || (lat === undefined) !== (lon === undefined))
      throw badInput('cell: give either cell, or lat and lon.')
    const point = isPoint ? { lat, lon } : null
    if (system === 'h3') return h3Cell(point, cell ?? '', precision ?? H3_USUAL)
    const grid = GRIDS[system]
    const [least, most, usual] = grid.precision
    const fine = precision ?? usual
    if (fine < least || fine > most)
      throw badInput(`precision: must be ${least} to ${most} for ${system}.`)
    if (point && Math.abs(point.lat) > grid.latMax)
      throw badInput(
        `lat: must be at most ${grid.latMax.toFixed(4)} degrees for a ${system}, north or south.`,
      )
    const found = point ? grid.encode(point.lat, point.lon, fine) : (cell ?? '')
    const bounds = grid.bounds(found)
    return {
      cell: found,
      precision: grid.precisionOf(found),
      lat: tidy((bounds.south + bounds.north) / 2),
      lon: tidy((bounds.west + bounds.east) / 2),
      bbox: boxOf(bounds),
      neighbors: [...neighboursOf(grid, found)],
      areaKm2: Number(areaKm2(bounds).toPrecision(5)),
    }
  },
})

const boxOf = ({ west, south, east, north }: Bounds): number[] =>
  [west, south, east, north].map((degrees) => tidy(degrees))

async function h3Cell(
  point: { readonly lat: number; readonly lon: number } | null,
  given: string,
  precision: number,
) {
  const h3 = await import('h3-js')
  if (precision > 15) throw badInput('precision: must be 0 to 15 for h3.')
  const cell = point ? h3.latLngToCell(point.lat, point.lon, precision) : given.toLowerCase()
  if (!h3.isValidCell(cell)) throw badInput('cell: must be an H3 cell such as 891f1d48177ffff.')
  const [lat, lon] = h3.cellToLatLng(cell)
  return {
    cell,
    precision: h3.getResolution(cell),
    lat: tidy(lat),
    lon: tidy(lon),
    bbox: boxOf(boundsOf(h3.cellToBoundary(cell), { north: holds(90), south: holds(-90) })),
    neighbors: h3.gridDisk(cell, 1).filter((other) => other !== cell),
    areaKm2: Number(h3.cellArea(cell, h3.UNITS.km2).toPrecision(5)),
  }

  /** Whether the cell contains a pole. */
  function holds(pole: number): boolean {
    return h3.latLngToCell(pole, 0, h3.getResolution(cell)) === cell
  }
}

type Poles = Readonly<Record<'north' | 'south', boolean>>

function boundsOf(boundary: readonly (readonly number[])[], poles: Poles): Bounds {
  const lats = boundary.map(([lat = 0]) => lat)
  const lons = boundary.map(([, lon = 0]) => lon)
  if (poles.north || poles.south)
    return {
      west: -180,
      east: 180,
      south: poles.south ? -90 : Math.min(...lats),
      north: poles.north ? 90 : Math.max(...lats),
    }
  const isCut = Math.max(...lons) - Math.min(...lons) > 180
  const [east, west] = isCut
    ? [lons.filter((lon) => lon < 0), lons.filter((lon) => lon >= 0)]
    : [lons, lons]
  return {
    west: Math.min(...west),
    east: Math.max(...east),
    south: Math.min(...lats),
    north: Math.max(...lats),
  }
}
