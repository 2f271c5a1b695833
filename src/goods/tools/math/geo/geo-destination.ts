import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { alongGeodesic, geodesic } from '../../../../engines/numbers/geodesy.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'
import { place } from '../../../../engines/numbers/places.ts'

const KILOMETRES_MAX = 40_000

export default defineTool({
  route: 'POST /api/geo-destination',
  name: 'Geographic destination',
  description:
    'The coordinates where you end after a distance on a bearing from a point, on the WGS 84 ellipsoid.',
  asks: [
    'destination point given a bearing and distance',
    'coordinates 100 km from a point on a bearing',
    'where am I after 10 km to the north-east',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    from: place().describe('Start as { lat, lon }, in degrees.'),
    bearingDeg: z.number().min(0).max(360).describe('Bearing clockwise from north, 0 to 360.'),
    distanceKm: z.number().min(0).max(KILOMETRES_MAX).describe('Distance, 0 to 40000.'),
  }),
  output: z.object({
    lat: z.number(),
    lon: z.number(),
    finalBearingDeg: z
      .number()
      .nullable()
      .describe('Bearing on arrival; null for a distance of 0.'),
  }),
  examples: [
    {
      input: { from: { lat: 0, lon: 0 }, bearingDeg: 90, distanceKm: 100 },
      output: { lat: 0, lon: 0.89831528412, finalBearingDeg: 90 },
    },
  ],

  run({ from, bearingDeg, distanceKm }) {
    const metres = distanceKm * 1000
    const to = alongGeodesic(from, bearingDeg, metres)
    return {
      lat: tidy(to.lat),
      lon: tidy(to.lon),
      finalBearingDeg: metres === 0 ? null : tidy(finalBearing(from, bearingDeg, metres)),
    }
  },
})

/** The direction of the last metre. */
function finalBearing(from: { lat: number; lon: number }, bearingDeg: number, metres: number) {
  const step = Math.min(1, metres / 2)
  const ahead = alongGeodesic(from, bearingDeg, metres + step)
  const behind = alongGeodesic(from, bearingDeg, metres - step)
  return Number(geodesic(behind, ahead).initialDeg.toFixed(6)) % 360
}
