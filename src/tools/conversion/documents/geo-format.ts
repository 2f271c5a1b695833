import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { MB, text } from '../../../lib/fields.ts'
import { jsonObject } from '../../../lib/json-guard.ts'
import { boxOf, featuresOf, partsOfGeometry, positionsOf, type Feature } from './_geo.ts'
import { gpxOf } from './_gpx.ts'
import { geojsonOf } from './_geo-read.ts'
import { kmlOf } from './_kml.ts'
import { encodePolyline } from './_polyline.ts'

export default defineTool({
  route: 'POST /api/geo-format',
  name: 'Convert map data',
  description: 'GPX, KML, WKT, encoded polyline and GeoJSON converted into each other.',
  asks: ['convert gpx track to geojson', 'wkt polygon to kml'],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(2 * MB)
      .optional()
      .describe('GPX, KML, WKT, GeoJSON text or an encoded polyline (5 digits), up to 2 MB.'),
    geojson: jsonObject({ bytesMax: 2 * MB, valuesMax: 700_000 })
      .optional()
      .describe('GeoJSON in place of text, up to 2 MB.'),
    to: z.enum(['geojson', 'wkt', 'gpx', 'kml', 'polyline']).describe('Form of the answer.'),
  }),
  output: z.object({
    geojson: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'A FeatureCollection, longitude before latitude, rings closed and turned; with to geojson.',
      ),
    text: z.string().optional().describe('With any other form.'),
    features: z.int(),
    bbox: z
      .array(z.number())
      .describe('West, south, east, north in degrees; empty for no position.'),
  }),
  examples: [
    {
      input: { text: 'POINT(1 2)', to: 'geojson' },
      output: {
        geojson: {
          type: 'FeatureCollection',
          features: [
            { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } },
          ],
        },
        features: 1,
        bbox: [1, 2, 1, 2],
      },
    },
    {
      input: { text: '_p~iF~ps|U_ulLnnqC_mqNvxq`@', to: 'wkt' },
      output: {
        text: 'LINESTRING (-120.2 38.5, -120.95 40.7, -126.453 43.252)',
        features: 1,
        bbox: [-126.453, 38.5, -120.2, 43.252],
      },
    },
  ],

  async run({ text, geojson, to }) {
    if ((text === undefined) === (geojson === undefined))
      throw badInput('text: give either text or geojson')
    const features = featuresOf(geojson ?? (await geojsonOf(text ?? '')))
    const told = { features: features.length, bbox: boxOf(features) }
    if (to === 'geojson') return { geojson: { type: 'FeatureCollection', features }, ...told }
    return { text: await written(features, to), ...told }
  },
})

async function written(
  features: readonly Feature[],
  to: 'wkt' | 'gpx' | 'kml' | 'polyline',
): Promise<string> {
  if (to === 'gpx') return gpxOf(features)
  if (to === 'polyline') return polylineOf(features)
  if (to === 'kml') return kmlOf(features)
  const { geojsonToWKT } = await import('@terraformer/wkt')
  const geometries = features.flatMap(({ geometry }) => (geometry ? [geometry] : []))
  const [only, ...others] = geometries
  if (!only) throw badInput('to: there is no geometry to write as wkt')
  const whole = others.length === 0 ? only : { type: 'GeometryCollection', geometries }
  return geojsonToWKT(whole as never)
}

function polylineOf(features: readonly Feature[]): string {
  const parts = features.flatMap(({ geometry }) => partsOfGeometry(geometry))
  const [only, ...others] = parts
  if (!only || others.length > 0 || only.type !== 'LineString')
    throw badInput('to: a polyline holds exactly one LineString')
  return encodePolyline(positionsOf(only).map(([lon = 0, lat = 0]) => [lat, lon]))
}
