import { badInput } from '../../../../base/core/fault.ts'

/** Shapes of GeoJSON: their parts, and their problems. */
export type Position = readonly [lon: number, lat: number]
export type Ring = readonly Position[]
/** The outer ring, then the holes. */
export type Polygon = readonly Ring[]

export const POSITIONS_MAX = 50_000
/** Most pairs of edges that are checked for a crossing. */
const PAIRS_MAX = 20_000_000

type Json = Readonly<Record<string, unknown>>

/** The polygons of a geometry, a feature or a collection, without the repeated last positions. */
export function polygonsOf(geojson: Json, problems: string[]): readonly Polygon[] {
  const found: Polygon[] = []
  let count = 0
  const geometries: unknown[] = [geojson]
  while (geometries.length > 0) {
    const shape = geometries.shift() as Json | null
    const type = typeof shape === 'object' && shape !== null ? shape['type'] : undefined
    if (type === 'Feature') geometries.push(shape?.['geometry'])
    else if (type === 'FeatureCollection') geometries.push(...listIn(shape, 'features'))
    else if (type === 'GeometryCollection') geometries.push(...listIn(shape, 'geometries'))
    else if (type === 'Polygon') found.push(polygonOf(listIn(shape, 'coordinates')))
    else if (type === 'MultiPolygon')
      for (const one of listIn(shape, 'coordinates')) found.push(polygonOf(one))
    else
      throw badInput('geojson: must hold polygons: Polygon, MultiPolygon, Feature or collections.')
  }
  if (found.length === 0) throw badInput('geojson: must hold at least one polygon.')
  return found

  function polygonOf(rings: unknown): Polygon {
    if (!Array.isArray(rings) || rings.length === 0)
      throw badInput('geojson: a polygon must be a list of rings.')
    return rings.map(ringOf)
  }

  function ringOf(positions: unknown): Ring {
    if (!Array.isArray(positions)) throw badInput('geojson: a ring must be a list of positions.')
    count += positions.length
    if (count > POSITIONS_MAX)
      throw badInput(`geojson: must have at most ${POSITIONS_MAX} positions.`)
    const ring = positions.map(positionOf)
    const [first, last] = [ring[0], ring.at(-1)]
    const isClosed = ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
    if (!isClosed) problems.push('A ring does not end at its start; it was closed.')
    const open = isClosed ? ring.slice(0, -1) : ring
    if (open.length < 3) throw badInput('geojson: a ring must have at least three corners.')
    return open
  }
}

function listIn(shape: Json | null, name: string): readonly unknown[] {
  const list = shape?.[name]
  if (!Array.isArray(list)) throw badInput(`geojson: ${name} must be a list.`)
  return list
}

function positionOf(value: unknown): Position {
  const [lon, lat] = Array.isArray(value) ? (value as unknown[]) : []
  if (
    typeof lon !== 'number' ||
    typeof lat !== 'number' ||
    !(Math.abs(lat) <= 90) ||
    !(Math.abs(lon) <= 180)
  )
    throw badInput('geojson: a position must be [lon, lat], -180 to 180 and -90 to 90.')
  return [lon, lat]
}

export const edgesOf = (ring: Ring): readonly (readonly [Position, Position])[] =>
  ring.map((from, at) => [from, ring[(at + 1) % ring.length] ?? from] as const)

/** Whether a place is inside; null on an edge, which is straight in longitude and latitude. */
export function isInside(polygons: readonly Polygon[], [x, y]: Position): boolean | null {
  let isIn = false
  for (const ring of polygons.flat())
    for (const [[ax, ay], [bx, by]] of edgesOf(ring)) {
      const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
      const isBeside = Math.min(ax, bx) <= x && x <= Math.max(ax, bx)
      if (side === 0 && isBeside && Math.min(ay, by) <= y && y <= Math.max(ay, by)) return null
      if (ay > y !== by > y && side > 0 === by > ay) isIn = !isIn
    }
  return isIn
}

