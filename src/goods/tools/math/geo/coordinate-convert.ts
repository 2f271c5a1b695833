import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { dmsOf, readPlace, type Written } from './_notations.ts'
import { EPSG_CODES, projectionOf, utmDefinition } from './_projections.ts'

const Projected = z.object({
  epsg: z.string(),
  name: z.string(),
  x: z.number().describe('Easting in metres.'),
  y: z.number().describe('Northing in metres.'),
  inArea: z.boolean().describe('Whether the place is in the area of use of the projection.'),
  accuracyM: z.number().describe('Possible error of the datum shift, in metres.'),
})

export default defineTool({
  route: 'POST /api/coordinate-convert',
  name: 'Coordinate conversion',
  description:
    'Parse a coordinate in any notation and give decimal degrees, DMS, UTM, MGRS or an EPSG projection.',
  asks: [
    'convert degrees minutes seconds to decimal degrees',
    'MGRS or UTM grid reference to latitude and longitude',
    'degrees minutes seconds to decimal',
    'what is this MGRS position',
    'GPS notation',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    value: line(200)
      .min(1)
      .describe('The place: degrees in any form (latitude first), UTM, MGRS or a geo: address.'),
    to: z
      .enum(['all', 'decimal', 'dms', 'utm', 'mgrs', 'epsg'])
      .default('all')
      .describe('Notation to add to decimal degrees.'),
    epsg: z.string().trim().max(12).optional().describe(`Projection for x and y: ${EPSG_CODES}.`),
  }),
  output: z.object({
    notation: z.enum(['decimal', 'dms', 'utm', 'mgrs']).describe('Notation of the input.'),
    lat: z.number().describe('Latitude on WGS 84, in degrees.'),
    lon: z.number().describe('Longitude on WGS 84, in degrees.'),
    precisionM: z
      .number()
      .optional()
      .describe('Side of the MGRS square whose centre the place is.'),
    dms: z.string().optional(),
    utm: z
      .object({
        zone: z.int(),
        band: z.string(),
        hemisphere: z.enum(['north', 'south']),
        easting: z.number().describe('Easting in metres.'),
        northing: z.number().describe('Northing in metres.'),
      })
      .nullable()
      .optional()
      .describe('Null beyond 84 degrees north and 80 south, where UTM ends.'),
    mgrs: z.string().nullable().optional().describe('MGRS to the metre; null where UTM ends.'),
    projected: Projected.optional(),
  }),
  examples: [
    {
      input: { value: '52°31\'12"N 13°24\'18"E' },
      output: {
        notation: 'dms',
        lat: 52.52,
        lon: 13.405,
        dms: '52°31\'12.00"N 13°24\'18.00"E',
        utm: {
          zone: 33,
          band: 'U',
          hemisphere: 'north',
          easting: 391779.259,
          northing: 5820072.159,
        },
        mgrs: '33UUU9177920072',
      },
    },
    { input: { value: '48.8584, 2.2945', to: 'epsg', epsg: '2154' } },
  ],

  async run({ value, to, epsg }) {
    if (to === 'epsg' && epsg === undefined) throw badInput('epsg: must be given for to epsg.')
    const written = readPlace(value)
    const { lat, lon } = await degreesOf(written)
    const wants = (form: typeof to) => to === 'all' || to === form
    const utm = lat < 84 && lat >= -80 ? await utmOf(lat, lon) : null
    return {
      notation: written.notation,
      lat: rounded(lat, 9),
      lon: rounded(lon, 9),
      ...(written.notation === 'mgrs' && { precisionM: written.precisionM }),
      ...(wants('dms') && { dms: `${dmsOf(lat, ['N', 'S'])} ${dmsOf(lon, ['E', 'W'])}` }),
      ...(wants('utm') && { utm: utm && utm.place }),
      ...(wants('mgrs') && { mgrs: utm && utm.mgrs }),
      ...(epsg !== undefined && { projected: await projectedOf(lat, lon, epsg) }),
    }
  },
})

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0

/** The package predates modules: its functions are members of its default export. */
async function grids(): Promise<typeof import('mgrs')> {
  const found = (await import('mgrs')) as { readonly default?: typeof import('mgrs') }
  return found.default ?? (found as typeof import('mgrs'))
}

async function transform(definition: string) {
  const { default: proj4 } = await import('proj4')
  return proj4(definition)
}

async function degreesOf(written: Written): Promise<{ lat: number; lon: number }> {
  if (written.notation === 'mgrs') {
    const { toPoint } = await grids()
    try {
      const [lon, lat] = toPoint(written.text)
      return checked(lat, lon)
    } catch {
      throw badInput('value: must be a square of MGRS.')
    }
  }
  if (written.notation !== 'utm') return written
  const { zone, isSouth, easting, northing } = written
  if (easting < 100_000 || easting >= 1_000_000 || northing > 10_000_000)
    throw badInput(
      'value: must have a UTM easting of 100000 to 999999 and a northing of at most 10000000.',
    )
  const [lon, lat] = (await transform(utmDefinition(zone, isSouth))).inverse([easting, northing])
  return checked(lat, lon)
}

function checked(lat = Number.NaN, lon = Number.NaN) {
  if (!Number.isFinite(lat) || !Number.isFinite(lon) || Math.abs(lat) > 90 || Math.abs(lon) > 180)
    throw badInput('value: must be a place on the earth.')
  return { lat, lon }
}

/** In the zone of MGRS, with the exceptions of Norway and Svalbard. */
async function utmOf(lat: number, lon: number) {
  const { forward } = await grids()
  // The antimeridian belongs to zone 1.
  const square = forward([lon === 180 ? -180 : lon, lat], 0)
  const [, zone = '', band = ''] = /^(\d+)([A-Z])/.exec(square) ?? []
  const isSouth = band < 'N'
  const [x, y] = (await transform(utmDefinition(Number(zone), isSouth))).forward([lon, lat])
  const [easting, northing] = [rounded(x ?? 0, 3), rounded(y ?? 0, 3)]
  return {
    place: {
      zone: Number(zone),
      band,
      hemisphere: isSouth ? ('south' as const) : ('north' as const),
      easting,
      northing,
    },
    mgrs: square + metresOf(easting) + metresOf(northing),
  }
}

/** Within a square of 100 km; MGRS truncates and never rounds. */
const metresOf = (metres: number): string => String(Math.floor(metres) % 100_000).padStart(5, '0')

async function projectedOf(lat: number, lon: number, given: string) {
  const epsg = given.replace(/^epsg:\s*/i, '')
  const projection = projectionOf(epsg)
  if (!projection) throw badInput(`epsg: must be one of ${EPSG_CODES}.`)
  const [x, y] = (await transform(projection.definition)).forward([lon, lat])
  if (!Number.isFinite(x) || !Number.isFinite(y))
    throw badInput(`epsg: must be a projection that reaches the place; ${epsg} does not.`)
  const [west, south, east, north] = projection.area
  return {
    epsg,
    name: projection.name,
    x: rounded(x ?? 0, 3),
    y: rounded(y ?? 0, 3),
    inArea: lon >= west && lon <= east && lat >= south && lat <= north,
    accuracyM: projection.accuracyM,
  }
}
