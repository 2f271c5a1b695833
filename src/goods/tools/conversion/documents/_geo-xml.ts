import { load, type CheerioAPI } from 'cheerio'
import { badInput } from '../../../../base/core/fault.ts'
import type { Tag as Element } from '../../../../engines/html/tags.ts'

/** GPX and KML as GeoJSON: their geometries, with names, times and data. */

const TAGS_MAX = 300_000
const DEPTH_MAX = 50

export function fromXml(text: string): unknown {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw badInput('text: must have no DOCTYPE')
  let depth = 0
  let tags = 0
  for (const [tag] of text.matchAll(/<\/?[A-Za-z][^<>]*>/g)) {
    tags += 1
    depth += tag.startsWith('</') ? -1 : tag.endsWith('/>') ? 0 : 1
    if (depth > DEPTH_MAX || tags > TAGS_MAX)
      throw badInput('text: is nested too deep or has too many elements')
  }
  // Prefixes of namespaces are ignored, except those of extensions.
  const $ = load(text.replaceAll(/(<\/?)(?:gpx|kml):/g, '$1'), { xml: true })
  const root = $.root().children().first()[0]?.name
  if (root !== 'gpx' && root !== 'kml') throw badInput('text: is XML, but neither GPX nor KML')
  const features = root === 'gpx' ? gpxFeatures($) : kmlFeatures($)
  if (features.length === 0) throw badInput(`text: is ${root.toUpperCase()} without any geometry`)
  return { type: 'FeatureCollection', features }
}

const feature = (geometry: unknown, properties: Record<string, unknown>) => ({
  type: 'Feature',
  properties: Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== '' && value !== undefined),
  ),
  geometry,
})

function gpxFeatures($: CheerioAPI): readonly unknown[] {
  const details = (node: Element) => ({
    name: $(node).children('name').text().trim(),
    desc: $(node).children('desc').text().trim(),
    type: $(node).children('type').text().trim(),
    time: $(node).children('time').text().trim(),
  })
  const position = (node: Element): readonly number[] => {
    const height = $(node).children('ele').text().trim()
    const [lon, lat] = [node.attribs['lon'], node.attribs['lat']].map(numberOf)
    return [lon ?? Number.NaN, lat ?? Number.NaN, ...(height === '' ? [] : [numberOf(height)])]
  }
  const lines = (node: Element, point: string) => $(node).children(point).toArray().map(position)
  const waypoints = $('gpx > wpt')
    .toArray()
    .map((node) => feature({ type: 'Point', coordinates: position(node) }, details(node)))
  const routes = $('gpx > rte')
    .toArray()
    .map((node) =>
      feature({ type: 'LineString', coordinates: lines(node, 'rtept') }, details(node)),
    )
  const tracks = $('gpx > trk')
    .toArray()
    .map((node) => {
      const segments = $(node)
        .children('trkseg')
        .toArray()
        .map((segment) => lines(segment, 'trkpt'))
      const times = $(node)
        .find('trkpt > time')
        .toArray()
        .map((time) => $(time).text().trim())
      const drawn = segments.filter(({ length }) => length > 0)
      const geometry =
        drawn.length === 1
          ? { type: 'LineString', coordinates: drawn[0] }
          : { type: 'MultiLineString', coordinates: drawn }
      return feature(geometry, { ...details(node), ...(times.length > 0 && { times }) })
    })
  return [...waypoints, ...routes, ...tracks]
}

function numberOf(text: string | undefined): number {
  const value = Number(text?.trim() || Number.NaN)
  if (!Number.isFinite(value))
    throw badInput(`text: ${JSON.stringify(text ?? '').slice(0, 40)} is not a coordinate`)
  return value
}

const SHAPES = 'Point, LineString, LinearRing, Polygon, MultiGeometry'

function kmlFeatures($: CheerioAPI): readonly unknown[] {
  return $('Placemark')
    .toArray()
    .map((mark) => {
      const data = $(mark)
        .find('ExtendedData Data')
        .toArray()
        .map((one) => [one.attribs['name'] ?? '', $(one).children('value').text()] as const)
      const simple = $(mark)
        .find('ExtendedData SimpleData')
        .toArray()
        .map((one) => [one.attribs['name'] ?? '', $(one).text()] as const)
      const [shape] = $(mark).children(SHAPES).toArray()
      return feature(shape ? kmlGeometry($, shape) : null, {
        name: $(mark).children('name').text().trim(),
        description: $(mark).children('description').text().trim(),
        ...Object.fromEntries([...data, ...simple].filter(([name]) => name !== '')),
      })
    })
}

function kmlGeometry($: CheerioAPI, shape: Element): unknown {
  const positions = (node: Element) =>
    $(node)
      .children('coordinates')
      .text()
      .trim()
      .split(/\s+/)
      .filter((one) => one !== '')
      .map((one) => one.split(',').map(numberOf))
  if (shape.name === 'MultiGeometry')
    return {
      type: 'GeometryCollection',
      geometries: $(shape)
        .children(SHAPES)
        .toArray()
        .map((inner) => kmlGeometry($, inner)),
    }
  if (shape.name === 'Point') return { type: 'Point', coordinates: positions(shape)[0] ?? [] }
  if (shape.name !== 'Polygon') return { type: 'LineString', coordinates: positions(shape) }
  const rings = $(shape)
    .find('outerBoundaryIs > LinearRing, innerBoundaryIs > LinearRing')
    .toArray()
  const outer = rings.toSorted((a, b) => Number(isInner(a)) - Number(isInner(b)))
  return { type: 'Polygon', coordinates: outer.map(positions) }
}

const isInner = ({ parent }: Element): boolean =>
  parent !== null && 'name' in parent && parent.name === 'innerBoundaryIs'
