/**
 * Integrals by the 7 and 15 points of Gauss and Kronrod; intervals are halved where that helps
 * most.
 */

const EVALUATIONS_MAX = 20_000
const PIECES_FIRST = 60
const SINGULAR_MAX = 10
/** Largest relative error for which a value that has not converged is answered. */
const ERROR_TOLD = 1e-3

/** Width relative to the position: about fifty floats lie in such an interval. */
const NARROW = 1e-14

/** Nodes and weights of QUADPACK's QK15; every second node from the second is one of Gauss's. */
const PLACES = [
  0.9914553711208126, 0.9491079123427585, 0.8648644233597691, 0.7415311855993945,
  0.5860872354676911, 0.4058451513773972, 0.20778495500789848, 0,
]
const KRONROD = [
  0.022935322010529224, 0.06309209262997856, 0.10479001032225019, 0.14065325971552592,
  0.1690047266392679, 0.19035057806478542, 0.20443294007529889, 0.20948214108472782,
]
const GAUSS = [0.1294849661688697, 0.27970539148927664, 0.3818300505051189, 0.4179591836734694]

interface Piece {
  readonly from: number
  readonly to: number
  readonly value: number
  readonly error: number
}

export interface Integral {
  readonly value: number | null
  readonly errorEstimate: number | null
  readonly converged: boolean
  readonly evaluations: number
  readonly singularities: number[]
}

/** From a lower to a higher end, either of which may be infinite. */
export function integral(
  worth: (x: number) => number,
  from: number,
  to: number,
  tolerance: number,
): Integral {
  let evaluations = 0
  const singular = new Set<number>()
  const { places, xOf, stretch } = scaleOf(from, to)
  const seen = (t: number): number => {
    evaluations += 1
    const value = worth(xOf(t)) * stretch(t)
    if (Number.isFinite(value)) return value
    if (singular.size < SINGULAR_MAX) singular.add(xOf(t))
    return NaN
  }
  const heap = places.slice(1).map((end, at) => pieceOf(seen, places[at] ?? 0, end))
  for (const end of [from, to].filter(Number.isFinite))
    if (!Number.isFinite(worth(end))) singular.add(end)
  const total = () => sums(heap)
  let now = total()
  const isLeft = () => evaluations < EVALUATIONS_MAX - 30
  const isDone = () => now.error <= Math.max(tolerance, tolerance * Math.abs(now.value))
  while (!isDone() && isLeft()) {
    const worst = heap.reduce((most, one, at) => (larger(one, heap[most]) ? at : most), 0)
    const piece = heap[worst]
    if (!piece) break
    const middle = (piece.from + piece.to) / 2
    if (middle <= piece.from || middle >= piece.to) break
    heap[worst] = pieceOf(seen, piece.from, middle)
    heap.push(pieceOf(seen, middle, piece.to))
    now = total()
  }
  // If halving does not shrink the error, the sum has no meaning, as for 1 / x across 0.
  const isClose = isDone() || now.error <= ERROR_TOLD * Math.abs(now.value)
  const isKnown = isClose && !heap.some((piece) => isPole(piece, now.value))
  return {
    value: isKnown ? now.value : null,
    errorEstimate: isKnown ? now.error : null,
    converged: isKnown && isDone(),
    evaluations,
    singularities: [...singular].filter(Number.isFinite).toSorted((a, b) => a - b),
  }
}

/**
 * An interval at the limit of float precision that still matters: its nodes are equal, so both
 * rules agree without meaning, as at the pole of tan(x).
 */
const isPole = ({ from, to, value }: Piece, whole: number): boolean =>
  to - from <= NARROW * Math.max(Math.abs(from), Math.abs(to)) &&
  Math.abs(value) > ERROR_TOLD * Math.abs(whole)

const larger = (one: Piece, other: Piece | undefined): boolean =>
  (Number.isNaN(one.error) ? Infinity : one.error) > (other?.error ?? -Infinity)

function sums(pieces: readonly Piece[]) {
  let [value, error, lost] = [0, 0, 0]
  for (const piece of pieces) {
    // Compensated (Neumaier), because large pieces of either sign may cancel.
    const sum = value + piece.value
    lost +=
      Math.abs(value) >= Math.abs(piece.value)
        ? value - sum + piece.value
        : piece.value - sum + value
    value = sum
    error += piece.error
  }
  return { value: value + lost, error }
}

function pieceOf(worth: (t: number) => number, from: number, to: number): Piece {
  const [centre, half] = [(from + to) / 2, (to - from) / 2]
  let [wide, narrow, size] = [0, 0, 0]
  for (const [at, place] of PLACES.entries()) {
    const ends =
      place === 0 ? [worth(centre)] : [worth(centre - half * place), worth(centre + half * place)]
    const sum = ends.reduce((one, other) => one + other, 0)
    wide += (KRONROD[at] ?? 0) * sum
    size += (KRONROD[at] ?? 0) * ends.reduce((one, other) => one + Math.abs(other), 0)
    if (at % 2 === 1) narrow += (GAUSS[(at - 1) / 2] ?? 0) * sum
  }
  // The difference of both rules is far larger than the error of the better one (by QUADPACK).
  const apart = Math.abs(wide - narrow) * half
  const scale = size * half
  const likely = scale > 0 ? scale * Math.min(1, (200 * (apart / scale)) ** 1.5) : apart
  const noise = 50 * Number.EPSILON * scale
  return { from, to, value: wide * half, error: Math.max(Math.min(apart, likely), noise * 0.02) }
}

const evenly = (low: number, high: number) =>
  Array.from({ length: PIECES_FIRST + 1 }, (_, at) =>
    at === PIECES_FIRST ? high : low + ((high - low) * at) / PIECES_FIRST,
  )

/** Infinite ends are mapped to -1 and 1 by x = t / (1 - t^2), or one of them by t / (1 - t). */
function scaleOf(from: number, to: number) {
  const isBoth = from === -Infinity && to === Infinity
  if (isBoth)
    return {
      places: evenly(-1, 1),
      xOf: (t: number) => t / (1 - t * t),
      stretch: (t: number) => (1 + t * t) / (1 - t * t) ** 2,
    }
  if (to === Infinity)
    return {
      places: evenly(0, 1),
      xOf: (t: number) => from + t / (1 - t),
      stretch: (t: number) => 1 / (1 - t) ** 2,
    }
  if (from === -Infinity)
    return {
      places: evenly(-1, 0),
      xOf: (t: number) => to + t / (1 + t),
      stretch: (t: number) => 1 / (1 + t) ** 2,
    }
  return { places: evenly(from, to), xOf: (t: number) => t, stretch: () => 1 }
}
