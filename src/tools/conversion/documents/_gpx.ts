import { badInput } from '../../../core/fault.ts'
import { partsOfGeometry, type Feature, type Geometry, type Position } from './_geo.ts'
import { escapedXml } from './_kml.ts'

/** GPX 1.1: points as waypoints, lines as tracks; it has no areas. */
export function gpxOf(features: readonly Feature[]): string {
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
