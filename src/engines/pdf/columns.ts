import type { Line } from './lines.ts'

/** Lines of one column that follow each other, from the top down. */
export type Region = readonly Line[]

const STEPS = 200
const DEPTH_MAX = 4
/** What a column has on both sides of a gutter, and a table seldom. */
const LINES_MIN = 4
const CHARACTERS_MIN = 18
/** Lines across the gutter, such as titles and text above the columns, per line beside it. */
const ACROSS_MAX = 2

/**
 * The columns of a page in the order in which they are read. What lies across a gutter parts the
 * columns above it from those below.
 */
export function columnsOf(lines: readonly Line[], depth = 0): readonly Region[] {
  const gutter = depth < DEPTH_MAX ? gutterOf(lines) : null
  if (gutter === null) return lines.length > 0 ? [lines] : []
  return bandsOf(lines, gutter).flatMap((band) => {
    if (isAcross(band[0]!, gutter)) return [band]
    const left = band.filter(({ right }) => right <= gutter)
    const right = band.filter(({ x }) => x >= gutter)
    return [left, right].flatMap((side) => columnsOf(side, depth + 1))
  })
}

const isAcross = ({ x, right }: Line, at: number): boolean => x < at && right > at

/** Runs of lines that either all lie across the gutter or all beside it. */
function bandsOf(lines: readonly Line[], gutter: number): readonly Region[] {
  const bands: Line[][] = []
  for (const line of lines) {
    const band = bands.at(-1)
    if (band && isAcross(band[0]!, gutter) === isAcross(line, gutter)) band.push(line)
    else bands.push([line])
  }
  return bands
}

/** Where fewest lines are cut, in the middle of the widest such place; null if it is no gutter. */
function gutterOf(lines: readonly Line[]): number | null {
  if (lines.length < LINES_MIN * 2) return null
  const left = lines.reduce((least, { x }) => Math.min(least, x), Infinity)
  const right = lines.reduce((most, line) => Math.max(most, line.right), -Infinity)
  const places = Array.from({ length: STEPS + 1 }, (_, at) => left + ((right - left) * at) / STEPS)
  const cuts = places.map((place) =>
    isBetweenColumns(lines, place)
      ? lines.filter((line) => isAcross(line, place)).length
      : Infinity,
  )
  const least = Math.min(...cuts)
  return least === Infinity ? null : middleOfWidest(places, (at) => cuts[at] === least)
}

function isBetweenColumns(lines: readonly Line[], place: number): boolean {
  const left = lines.filter((line) => line.right <= place)
  const right = lines.filter(({ x }) => x >= place)
  const across = lines.length - left.length - right.length
  const beside = Math.min(left.length, right.length)
  return (
    beside >= LINES_MIN &&
    across <= ACROSS_MAX * (left.length + right.length) &&
    Math.min(meanCharacters(left), meanCharacters(right)) >= CHARACTERS_MIN
  )
}

const meanCharacters = (lines: readonly Line[]): number =>
  lines.reduce((sum, { text }) => sum + text.length, 0) / lines.length

function middleOfWidest(places: readonly number[], isIn: (at: number) => boolean): number {
  let widest = [0, -1] as readonly [first: number, last: number]
  let first = 0
  for (let at = 0; at < places.length; at += 1) {
    if (!isIn(at)) first = at + 1
    else if (at - first > widest[1] - widest[0]) widest = [first, at]
  }
  return (places[widest[0]]! + places[Math.max(...widest)]!) / 2
}
