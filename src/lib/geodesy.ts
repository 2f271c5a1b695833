/** Distances and directions on the earth. Angles of the interface are degrees, lengths metres. */

export interface Point {
  readonly lat: number
  readonly lon: number
}

/** The shortest way between two points: its length, and its direction at either end. */
export interface Course {
  readonly metres: number
  readonly initialDeg: number
  readonly finalDeg: number
}

const RADIANS = Math.PI / 180

/** WGS 84. */
const MAJOR = 6_378_137
const FLATTENING = 1 / 298.257223563
const MINOR = MAJOR * (1 - FLATTENING)

/** The sphere that has the mean radius of the ellipsoid. */
const RADIUS = (2 * MAJOR + MINOR) / 3

export const greatCircleKm = (from: Point, to: Point): number => greatCircle(from, to).metres / 1000

/** On the sphere. */
export function greatCircle(from: Point, to: Point): Course {
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

/** Where a great circle leads. */
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
export function rhumb(from: Point, to: Point): Course & { readonly midpoint: Point } {
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

/** Latitude on a map on which lines of constant bearing are straight. The poles are very far. */
const mercator = (latitude: number): number =>
  Math.log(Math.max(Math.tan(Math.PI / 4 + latitude / 2), Number.MIN_VALUE))

const ITERATIONS_MAX = 100
const HALVINGS = 100

/** Arcs longer than this, on the auxiliary sphere, are found by halving. */
const SIGMA_MAX = 3

/** On the ellipsoid, by the formulae of Vincenty; by halving where these do not converge. */
export function geodesic(from: Point, to: Point): Course {
  const [u1, u2] = [reduced(from.lat), reduced(to.lat)]
  const difference = wrapped(to.lon - from.lon) * RADIANS
  const simple = alongMeridian(from, to, difference) ?? alongEquator(from, to, difference)
  if (simple) return simple
  let lambda = difference
  for (let iteration = 0; iteration < ITERATIONS_MAX; iteration += 1) {
    const arc = arcOf(u1, u2, lambda)
    if (arc.sigma > SIGMA_MAX) break
    const next = difference + excess(arc)
    if (Math.abs(next - lambda) < 1e-12) return courseOf(u1, u2, next)
    lambda = next
  }
  return nearlyAntipodal(u1, u2, difference)
}

/** To and from a pole every line is a meridian. */
function alongMeridian(from: Point, to: Point, difference: number): Course | null {
  if (from.lat === to.lat && difference === 0) return { metres: 0, initialDeg: 0, finalDeg: 0 }
  const pole = [to, from].find(({ lat }) => Math.abs(lat) === 90)
  if (!pole) return null
  const metres = metresOf(arcOf(reduced(from.lat), reduced(to.lat), difference))
  const away = difference / RADIANS
  const [towards, across] = pole.lat > 0 ? [0, away] : [180, 180 - away]
  return pole === to
    ? { metres, initialDeg: towards, finalDeg: positive(across) }
    : { metres, initialDeg: positive(pole.lat > 0 ? 180 - away : away), finalDeg: 180 - towards }
}

/** The equator is the shortest way, unless a detour over the flat poles is shorter. */
function alongEquator(from: Point, to: Point, difference: number): Course | null {
  const lambda = Math.abs(difference)
  if (from.lat !== 0 || to.lat !== 0 || lambda > (1 - FLATTENING) * Math.PI) return null
  const bearingDeg = difference < 0 ? 270 : 90
  return { metres: MAJOR * lambda, initialDeg: bearingDeg, finalDeg: bearingDeg }
}

interface Arc {
  readonly sigma: number
  readonly sineSigma: number
  readonly cosineSigma: number
  readonly sineAlpha: number
  readonly cosineSquared: number
  /** Cosine of twice the arc from the equator to the middle of the line. */
  readonly cosineMiddle: number
}

const reduced = (latitude: number): number =>
  Math.abs(latitude) === 90
    ? latitude * RADIANS
    : Math.atan((1 - FLATTENING) * Math.tan(latitude * RADIANS))

/** The line on the auxiliary sphere between two latitudes that are `lambda` apart. */
function arcOf(u1: number, u2: number, lambda: number): Arc {
  const x = Math.cos(u2) * Math.sin(lambda)
  const y = Math.cos(u1) * Math.sin(u2) - Math.sin(u1) * Math.cos(u2) * Math.cos(lambda)
  const sineSigma = Math.hypot(x, y)
  const cosineSigma = Math.sin(u1) * Math.sin(u2) + Math.cos(u1) * Math.cos(u2) * Math.cos(lambda)
  const sineAlpha =
    sineSigma === 0 ? 0 : (Math.cos(u1) * Math.cos(u2) * Math.sin(lambda)) / sineSigma
  const cosineSquared = 1 - sineAlpha ** 2
  const cosineMiddle =
    cosineSquared < 1e-14 ? 0 : cosineSigma - (2 * Math.sin(u1) * Math.sin(u2)) / cosineSquared
  const sigma = Math.atan2(sineSigma, cosineSigma)
  return { sigma, sineSigma, cosineSigma, sineAlpha, cosineSquared, cosineMiddle }
}

/** By how much longitude on the auxiliary sphere exceeds that on the ellipsoid. */
function excess(arc: Arc): number {
  const { sigma, sineSigma, cosineSigma, sineAlpha, cosineSquared, cosineMiddle } = arc
  const c = (FLATTENING / 16) * cosineSquared * (4 + FLATTENING * (4 - 3 * cosineSquared))
  const inner = cosineMiddle + c * cosineSigma * (2 * cosineMiddle ** 2 - 1)
  return (1 - c) * FLATTENING * sineAlpha * (sigma + c * sineSigma * inner)
}

function coefficients(cosineSquared: number): { a: number; b: number } {
  const square = (cosineSquared * (MAJOR ** 2 - MINOR ** 2)) / MINOR ** 2
  return {
    a: 1 + (square / 16384) * (4096 + square * (-768 + square * (320 - 175 * square))),
    b: (square / 1024) * (256 + square * (-128 + square * (74 - 47 * square))),
  }
}

/** What an arc is longer than it would be on a sphere. */
function surplus(
  b: number,
  { sineSigma, cosineSigma, cosineMiddle }: Pick<Arc, 'sineSigma' | 'cosineSigma' | 'cosineMiddle'>,
): number {
  const square = 2 * cosineMiddle ** 2 - 1
  const last = (cosineMiddle * (4 * sineSigma ** 2 - 3) * (4 * cosineMiddle ** 2 - 3)) / 6
  return b * sineSigma * (cosineMiddle + (b / 4) * (cosineSigma * square - b * last))
}

function metresOf(arc: Arc): number {
  const { a, b } = coefficients(arc.cosineSquared)
  return MINOR * a * (arc.sigma - surplus(b, arc))
}

function courseOf(u1: number, u2: number, lambda: number): Course {
  const [sine, cosine] = [Math.sin(lambda), Math.cos(lambda)]
  return {
    metres: metresOf(arcOf(u1, u2, lambda)),
    initialDeg: bearing(
      Math.cos(u2) * sine,
      Math.cos(u1) * Math.sin(u2) - Math.sin(u1) * Math.cos(u2) * cosine,
    ),
    finalDeg: bearing(
      Math.cos(u1) * sine,
      -Math.sin(u1) * Math.cos(u2) + Math.cos(u1) * Math.sin(u2) * cosine,
    ),
  }
}

/**
 * Between points that nearly face each other, where iteration fails. Seen from the one that is
 * farther from the equator, with that one in the south, the longitude that a line reaches at the
 * latitude of the other grows with its azimuth: so the azimuth is found by halving.
 */
function nearlyAntipodal(u1: number, u2: number, difference: number): Course {
  const isSwapped = Math.abs(u2) > Math.abs(u1)
  const [near, far] = isSwapped ? [u2, u1] : [u1, u2]
  const isFlipped = near >= 0
  const [start, end] = isFlipped ? [-near, -far] : [near, far]
  const wanted = Math.abs(difference)
  let [low, high] = [0, Math.PI]
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2
    if (lineFrom(start, end, middle).longitude < wanted) low = middle
    else high = middle
  }
  const { arc, alpha, beta } = lineFrom(start, end, high)
  const [a, b] = isFlipped ? [Math.PI - alpha, Math.PI - beta] : [alpha, beta]
  const [first, last] = isSwapped ? [Math.PI - b, Math.PI - a] : [a, b]
  const east = difference < 0 ? -1 : 1
  return {
    metres: metresOf(arc),
    initialDeg: positive((east * first) / RADIANS),
    finalDeg: positive((east * last) / RADIANS),
  }
}

/** The line that leaves one latitude at an azimuth, up to where it comes northward to another. */
function lineFrom(start: number, end: number, alpha: number) {
  const sineAlpha = Math.sin(alpha) * Math.cos(start)
  const rest = (Math.cos(alpha) * Math.cos(start)) ** 2 + Math.cos(end) ** 2 - Math.cos(start) ** 2
  const northward = Math.sqrt(Math.max(0, rest))
  // A start on the equator counts as just south of it.
  const south = Math.min(Math.sin(start), -Number.MIN_VALUE)
  const sigma1 = Math.atan2(south, Math.cos(alpha) * Math.cos(start))
  const sigma2 = Math.atan2(Math.sin(end), northward)
  const omega = (sigma: number) => Math.atan2(sineAlpha * Math.sin(sigma), Math.cos(sigma))
  const sigma = sigma2 - sigma1
  const arc: Arc = {
    sigma,
    sineSigma: Math.sin(sigma),
    cosineSigma: Math.cos(sigma),
    sineAlpha,
    cosineSquared: 1 - sineAlpha ** 2,
    cosineMiddle: Math.cos(sigma1 + sigma2),
  }
  const longitude = omega(sigma2) - omega(sigma1) - excess(arc)
  return { arc, longitude, alpha, beta: Math.atan2(sineAlpha, northward) }
}

/** Where a geodesic leads. */
export function alongGeodesic(from: Point, initialDeg: number, metres: number): Point {
  const [u, alpha] = [reduced(from.lat), initialDeg * RADIANS]
  const sigma1 = Math.atan2(Math.sin(u), Math.cos(u) * Math.cos(alpha))
  const sineAlpha = Math.cos(u) * Math.sin(alpha)
  const cosineSquared = 1 - sineAlpha ** 2
  const { a, b } = coefficients(cosineSquared)
  const arcAt = (sigma: number): Arc => ({
    sigma,
    sineSigma: Math.sin(sigma),
    cosineSigma: Math.cos(sigma),
    sineAlpha,
    cosineSquared,
    cosineMiddle: Math.cos(2 * sigma1 + sigma),
  })
  let sigma = metres / (MINOR * a)
  for (let iteration = 0; iteration < ITERATIONS_MAX; iteration += 1) {
    const next = metres / (MINOR * a) + surplus(b, arcAt(sigma))
    if (Math.abs(next - sigma) < 1e-13) break
    sigma = next
  }
  const sine = Math.sin(u) * Math.cos(sigma) + Math.cos(u) * Math.sin(sigma) * Math.cos(alpha)
  const cosine = Math.hypot(
    sineAlpha,
    Math.sin(u) * Math.sin(sigma) - Math.cos(u) * Math.cos(sigma) * Math.cos(alpha),
  )
  const lambda = Math.atan2(
    Math.sin(sigma) * Math.sin(alpha),
    Math.cos(u) * Math.cos(sigma) - Math.sin(u) * Math.sin(sigma) * Math.cos(alpha),
  )
  return {
    lat: Math.atan2(sine, (1 - FLATTENING) * cosine) / RADIANS,
    lon: wrapped(from.lon + (lambda - excess(arcAt(sigma))) / RADIANS),
  }
}

/** Clockwise from north, 0 to 360. */
const bearing = (east: number, north: number): number => positive(Math.atan2(east, north) / RADIANS)

const positive = (degrees: number): number => ((degrees % 360) + 360) % 360

/** A longitude, or the difference of two, from -180 to 180. */
const wrapped = (degrees: number): number =>
  Math.abs(degrees) <= 180 ? degrees : positive(degrees + 180) - 180

const clamped = (sine: number): number => Math.max(-1, Math.min(1, sine))
