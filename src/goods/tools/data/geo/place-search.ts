import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, searchText } from '../../../../base/lib/fields.ts'
import { countryCodes } from '../../../../engines/numbers/places.ts'
import { nominatim, type Place } from '../../../../capabilities/upstreams/nominatim.ts'

const fact = () => z.string().nullable()

export default defineTool({
  route: 'GET /api/place-search',
  name: 'Place search',
  description:
    'Named places and points of interest that match a query, with website, phone and opening hours where mapped.',
  asks: [
    'restaurants and hotels near the main station',
    'find a pharmacy in this town with its opening times',
    'find a museum by name',
    'website and phone of a shop',
    'cafés in a town',
    'where is a good place to eat',
  ],
  price: '$0.001',
  uses: { nominatim },
  input: z.object({
    q: searchText(500).describe('Kind of place and where: coffee near Alexanderplatz.'),
    limit: z.int().min(1).max(40).default(10).describe('Most results, 1 to 40.'),
    countryCodes: countryCodes()
      .optional()
      .describe('Only these countries: comma-separated ISO 3166-1 alpha-2 codes.'),
    viewbox: line(200).optional().describe('Preferred area as two corners: lon,lat,lon,lat.'),
    bounded: z.boolean().default(false).describe('Whether to answer only places within `viewbox`.'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          name: z.string().describe('Name of the place.'),
          displayName: z.string().describe('Full name or address.'),
          lat: z.number().describe('Latitude in degrees.'),
          lon: z.number().describe('Longitude in degrees.'),
          category: fact().describe('Kind of place, such as amenity.'),
          type: fact().describe('Kind within the category.'),
          osmId: fact().describe('OpenStreetMap object, such as node/123.'),
          website: fact().describe('Its own website.'),
          openingHours: fact().describe('Opening hours in the notation of OpenStreetMap.'),
          phone: fact().describe('Phone number.'),
        }),
      )
      .describe('Best match first.'),
    count: z.int().describe('Number of places.'),
  }),
  examples: [
    {
      input: { q: 'coffee near Alexanderplatz Berlin', limit: 5 },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            name: 'Einstein Kaffee',
            displayName: 'Einstein Kaffee, 1, Alexanderplatz, Mitte, Berlin, 10178, Germany',
            lat: 52.5212,
            lon: 13.4107,
            category: 'amenity',
            type: 'cafe',
            osmId: 'node/2451103917',
            website: 'https://einstein-kaffee.de',
            openingHours: 'Mo-Fr 07:00-20:00; Sa-Su 08:00-20:00',
            phone: null,
          },
        ],
        count: 1,
        source: 'OpenStreetMap Nominatim',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ viewbox, ...query }, { nominatim }) {
    const places = await nominatim.search({ ...query, viewbox: areaOf(viewbox), details: true })
    const results = places.slice(0, query.limit).map(described)
    return { results, count: results.length }
  },
})

function areaOf(viewbox: string | undefined): string | undefined {
  if (viewbox === undefined) return undefined
  const corners = viewbox.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  const isArea =
    corners.length === 4 &&
    corners.every((degrees, at) => Math.abs(degrees) <= (at % 2 === 0 ? 180 : 90))
  if (!isArea) throw badInput('viewbox: must be two corners in degrees: lon,lat,lon,lat.')
  return corners.join(',')
}

function described({ extratags, ...place }: Place) {
  const tag = (name: string) => extratags?.[name] ?? extratags?.[`contact:${name}`] ?? null
  return {
    name: place.name || (place.display_name.split(',')[0] ?? ''),
    displayName: place.display_name,
    lat: place.lat,
    lon: place.lon,
    category: place.category ?? null,
    type: place.type ?? null,
    osmId: place.osm_type && place.osm_id ? `${place.osm_type}/${place.osm_id}` : null,
    website: tag('website'),
    openingHours: extratags?.['opening_hours'] ?? null,
    phone: tag('phone'),
  }
}
