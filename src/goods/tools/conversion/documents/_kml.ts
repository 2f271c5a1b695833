import { escapedMarkup } from '../../../../base/lib/escaped-markup.ts'
import type { Feature, Geometry, Position } from './_geo.ts'

/** Without the control characters that XML cannot hold. */
export const escapedXml = (text: string): string =>
  escapedMarkup(text).replaceAll(/(?![\t\n])\p{Cc}/gu, '')

/** KML 2.2: a placemark for each feature, with its properties as data. */
export function kmlOf(features: readonly Feature[]): string {
  const marks = features.map(({ geometry, properties }) => {
    const { name, description, ...others } = properties
    const data = Object.entries(others).map(
      ([key, value]) =>
        `<Data name="${escapedXml(key)}"><value>${escapedXml(textOf(value))}</value></Data>`,
    )
    return [
      '  <Placemark>',
      name === undefined ? '' : `<name>${escapedXml(textOf(name))}</name>`,
      description === undefined
        ? ''
        : `<description>${escapedXml(textOf(description))}</description>`,
      data.length === 0 ? '' : `<ExtendedData>${data.join('')}</ExtendedData>`,
      geometry === null ? '' : shapeOf(geometry),
      '</Placemark>',
    ].join('')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
    ...marks,
    '</Document></kml>',
  ].join('\n')
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const listOf = (positions: readonly Position[]): string =>
  `<coordinates>${positions.map((position) => position.join(',')).join(' ')}</coordinates>`

function shapeOf({ type, coordinates, geometries = [] }: Geometry): string {
  if (type === 'Point') return `<Point>${listOf([coordinates as Position])}</Point>`
  if (type === 'LineString') return `<LineString>${listOf(coordinates as Position[])}</LineString>`
  if (type === 'Polygon') {
    const rings = (coordinates as Position[][]).map((ring, at) => {
      const tag = at === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs'
      return `<${tag}><LinearRing>${listOf(ring)}</LinearRing></${tag}>`
    })
    return `<Polygon>${rings.join('')}</Polygon>`
  }
  const parts = type.startsWith('Multi')
    ? (coordinates as unknown[]).map((inner) => ({
        type: type.slice('Multi'.length),
        coordinates: inner,
      }))
    : geometries
  return `<MultiGeometry>${parts.map(shapeOf).join('')}</MultiGeometry>`
}
