import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import {
  boxOf,
  featuresOf,
  partsOfGeometry,
  positionsOf,
  type Feature,
  type Geometry,
  type Position,
} from './_geo.ts'
import { kmlOf, escapedXml } from './_kml.ts'
import { encodePolyline, decodePolyline } from './_polyline.ts'
import { fromXml } from './_geo-xml.ts'

export default defineTool({
  route: 'POST /api/geo-format',
  name: 'Convert map data',
  description: 'GPX, KML, WKT, encoded polyline and GeoJSON converted into each other.',
  asks: [
    'convert gpx track to geojson',
    'wkt polygon to kml',
    'my hiking track for a web map',
    'Google Earth file to GeoJSON',
    'convert GPS tracks',
    'decode a polyline',
  ],
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
    to: z.enum(['geojson', 'wkt', 'gpx', 'kml', 'polyline']).describe('Format of the answer.'),
  }),
  output: z.object({
    geojson: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'A FeatureCollection, longitude before latitude, rings closed, outer ones counterclockwise; for to geojson.',
      ),
    text: z.string().optional().describe('The map data, for all other formats.'),
    features: z.int(),
    bbox: z
      .array(z.number())
      .describe('West, south, east, north in degrees; empty if there is no position.'),
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
    return { text: await writeAs(features, to), ...told }
  },
})

async function writeAs(
  features: readonly Feature[],
  to: 'wkt' | 'gpx' | 'kml' | 'polyline',
): Promise<string> {
  if (to === 'gpx') return gpxOf(features)
  if (to === 'polyline') return polylineOf(features)
  if (to === 'kml') return kmlOf(features)
  const { geojsonToWKT } = await import('@terraformer/wkt')
  const geometries = features.flatMap(({ geometry }) => (geometry ? [geometry] : []))
  const [only, ...others] = geometries
  if (!only) throw badInput('to: must be another format than wkt, because there is no geometry')
  const whole = others.length === 0 ? only : { type: 'GeometryCollection', geometries }
  return geojsonToWKT(whole as never)
}

function polylineOf(features: readonly Feature[]): string {
  const parts = features.flatMap(({ geometry }) => partsOfGeometry(geometry))
  const [only, ...others] = parts
  if (!only || others.length > 0 || only.type !== 'LineString')
    throw badInput('to: must be another format, because a polyline holds exactly one LineString')
  return encodePolyline(positionsOf(only).map(([lon = 0, lat = 0]) => [lat, lon]))
}

/** Any of the formats as GeoJSON; its beginning shows which one it is. */
async function geojsonOf(sent: string): Promise<unknown> {
  const text = sent.replace(/^\uFEFF/, '').trim()
  if (text.startsWith('{')) return fromJson(text)
  if (text.startsWith('<')) return fromXml(text)
  if (
    /^(?:SRID=\d+;)?\s*(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|^(?:SRID=\d+;)?\s*GEOMETRYCOLLECTION/i.test(
      text,
    )
  )
    return fromWkt(text)
  if (/^[\x3F-\x7E]+$/.test(text)) return fromPolyline(text)
  throw badInput('text: must be GeoJSON, GPX, KML, WKT or an encoded polyline')
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badInput('text: begins like GeoJSON but is not valid JSON')
  }
}

async function fromWkt(text: string): Promise<unknown> {
  const [, srid, bare = ''] = /^(?:SRID=(\d+);)?\s*([\s\S]*)$/i.exec(text) ?? []
  if (srid !== undefined && srid !== '4326')
    throw badInput(
      `text: is in the reference system ${srid}; only 4326 (longitude, latitude) is read`,
    )
  if (/\bEMPTY\b/i.test(bare)) throw badInput('text: is an empty geometry')
  const { wktToGeoJSON } = await import('@terraformer/wkt')
  try {
    return wktToGeoJSON(bare)
  } catch {
    throw badInput('text: is not valid WKT')
  }
}

function fromPolyline(text: string): unknown {
  const pairs = decodePolyline(text) ?? []
  const isRight =
    pairs.length > 0 && pairs.every(([lat, lon]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
  if (!isRight) throw badInput('text: is not an encoded polyline of degrees')
  return { type: 'LineString', coordinates: pairs.map(([lat, lon]) => [lon, lat]) }
}

/** GPX 1.1: points as waypoints, lines as tracks; it has no areas. */
function gpxOf(features: readonly Feature[]): string {
  const waypoints: string[] = []
  const tracks: string[] = []
  for (const { geometry, properties } of features) {
    const details = ['name', 'desc']
      .map(
        (key) =>
          [
            key,
            properties[key] ?? (key === 'desc' ? properties['description'] : undefined),
          ] as const,
      )
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([key, value]) => `<${key}>${escapedXml(String(value))}</${key}>`)
      .join('')
    for (const part of partsOfGeometry(geometry)) {
      if (part.type.endsWith('Polygon'))
        throw badInput('to: gpx has no polygons; take kml, wkt or geojson')
      if (part.type.endsWith('Point'))
        waypoints.push(
          ...linesOf(part)
            .flat()
            .map((position) => `  ${pointOf('wpt', position, details)}`),
        )
      else tracks.push(`  <trk>${details}${linesOf(part).map(segmentOf).join('')}</trk>`)
    }
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Farebox" xmlns="http://www.topografix.com/GPX/1/1">',
    ...waypoints,
    ...tracks,
    '</gpx>',
  ].join('\n')
}

function linesOf({ type, coordinates }: Geometry): readonly (readonly Position[])[] {
  if (type === 'Point') return [[coordinates as Position]]
  return type === 'MultiLineString' ? (coordinates as Position[][]) : [coordinates as Position[]]
}

const segmentOf = (positions: readonly Position[]): string =>
  `<trkseg>${positions.map((position) => pointOf('trkpt', position, '')).join('')}</trkseg>`

function pointOf(tag: string, [lon = 0, lat = 0, height]: Position, details: string): string {
  const inside = (height === undefined ? '' : `<ele>${height}</ele>`) + details
  const place = `<${tag} lat="${lat}" lon="${lon}"`
  return inside === '' ? `${place}/>` : `${place}>${inside}</${tag}>`
}
