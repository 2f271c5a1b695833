import { badInput } from '../../../core/fault.ts'
import { fromXml } from './_geo-xml.ts'
import { decodePolyline } from './_polyline.ts'

/** Any of the formats as GeoJSON, told by how it begins. */
export async function geojsonOf(sent: string): Promise<unknown> {
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
    throw badInput('text: begins like GeoJSON and is no JSON')
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
    throw badInput('text: is WKT that cannot be read')
  }
}

function fromPolyline(text: string): unknown {
  const pairs = decodePolyline(text) ?? []
  const isRight =
    pairs.length > 0 && pairs.every(([lat, lon]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
  if (!isRight) throw badInput('text: is no encoded polyline of degrees')
  return { type: 'LineString', coordinates: pairs.map(([lat, lon]) => [lon, lat]) }
}
