import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  alongGeodesic,
  alongGreatCircle,
  geodesic,
  greatCircle,
  rhumb,
  type InverseSolution,
  type Point,
} from '../../../../engines/numbers/geodesy.ts'
import { place } from '../../../../engines/numbers/places.ts'

const METRES_PER_MILE = 1609.344
const METRES_PER_NAUTICAL_MILE = 1852

export default defineTool({
  route: 'POST /api/geo-distance',
  name: 'Geographic distance',
  description: 'Distance, bearing and midpoint between two coordinates on the earth.',
  asks: [
    'distance between two cities by coordinates',
    'how many kilometres apart are two points on the globe',
    'how far is Paris from Rome as the crow flies',
    'distance of two points',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    from: place().describe('Start as { lat, lon }, in degrees.'),
    to: place().describe('End as { lat, lon }, in degrees.'),
    method: z
      .enum(['geodesic', 'haversine', 'rhumb'])
      .default('geodesic')
      .describe(
        'geodesic: shortest on the WGS 84 ellipsoid; haversine: shortest on a sphere; ' +
          'rhumb: of constant bearing, on a sphere.',
      ),
  }),
  output: z.object({
    distanceKm: z.number().describe('Distance in kilometres.'),
    distanceMiles: z.number().describe('Distance in statute miles.'),
    distanceNm: z.number().describe('Distance in nautical miles.'),
    initialBearingDeg: z.number().describe('Bearing in degrees clockwise from north, 0 to 360.'),
    finalBearingDeg: z.number().describe('Bearing at the end, clockwise from north, 0 to 360.'),
    midpoint: z
      .object({
        lat: z.number().describe('Latitude in degrees.'),
        lon: z.number().describe('Longitude in degrees.'),
      })
      .describe('Midpoint of the line.'),
  }),
  examples: [
    {
      input: { from: { lat: 52.52, lon: 13.405 }, to: { lat: 48.8566, lon: 2.3522 } },
      output: {
        distanceKm: 879.699316,
        distanceMiles: 546.619813,
        distanceNm: 474.999631,
        initialBearingDeg: 246.8068,
        finalBearingDeg: 238.2401,
        midpoint: { lat: 50.8195268, lon: 7.6626731 },
      },
    },
    {
      input: { from: { lat: 0, lon: 0 }, to: { lat: 0, lon: 90 }, method: 'haversine' },
      output: {
        distanceKm: 10007.557176,
        distanceMiles: 6218.407734,
        distanceNm: 5403.648583,
        initialBearingDeg: 90,
        finalBearingDeg: 90,
        midpoint: { lat: 0, lon: 45 },
      },
    },
  ],

  run({ from, to, method }) {
    const { solution, midpoint } = lineBy[method](from, to)
    return {
      distanceKm: rounded(solution.metres / 1000, 6),
      distanceMiles: rounded(solution.metres / METRES_PER_MILE, 6),
      distanceNm: rounded(solution.metres / METRES_PER_NAUTICAL_MILE, 6),
      initialBearingDeg: rounded(solution.initialDeg, 4) % 360,
      finalBearingDeg: rounded(solution.finalDeg, 4) % 360,
      midpoint: { lat: rounded(midpoint.lat, 7), lon: rounded(midpoint.lon, 7) },
    }
  },
})

type Line = (
  from: Point,
  to: Point,
) => { readonly solution: InverseSolution; readonly midpoint: Point }

const lineBy: Readonly<Record<'geodesic' | 'haversine' | 'rhumb', Line>> = {
  geodesic(from, to) {
    const solution = geodesic(from, to)
    return { solution, midpoint: alongGeodesic(from, solution.initialDeg, solution.metres / 2) }
  },
  haversine(from, to) {
    const solution = greatCircle(from, to)
    return { solution, midpoint: alongGreatCircle(from, solution.initialDeg, solution.metres / 2) }
  },
  rhumb(from, to) {
    const { midpoint, ...solution } = rhumb(from, to)
    return { solution, midpoint }
  },
}

/** Without a negative zero. */
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0
