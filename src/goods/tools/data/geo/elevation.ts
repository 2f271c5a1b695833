import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { place } from '../../../../engines/numbers/places.ts'
import { tenth } from '../../../../engines/numbers/units-weather.ts'
import { terrainTiles } from '../../../../capabilities/upstreams/terrain-tiles.ts'

export default defineTool({
  route: 'POST /api/elevation',
  name: 'Elevation',
  description:
    'Height of the ground above the sea at up to 100 points, with climb and descent along them, from open terrain data.',
  asks: [
    'ground elevation above the sea at GPS points',
    'total climb and descent along a hiking track',
    'how high is this mountain pass',
    'height above sea level',
    'climb of my hike',
  ],
  price: '$0.001',
  uses: { terrainTiles },
  input: z.object({
    points: z
      .array(place())
      .min(1)
      .max(100)
      .describe('Points in order, 1 to 100: { "lat": 46.55, "lon": 7.98 }.'),
  }),
  output: z.object({
    points: z
      .array(
        z.object({
          lat: z.number().describe('Latitude in degrees.'),
          lon: z.number().describe('Longitude in degrees.'),
          elevationM: z.number().describe('Metres above sea level; negative below it.'),
        }),
      )
      .describe('Points in the order of the input.'),
    minM: z.number().describe('Lowest height.'),
    maxM: z.number().describe('Greatest height.'),
    gainM: z.number().describe('Total climb from point to point.'),
    lossM: z.number().describe('Total descent from point to point.'),
    resolutionM: z.number().describe('Distance between heights in the data, at the first point.'),
  }),
  examples: [
    {
      input: {
        points: [
          { lat: 46.55, lon: 7.98 },
          { lat: 46.551, lon: 7.981 },
        ],
      },
      at: '2026-06-01T00:00:00Z',
      output: {
        points: [
          { lat: 46.55, lon: 7.98, elevationM: 2_000 },
          { lat: 46.551, lon: 7.981, elevationM: 2_000 },
        ],
        minM: 2_000,
        maxM: 2_000,
        gainM: 0,
        lossM: 0,
        resolutionM: 13.1,
        source:
          'AWS Terrain Tiles (Mapzen; ArcticDEM, CDEM, data.gov.uk, ETOPO1, EUDEM, GMTED, INEGI, Kartverket, LINZ, SRTM, 3DEP)',
        asOf: '2026-06-01T00:00:00.000Z',
      },
    },
  ],

  async run({ points }, { terrainTiles }) {
    const heights = (await terrainTiles.heights(points)).map(tenth)
    const steps = heights.slice(1).map((height, at) => height - heights[at]!)
    return {
      points: points.map(({ lat, lon }, at) => ({ lat, lon, elevationM: heights[at]! })),
      minM: Math.min(...heights),
      maxM: Math.max(...heights),
      gainM: sum(steps.filter((step) => step > 0)),
      lossM: sum(steps.filter((step) => step < 0).map((step) => -step)),
      resolutionM: tenth(terrainTiles.resolutionM(points[0]!.lat)),
    }
  },
})

const sum = (values: readonly number[]): number => tenth(values.reduce((all, one) => all + one, 0))
