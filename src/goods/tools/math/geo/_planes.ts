import polygonClipping from 'polygon-clipping'
import { badInput } from '../../../../base/core/fault.ts'
import { edgesOf, type Polygon, type Position, type Ring } from './_shapes.ts'

/** Maps of the surroundings of a shape onto a plane, in kilometres. */

const RADIUS_KM = 6_371.0088
const RADIANS = Math.PI / 180

interface Plane {
  to(place: Position): Position
  from(place: Position): Position
}

/** Azimuthal: `equidistant` keeps distances from the middle, `equal-area` keeps areas. */
export function planeAt([lon0, lat0]: Position, kind: 'equidistant' | 'equal-area'): Plane {
  const [sin0, cos0] = [Math.sin(lat0 * RADIANS), Math.cos(lat0 * RADIANS)]
  const stretch = (angle: number): number =>
    kind === 'equidistant' ? angle : 2 * Math.sin(angle / 2)
  const angleOf = (length: number): number =>
    kind === 'equidistant' ? length : 2 * Math.asin(Math.min(1, length / 2))
  return {
    to([lon, lat]) {
      const [sin, cos] = [Math.sin(lat * RADIANS), Math.cos(lat * RADIANS)]
      const turn = (lon - lon0) * RADIANS
      const [x, y] = [cos * Math.sin(turn), cos0 * sin - sin0 * cos * Math.cos(turn)]
      const across = Math.hypot(x, y)
      const angle = Math.atan2(across, sin0 * sin + cos0 * cos * Math.cos(turn))
      const scale = across === 0 ? 0 : (stretch(angle) / across) * RADIUS_KM
      return [x * scale, y * scale]
    },
    from([x, y]) {
      const length = Math.hypot(x, y) / RADIUS_KM
      if (length === 0) return [lon0, lat0]
      const angle = angleOf(length)
      const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
      const [east, north] = [x / RADIUS_KM / length, y / RADIUS_KM / length]
      const lat = Math.asin(Math.max(-1, Math.min(1, cos * sin0 + north * sin * cos0))) / RADIANS
      const lon = lon0 + Math.atan2(east * sin, cos * cos0 - north * sin * sin0) / RADIANS
      return [lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon, lat]
    },
  }
}

/** The centroid of rings on a plane, whatever their direction. */
export function centreOf(polygons: readonly Polygon[]): Position {
  let [x, y, area] = [0, 0, 0]
  for (const rings of polygons)
    for (const [number, ring] of rings.entries()) {
      let [cx, cy, size] = [0, 0, 0]
      for (let at = 0; at < ring.length; at += 1) {
        const [a, b] = [ring[at] ?? [0, 0], ring[(at + 1) % ring.length] ?? [0, 0]]
        const cross = a[0] * b[1] - b[0] * a[1]
        cx += (a[0] + b[0]) * cross
        cy += (a[1] + b[1]) * cross
        size += cross
      }
      const sign = (size < 0 ? -1 : 1) * (number === 0 ? 1 : -1)
      x += (sign * cx) / 6
      y += (sign * cy) / 6
      area += (sign * size) / 2
    }
  return area === 0 ? (polygons[0]?.[0]?.[0] ?? [0, 0]) : [x / area, y / area]
}

/** Removes corners that are within a distance of the line without them (Douglas and Peucker). */
export function simplified(ring: Ring, km: number): Ring {
  const [lon0, lat0] = ring[0] ?? [0, 0]
  const plane = planeAt([lon0, lat0], 'equidistant')
  const flat = ring.map((place) => plane.to(place))
  // Two anchors, as far apart as possible, cut the ring into two lines.
  let far = 0
  for (const [at, [x, y]] of flat.entries())
    if (Math.hypot(x, y) > Math.hypot(...(flat[far] ?? [0, 0]))) far = at
  const kept = new Set([0, far])
  const waiting: [number, number][] = [
    [0, far],
    [far, flat.length],
  ]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const [from, to] = part
    let [worst, distance] = [-1, km]
    for (let at = from + 1; at < to; at += 1) {
      const off = awayFrom(flat[at]!, flat[from]!, flat[to % flat.length]!)
      if (off > distance) [worst, distance] = [at, off]
    }
    if (worst === -1) continue
    kept.add(worst)
    waiting.push([from, worst], [worst, to])
  }
  const rest = ring.filter((_, at) => kept.has(at))
  return rest.length < 3 ? ring.filter((_, at) => kept.has(at) || at === ring.length >> 2) : rest
}

function awayFrom([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const [dx, dy] = [bx - ax, by - ay]
  const squared = dx * dx + dy * dy
  const share = squared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squared
  const along = Math.max(0, Math.min(1, share))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/**
 * Sides of a full circle; another number separates corners that coincide by rounding of doubles.
 */
const CIRCLES = [64, 62, 66, 60]
/** Smaller differences are rounding of doubles: a tenth of a millimetre. */
const STEP_KM = 1e-7

type Flat = [number, number][][][]

/** The shape grown by a distance, or shrunk if it is negative; on a plane. */
export function grown(polygons: readonly Polygon[], km: number): readonly Polygon[] {
  for (const sides of CIRCLES) {
    try {
      return grownBy(polygons, km, sides)
    } catch {
      // The library fails if corners coincide.
    }
  }
  throw badInput('bufferKm: must be applied to a simpler shape; simplify it first.')
}

function grownBy(polygons: readonly Polygon[], km: number, sides: number): readonly Polygon[] {
  const shape: Flat = polygons.map((rings) => rings.map((ring) => ring.map(snapped)))
  const edges = polygons.flat().flatMap(edgesOf)
  const border = unionOf(edges.map(([a, b]) => [capsule(a, b, Math.abs(km), sides)]))
  const made =
    km > 0 ? polygonClipping.union(shape, border) : polygonClipping.difference(shape, border)
  return made.map((rings) => rings.map((ring) => ring.slice(0, -1)))
}

/** By halves, so that no step has many more corners than its result. */
function unionOf(parts: Flat): Flat {
  if (parts.length <= 8)
    return polygonClipping.union(parts.slice(0, 1), ...parts.slice(1).map((one) => [one]))
  const middle = parts.length >> 1
  return polygonClipping.union(unionOf(parts.slice(0, middle)), unionOf(parts.slice(middle)))
}

const snapped = ([x, y]: Position): [number, number] => [
  Math.round(x / STEP_KM) * STEP_KM,
  Math.round(y / STEP_KM) * STEP_KM,
]

/** Everything within a distance of an edge. */
function capsule([ax, ay]: Position, [bx, by]: Position, reach: number, sides: number) {
  const direction = Math.atan2(by - ay, bx - ax)
  const half = sides / 2
  const arc = ([x, y]: Position, from: number) =>
    Array.from({ length: half + 1 }, (_, at) => {
      const angle = from + (at / half) * Math.PI
      return snapped([x + reach * Math.cos(angle), y + reach * Math.sin(angle)])
    })
  return [...arc([bx, by], direction - Math.PI / 2), ...arc([ax, ay], direction + Math.PI / 2)]
}
