import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { eonet, type NaturalEvent } from '../../../../capabilities/upstreams/eonet.ts'

const CATEGORIES = [
  'wildfires',
  'severeStorms',
  'volcanoes',
  'floods',
  'seaLakeIce',
  'drought',
  'dustHaze',
] as const

export default defineTool({
  route: 'GET /api/natural-events',
  name: 'Natural events',
  description:
    'Open wildfires, storms, volcanic eruptions and floods of the world that NASA tracks.',
  asks: [
    'active wildfires worldwide',
    'which volcanoes are erupting and where are storms now',
    'where are forest fires now',
    'active volcanoes',
    'hurricanes',
  ],
  price: '$0.002',
  uses: { eonet },
  input: z.object({
    category: z.enum(CATEGORIES).optional().describe('Only events of this kind.'),
    days: z
      .int()
      .min(1)
      .max(365)
      .default(20)
      .describe('Only events seen within this number of days, 1 to 365.'),
    limit: z.int().min(1).max(200).default(30).describe('Most events, 1 to 200.'),
  }),
  output: z.object({
    events: z
      .array(
        z.object({
          id: z.string().describe('Identifier.'),
          title: z.string().describe('Name.'),
          category: z.string().nullable().describe('Kind.'),
          startedIso: z.string().nullable().describe('When it was first seen.'),
          seenIso: z.string().nullable().describe('When it was last seen, at lat and lon.'),
          lat: z.number().nullable().describe('Latitude; null for an area.'),
          lon: z.number().nullable().describe('Longitude.'),
          magnitude: z.number().nullable().describe('Size or strength.'),
          unit: z.string().nullable().describe('Unit of the magnitude, such as acres or kts.'),
          sources: z.array(z.string()).describe('Sources of the reports, such as InciWeb.'),
          closed: z.boolean().describe('Whether it is over.'),
        }),
      )
      .describe('Events in the order of NASA.'),
    count: z.int().describe('Number of events.'),
  }),
  examples: [
    {
      input: { category: 'wildfires', limit: 10 },
      at: '2026-06-03T00:00:00Z',
      output: {
        events: [
          {
            id: 'EONET_6518',
            title: 'Ridge Wildfire, Lake, California',
            category: 'wildfires',
            startedIso: '2026-05-30T18:00:00Z',
            seenIso: '2026-06-02T18:00:00Z',
            lat: 39.1,
            lon: -122.8,
            magnitude: 1_250,
            unit: 'acres',
            sources: ['IRWIN'],
            closed: false,
          },
        ],
        count: 1,
        source: 'NASA EONET',
        asOf: '2026-06-03T00:00:00.000Z',
      },
    },
  ],

  async run({ category, days, limit }, { eonet }) {
    const events = (await eonet.open(category, days, limit)).slice(0, limit).map(eventRow)
    return { events, count: events.length }
  },
})

/** A place may be an area, which has no single point. */
function eventRow({ id, title, categories, sources, geometry, closed }: NaturalEvent) {
  const seen = geometry.toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const last = seen.at(-1)
  const [lon, lat] = last?.type === 'Point' ? last.coordinates : []
  return {
    id,
    title,
    category: categories[0]?.id ?? null,
    startedIso: seen[0]?.date ?? null,
    seenIso: last?.date ?? null,
    lat: typeof lat === 'number' ? lat : null,
    lon: typeof lon === 'number' ? lon : null,
    magnitude: last?.magnitudeValue ?? null,
    unit: last?.magnitudeUnit ?? null,
    sources: (sources ?? []).map((source) => source.id),
    closed: typeof closed === 'string',
  }
}
