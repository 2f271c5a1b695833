import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import { femaFlood } from '../../../../capabilities/upstreams/fema-flood.ts'

/** Marks a missing height. */
const NONE = -9_999
/** The zones of FEMA by their first letters, the more specific first. */
const MEANINGS: readonly (readonly [zone: RegExp, meaning: string])[] = [
  [/^VE?$|^V\d/, 'Coast with waves: at least 1% chance of a flood each year.'],
  [/^(A|AE|A\d+|AH|AO|AR|A99)$/, 'At least 1% chance of a flood each year.'],
  [/^D$/, 'The chance of a flood is possible but not determined.'],
  [/^(OPEN WATER)$/, 'Open water.'],
  [/^(AREA NOT INCLUDED|NP)$/, 'Not mapped.'],
]
const SHADED = /0\.2 PCT|1 PCT|LEVEE/

export default defineTool({
  route: 'GET /api/flood-zone',
  name: 'Flood zone',
  description:
    'US flood hazard zone of a place on the maps of FEMA, with its base flood elevation.',
  asks: [
    'is this house in a FEMA flood zone',
    'base flood elevation at a US coordinate',
    'is this house in a flood area',
    'flood risk of an address',
    'do I need flood insurance',
  ],
  price: '$0.002',
  uses: { femaFlood },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
  }),
  output: z.object({
    zone: z.string().nullable().describe('Zone such as AE, VE or X; null if nothing is mapped.'),
    subtype: z.string().nullable().describe('Subtype in the words of the map, such as FLOODWAY.'),
    meaning: z.string().describe('What the zone means.'),
    specialHazard: z
      .boolean()
      .nullable()
      .describe('Whether it is a special flood hazard area; null if nothing is mapped.'),
    baseFloodElevationFt: z
      .number()
      .nullable()
      .describe('Height of the water in feet, if the map gives one for the whole zone.'),
    panel: z.string().nullable().describe('Identifier of the map.'),
    covered: z.boolean().describe('Whether a digital map covers the place.'),
  }),
  examples: [
    {
      input: { lat: 29.7604, lon: -95.3698 },
      at: '2026-06-01T00:00:00Z',
      output: {
        zone: 'AE',
        subtype: 'FLOODWAY',
        meaning: 'At least 1% chance of a flood each year.',
        specialHazard: true,
        baseFloodElevationFt: 38.5,
        panel: '48201C',
        covered: true,
        source: 'FEMA National Flood Hazard Layer',
        asOf: '2026-06-01T00:00:00.000Z',
      },
    },
    { input: { lat: 48.85, lon: 2.35 } },
  ],

  async run({ lat, lon }, { femaFlood }) {
    const zones = await femaFlood.zones(lat, lon)
    // On a border, the more hazardous zone counts.
    const found = zones.find(({ SFHA_TF }) => SFHA_TF === 'T') ?? zones[0]
    const zone = found?.FLD_ZONE.trim().toUpperCase() ?? null
    const subtype = found?.ZONE_SUBTY?.trim() || null
    const feet = found?.STATIC_BFE ?? NONE
    return {
      zone,
      subtype,
      meaning: zone === null ? 'No digital flood map covers this place.' : meaningOf(zone, subtype),
      specialHazard: found ? found.SFHA_TF === 'T' : null,
      baseFloodElevationFt: feet === NONE ? null : feet,
      panel: found?.DFIRM_ID ?? null,
      covered: found !== undefined && zone !== 'AREA NOT INCLUDED',
    }
  },
})

function meaningOf(zone: string, subtype: string | null): string {
  if (zone === 'X')
    return SHADED.test(subtype ?? '')
      ? 'Moderate: between 0.2% and 1% chance of a flood each year, or behind a levee.'
      : 'Minimal: less than 0.2% chance of a flood each year.'
  return MEANINGS.find(([pattern]) => pattern.test(zone))?.[1] ?? 'A zone without a known meaning.'
}
