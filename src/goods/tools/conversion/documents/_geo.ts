import { badInput } from '../../../../base/core/fault.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'

export type Position = readonly number[]
export type Ring = readonly Position[]

export interface Geometry {
  readonly type: string
  readonly coordinates?: unknown
  readonly geometries?: readonly Geometry[]
}

export interface Feature {
  readonly type: 'Feature'
  readonly properties: JsonObject
  readonly geometry: Geometry | null
  readonly id?: string | number
}

const POSITIONS_MAX = 200_000
const FEATURES_MAX = 20_000
const NESTED_MAX = 4

/** How deep the positions of a geometry are nested in lists. */
const LEVELS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
}

/**
 * Any GeoJSON as features; rings are closed and, as RFC 7946 says, outer ones run counterclockwise.
 */
export function featuresOf(value: unknown): readonly Feature[] {
  let positions = 0
  const found =
    (value as { type?: unknown }).type === 'FeatureCollection'
      ? listed(value as JsonObject)
      : [value]
  return found.map(feature)

  function feature(one: unknown): Feature {
    if (!isObject(one)) throw badInput('geojson: a feature must be an object')
    if (one['type'] !== 'Feature')
      return { type: 'Feature', properties: {}, geometry: geometry(one, 0) }
    const { properties, geometry: shape, id } = one
    const known = typeof id === 'string' || typeof id === 'number' ? { id } : {}
    return {
      type: 'Feature',
      ...known,
      properties: isObject(properties) ? properties : {},
      geometry: shape === null || shape === undefined ? null : geometry(shape, 0),
    }
  }

  function geometry(shape: unknown, depth: number): Geometry {
    const { type, coordinates, geometries } = (isObject(shape) ? shape : {}) as unknown as Geometry
    if (type === 'GeometryCollection' && Array.isArray(geometries) && depth < NESTED_MAX)
      return { type, geometries: geometries.map((one: unknown) => geometry(one, depth + 1)) }
    const levels = LEVELS[type]
    if (levels === undefined)
      throw badInput(
        `geojson: ${JSON.stringify(type ?? null).slice(0, 40)} is not a type of geometry`,
      )
    const checked = nested(coordinates, levels, type)
    if (type === 'Polygon') return { type, coordinates: rings(checked as Ring[]) }
    if (type === 'MultiPolygon') return { type, coordinates: (checked as Ring[][]).map(rings) }
    return { type, coordinates: checked }
  }

  function nested(value: unknown, levels: number, type: string): unknown {
    if (!Array.isArray(value))
      throw badInput(`geojson: coordinates of a ${type} must be lists of numbers`)
    if (levels > 0) return value.map((inner) => nested(inner, levels - 1, type))
    positions += 1
    if (positions > POSITIONS_MAX)
      throw badInput(`geojson: has more than ${POSITIONS_MAX} positions`)
    const [lon, lat, ...rest] = value as readonly unknown[]
    if (![lon, lat, ...rest].every((one) => typeof one === 'number' && Number.isFinite(one)))
      throw badInput(`geojson: coordinates of a ${type} must be [longitude, latitude]`)
    if (Math.abs(lon as number) > 180 || Math.abs(lat as number) > 90)
      throw badInput(
        `geojson: [${String(lon)}, ${String(lat)}] is not a longitude and latitude in degrees`,
      )
    return [lon, lat, ...rest.slice(0, 1)]
  }
}

function listed({ features }: JsonObject): readonly unknown[] {
  if (!Array.isArray(features)) throw badInput('geojson: features must be a list')
  if (features.length > FEATURES_MAX)
    throw badInput(`geojson: has more than ${FEATURES_MAX} features`)
  return features
}

function rings(all: readonly Ring[]): readonly Ring[] {
  return all.map((ring, at) => {
    const [first] = ring
    if (ring.length < 3 || !first)
      throw badInput('geojson: a ring must have at least three positions')
    const last = ring.at(-1)
    const closed =
      last && first.every((one, index) => one === last[index]) ? ring : [...ring, first]
    return area(closed) > 0 === (at === 0) ? closed : closed.toReversed()
  })
}

/** Twice the area in the plane; positive if the ring runs counterclockwise. */
const area = (ring: Ring): number =>
  ring.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length] ?? []
    return sum + x * nextY - nextX * y
  }, 0)

/** The plain geometries of a feature, with collections expanded. */
export const partsOfGeometry = (geometry: Geometry | null): readonly Geometry[] =>
  geometry === null
    ? []
    : geometry.geometries
      ? geometry.geometries.flatMap(partsOfGeometry)
      : [geometry]

export const positionsOf = ({ coordinates }: Geometry): readonly Position[] => flat(coordinates)

const flat = (value: unknown): readonly Position[] => {
  if (!Array.isArray(value)) return []
  return typeof value[0] === 'number' ? [value as number[]] : value.flatMap(flat)
}

/** West, south, east, north; empty if there is no position. */
export function boxOf(features: readonly Feature[]): number[] {
  const box = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { geometry } of features)
    for (const part of partsOfGeometry(geometry))
      for (const [lon = 0, lat = 0] of positionsOf(part)) {
        box[0] = Math.min(box[0] ?? lon, lon)
        box[1] = Math.min(box[1] ?? lat, lat)
        box[2] = Math.max(box[2] ?? lon, lon)
        box[3] = Math.max(box[3] ?? lat, lat)
      }
  return box[0] === Infinity ? [] : box
}
