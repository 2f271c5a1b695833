import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { geodesicRing } from '../../../../engines/numbers/geodesy.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'
import { place } from '../../../../engines/numbers/places.ts'
import { centreOf, grown, planeAt, simplified } from './_planes.ts'
import { flawsOf, geojsonOf, isInside, polygonsOf, type Polygon, type Position } from './_shapes.ts'

const POINTS_MAX = 10_000
/** Corners times points. */
const TESTS_MAX = 50_000_000
const BUFFER_POSITIONS_MAX = 500
/** Further out, a plane no longer keeps distances accurately. */
const BUFFER_REACH_KM = 1_000

export default defineTool({
  route: 'POST /api/geo-polygon',
  name: 'Polygon on the earth',
  description:
    'Area, perimeter, centroid, containment, validity, simplification and buffer of a GeoJSON polygon.',
  asks: [
    'area of a geofence in square kilometres',
    'is this point inside my delivery zone drawn as GeoJSON',
    'how large is my field',
    'is the point inside the zone',
    'size of a plot of land',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    geojson: jsonObject({ bytesMax: MB, valuesMax: 250_000 }).describe(
      'Polygon, MultiPolygon, Feature or collection of them; up to 50,000 positions and 1 MB.',
    ),
    points: z
      .array(place())
      .max(POINTS_MAX)
      .default([])
      .describe('Up to 10,000 places as { lat, lon } to test.'),
    simplifyM: z
      .number()
      .min(0)
      .max(100_000)
      .optional()
      .describe('Remove corners within this many metres of the line without them.'),
    bufferKm: z
      .number()
      .min(-1_000)
      .max(1_000)
      .optional()
      .describe(
        'Grow the shape by this many kilometres, or shrink it; up to 500 positions, after simplifyM.',
      ),
  }),
  output: z.object({
    areaKm2: z
      .number()
      .describe('Area on the WGS 84 ellipsoid with geodesic edges, without holes.'),
    perimeterKm: z.number().describe('Length of all rings, holes included.'),
    centroid: z
      .object({ lat: z.number(), lon: z.number() })
      .describe('Centre of gravity on an equal-area map around the shape; may lie outside it.'),
    bbox: z.array(z.number()).describe('West, south, east, north.'),
    inside: z
      .array(z.boolean().nullable())
      .describe(
        'Whether each point is inside; null on the border. Edges are straight in longitude and latitude (RFC 7946).',
      ),
    valid: z.boolean().nullable().describe('Null if the check would have taken too long.'),
    problems: z.array(z.string()).describe('Problems of the shape.'),
    geojson: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Simplified or grown shape; null if neither was requested, or nothing is left.'),
  }),
  examples: [
    {
      input: {
        geojson: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
        points: [
          { lat: 0.2, lon: 0.5 },
          { lat: 0.5, lon: 0.2 },
        ],
      },
      output: {
        areaKm2: 6154.854787,
        perimeterKm: 378.793448,
        centroid: { lat: 0.333349, lon: 0.666645 },
        bbox: [0, 0, 1, 1],
        inside: [true, false],
        valid: true,
        problems: [],
        geojson: null,
      },
    },
  ],

  run({ geojson, points, simplifyM, bufferKm }) {
    const problems: string[] = []
    const polygons = polygonsOf(geojson, problems)
    const places = polygons.flat(2)
    if (places.length * points.length > TESTS_MAX)
      throw badInput(
        `points: must be at most ${Math.floor(TESTS_MAX / places.length)} with so many corners.`,
      )
    const flaws = flawsOf(polygons)
    problems.push(
      ...(flaws ?? ['Whether edges cross is unknown, because too many are next to each other.']),
    )
    const { areaKm2, perimeterKm } = sizeOf(polygons)
    const lighter =
      simplifyM === undefined
        ? polygons
        : polygons.map((rings) => rings.map((ring) => simplified(ring, simplifyM / 1_000)))
    const made = bufferKm ? buffered(lighter, bufferKm) : lighter
    const isMade = simplifyM !== undefined || bufferKm
    return {
      areaKm2,
      perimeterKm,
      centroid: centroidOf(polygons),
      bbox: boxOf(places),
      inside: points.map(({ lat, lon }) => isInside(polygons, [lon, lat])),
      valid: flaws === null ? null : problems.length === 0,
      problems,
      geojson: isMade && made.length > 0 ? geojsonOf(made.map(fine)) : null,
    }
  },
})

/** To about a tenth of a metre. */
const fine = (rings: Polygon): Polygon =>
  rings.map((ring) => ring.map(([lon, lat]): Position => [rounded(lon, 7), rounded(lat, 7)]))

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0

function sizeOf(polygons: readonly Polygon[]) {
  let [area, length] = [0, 0]
  for (const rings of polygons)
    for (const [at, ring] of rings.entries()) {
      const found = geodesicRing(ring.map(([lon, lat]) => ({ lat, lon })))
      area += at === 0 ? found.squareMetres : -found.squareMetres
      length += found.metres
    }
  return { areaKm2: rounded(area / 1e6, 6), perimeterKm: rounded(length / 1e3, 6) }
}

function boxOf(places: readonly Position[]): number[] {
  const box = [180, 90, -180, -90]
  for (const [lon, lat] of places) {
    box[0] = Math.min(box[0] ?? lon, lon)
    box[1] = Math.min(box[1] ?? lat, lat)
    box[2] = Math.max(box[2] ?? lon, lon)
    box[3] = Math.max(box[3] ?? lat, lat)
  }
  return box
}

/** The centre of the maps: the middle of the bounding box. */
function middleOf(polygons: readonly Polygon[]): Position {
  const [west = 0, south = 0, east = 0, north = 0] = boxOf(polygons.flat(2))
  return [(west + east) / 2, (south + north) / 2]
}

function centroidOf(polygons: readonly Polygon[]) {
  const plane = planeAt(middleOf(polygons), 'equal-area')
  const flat = polygons.map((rings) => rings.map((ring) => ring.map((one) => plane.to(one))))
  const [lon, lat] = plane.from(centreOf(flat))
  return { lat: tidy(rounded(lat, 6)), lon: tidy(rounded(lon, 6)) }
}

function buffered(polygons: readonly Polygon[], km: number): readonly Polygon[] {
  const places = polygons.flat(2)
  if (places.length > BUFFER_POSITIONS_MAX)
    throw badInput(
      `bufferKm: must be used with at most ${BUFFER_POSITIONS_MAX} positions; simplifyM removes some.`,
    )
  const plane = planeAt(middleOf(polygons), 'equidistant')
  const flat = polygons.map((rings) => rings.map((ring) => ring.map((one) => plane.to(one))))
  const reach = Math.max(...flat.flat(2).map(([x, y]) => Math.hypot(x, y))) + Math.max(0, km)
  if (reach > BUFFER_REACH_KM)
    throw badInput(
      `bufferKm: must keep the shape within ${BUFFER_REACH_KM} km of its middle, but it reaches ${Math.ceil(reach)}.`,
    )
  return grown(flat, km).map((rings) => rings.map((ring) => ring.map((one) => plane.from(one))))
}
