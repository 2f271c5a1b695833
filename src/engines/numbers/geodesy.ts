import geographic from 'geographiclib-geodesic'

/** Distances and directions on the earth. Angles of the interface are degrees, lengths metres. */

export interface Point {
  readonly lat: number
  readonly lon: number
}

/** The shortest way between two points: its length, and its direction at either end. */
export interface InverseSolution {
  readonly metres: number
  readonly initialDeg: number
  readonly finalDeg: number
}

const { WGS84 } = geographic.Geodesic
const RADIANS = Math.PI / 180

/** The sphere that has the mean radius of the ellipsoid. */
const RADIUS = (WGS84.a * (3 - WGS84.f)) / 3

export const greatCircleKm = (from: Point, to: Point): number => greatCircle(from, to).metres / 1000

/** Computed on the sphere. */
export function greatCircle(from: Point, to: Point): InverseSolution {
  const [a, b] = [from.lat * RADIANS, to.lat * RADIANS]
  const lambda = (to.lon - from.lon) * RADIANS
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(lambda / 2) ** 2
  return {
    metres: 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(half))),
    initialDeg: bearing(
      Math.cos(b) * Math.sin(lambda),
      Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(lambda),
    ),
    finalDeg: bearing(
      Math.cos(a) * Math.sin(lambda),
      -Math.sin(a) * Math.cos(b) + Math.cos(a) * Math.sin(b) * Math.cos(lambda),
    ),
  }
}

/** The end of a way along a great circle. */
export function alongGreatCircle(from: Point, initialDeg: number, metres: number): Point {
  const [a, alpha, sigma] = [from.lat * RADIANS, initialDeg * RADIANS, metres / RADIUS]
  const sine = Math.sin(a) * Math.cos(sigma) + Math.cos(a) * Math.sin(sigma) * Math.cos(alpha)
  const lambda = Math.atan2(
    Math.sin(alpha) * Math.sin(sigma) * Math.cos(a),
    Math.cos(sigma) - Math.sin(a) * sine,
  )
  return { lat: Math.asin(clamped(sine)) / RADIANS, lon: wrapped(from.lon + lambda / RADIANS) }
}

/** The line of constant bearing on the sphere, and the point half-way along it. */
export function rhumb(from: Point, to: Point): InverseSolution & { readonly midpoint: Point } {
  const [a, b] = [from.lat * RADIANS, to.lat * RADIANS]
  const lambda = wrapped(to.lon - from.lon) * RADIANS
  const stretch = mercator(b) - mercator(a)
  const scale = Math.abs(stretch) > 1e-12 ? (b - a) / stretch : Math.cos(a)
  const initialDeg = bearing(lambda, stretch)
  const middle = (a + b) / 2
  const half = mercator(middle) - mercator(a)
  const share = Math.abs(stretch) > 1e-12 ? half / stretch : 0.5
  return {
    metres: Math.hypot(b - a, scale * lambda) * RADIUS,
    initialDeg,
    finalDeg: initialDeg,
    midpoint: {
      lat: middle / RADIANS,
      lon: wrapped(from.lon + (lambda / RADIANS) * (Number.isFinite(share) ? share : 0)),
    },
  }
}

/** The Mercator projection of a latitude, on which rhumb lines are straight. */
const mercator = (latitude: number): number =>
  Math.log(Math.max(Math.tan(Math.PI / 4 + latitude / 2), Number.MIN_VALUE))

/** On the ellipsoid, by the algorithms of Karney (2013). */
export function geodesic(from: Point, to: Point): InverseSolution {
  const line = WGS84.Inverse(from.lat, from.lon, to.lat, to.lon)
  const { s12: metres = 0, azi1 = 0, azi2 = 0 } = line
  if (metres === 0) return { metres, initialDeg: 0, finalDeg: 0 }
  return { metres, initialDeg: positive(azi1), finalDeg: positive(azi2) }
}

/** The end of a way along a geodesic. */
export function alongGeodesic(from: Point, initialDeg: number, metres: number): Point {
  const { lat2: lat = 0, lon2: lon = 0 } = WGS84.Direct(from.lat, from.lon, initialDeg, metres)
  return { lat, lon: wrapped(lon) }
}

const bearing = (east: number, north: number): number => positive(Math.atan2(east, north) / RADIANS)

const positive = (degrees: number): number => ((degrees % 360) + 360) % 360

/** A longitude, or the difference of two, from -180 to 180. */
const wrapped = (degrees: number): number =>
  Math.abs(degrees) <= 180 ? degrees : positive(degrees + 180) - 180

const clamped = (sine: number): number => Math.max(-1, Math.min(1, sine))

/** A ring of geodesics on the ellipsoid: the size of what it encloses, and its length. */
export function geodesicRing(ring: readonly Point[]): { squareMetres: number; metres: number } {
  const polygon = WGS84.Polygon(false)
  for (const { lat, lon } of ring) polygon.AddPoint(lat, lon)
  const { area = 0, perimeter } = polygon.Compute(false, true)
  return { squareMetres: Math.abs(area), metres: perimeter }
}