/**
 * Violations of RFC 7946 and of the simple features rules; null if the check would take too long.
 */
export function flawsOf(polygons: readonly Polygon[]): readonly string[] | null {
  const flaws: string[] = []
  for (const [outer, ...holes] of polygons) {
    if (outer && edgesOf(outer).some(([a, b]) => Math.abs(a[0] - b[0]) > 180))
      flaws.push(
        'An edge spans more than 180 degrees of longitude: cut the shape at the antimeridian.',
      )
    const first = holes.flatMap((hole) => hole.slice(0, 1))
    if (outer && first.some((place) => isInside([[outer]], place) === false))
      flaws.push('A hole lies outside its polygon.')
  }
  const crossing = hasCrossing(polygons.flat())
  if (crossing === null) return null
  if (crossing) flaws.push('Edges cross or overlap.')
  return [...new Set(flaws)]
}

interface Edge {
  readonly ring: number
  readonly at: number
  readonly of: number
  readonly a: Position
  readonly b: Position
}

/** Sweeps from west to east; null if too many edges are next to each other. */
function hasCrossing(rings: readonly Ring[]): boolean | null {
  const edges: Edge[] = rings.flatMap((ring, number) =>
    edgesOf(ring).map(([a, b], at) => ({ ring: number, at, of: ring.length, a, b })),
  )
  const westOf = ({ a, b }: Edge) => Math.min(a[0], b[0])
  const sorted = edges.toSorted((one, other) => westOf(one) - westOf(other))
  let active: Edge[] = []
  let pairs = 0
  for (const edge of sorted) {
    const west = westOf(edge)
    active = active.filter(({ a, b }) => Math.max(a[0], b[0]) >= west)
    pairs += active.length
    if (pairs > PAIRS_MAX) return null
    for (const other of active) if (crosses(edge, other)) return true
    active.push(edge)
  }
  return false
}

const turn = (a: Position, b: Position, c: Position): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

/** Rings may touch in single places; consecutive edges of a ring share one. */
function crosses(one: Edge, other: Edge): boolean {
  const { a, b } = one
  const { a: c, b: d } = other
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1]))
    return false
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  const gap = Math.abs(one.at - other.at)
  const isNext = one.ring === other.ring && (gap === 1 || gap === one.of - 1)
  if (abc === 0 && abd === 0) return overlaps(one, other)
  if (isNext) return false
  if (abc * abd < 0 && cda * cdb < 0) return true
  // A corner on another edge: between rings that is a touch, within a ring a crossing.
  return one.ring === other.ring && abc * abd <= 0 && cda * cdb <= 0
}

/** Edges on one line that share more than one place. */
function overlaps({ a, b }: Edge, { a: c, b: d }: Edge): boolean {
  const axis = Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]) ? 0 : 1
  const from = Math.max(Math.min(a[axis], b[axis]), Math.min(c[axis], d[axis]))
  const to = Math.min(Math.max(a[axis], b[axis]), Math.max(c[axis], d[axis]))
  return to > from
}

/** Positive if the ring runs counterclockwise, as outer rings do in GeoJSON. */
export const signedArea = (ring: Ring): number =>
  edgesOf(ring).reduce((sum, [[ax, ay], [bx, by]]) => sum + (bx - ax) * (by + ay), 0) / -2

/** In the form of GeoJSON: rings closed, outer ones counterclockwise, holes clockwise. */
export function geojsonOf(polygons: readonly Polygon[]): Record<string, unknown> {
  const coordinates = polygons.map((rings) =>
    rings.map((ring, at) => {
      const isTurned = signedArea(ring) < 0 === (at === 0)
      const right = isTurned ? ring.toReversed() : [...ring]
      return [...right, right[0]].map((place) => [...(place ?? [])])
    }),
  )
  const [only] = coordinates
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates }
}
