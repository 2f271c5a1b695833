import { badInput } from '../../../../base/core/fault.ts'

/** Grids of cells whose sides are lines of latitude and longitude. */

export interface Bounds {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

export interface Grid {
  /** Precision: smallest, largest and default. */
  readonly precision: readonly [least: number, most: number, usual: number]
  readonly latMax: number
  encode(lat: number, lon: number, precision: number): string
  /** Throws what is wrong with an invalid cell. */
  bounds(cell: string): Bounds
  precisionOf(cell: string): number
}

const GEOHASH = '0123456789bcdefghjkmnpqrstuvwxyz'
/** The poles and the antimeridian belong to the last cells. */
const inside = (value: number, size: number): number =>
  Math.min(size - 1, Math.max(0, Math.floor(value)))

export const no = (system: string, like: string) =>
  badInput(`cell: must be a ${system} such as ${like}.`)

/** Alternating bits of longitude and latitude, five per character. */
export const geohash: Grid = {
  precision: [1, 12, 9],
  latMax: 90,
  encode(lat, lon, precision) {
    const bits = precision * 5
    const [lonBits, latBits] = [Math.ceil(bits / 2), Math.floor(bits / 2)]
    const x = inside(((lon + 180) / 360) * 2 ** lonBits, 2 ** lonBits)
    const y = inside(((lat + 90) / 180) * 2 ** latBits, 2 ** latBits)
    let cell = ''
    let value = 0
    for (let at = 0; at < bits; at += 1) {
      const [from, size] = at % 2 === 0 ? [x, lonBits] : [y, latBits]
      value = value * 2 + (Math.floor(from / 2 ** (size - 1 - Math.floor(at / 2))) % 2)
      if (at % 5 === 4) {
        cell += GEOHASH[value] ?? ''
        value = 0
      }
    }
    return cell
  },
  bounds(cell) {
    const values = Array.from(cell.toLowerCase(), (letter) => GEOHASH.indexOf(letter))
    if (values.includes(-1) || values.length < 1 || values.length > 12)
      throw no('geohash', 'u33dc0c')
    const bits = values.flatMap((value) => [16, 8, 4, 2, 1].map((bit) => (value & bit ? 1 : 0)))
    let [x, y, columns, rows] = [0, 0, 1, 1]
    for (const [at, bit] of bits.entries())
      if (at % 2 === 0) [x, columns] = [x * 2 + bit, columns * 2]
      else [y, rows] = [y * 2 + bit, rows * 2]
    return box(x, y, columns, rows)
  },
  precisionOf: (cell) => cell.length,
}

export const box = (x: number, y: number, columns: number, rows: number): Bounds => ({
  west: (x / columns) * 360 - 180,
  east: ((x + 1) / columns) * 360 - 180,
  south: (y / rows) * 180 - 90,
  north: ((y + 1) / rows) * 180 - 90,
})

/** Alternating pairs of letters and digits: 18, 10, 24, 10, 24, 10 per side. */
const STEPS = [18, 10, 24, 10, 24, 10]
export const maidenhead: Grid = {
  precision: [1, 6, 3],
  latMax: 90,
  encode(lat, lon, precision) {
    const steps = STEPS.slice(0, precision)
    const size = steps.reduce((product, step) => product * step, 1)
    const columns = digitsOf(inside(((lon + 180) / 360) * size, size), steps)
    const rows = digitsOf(inside(((lat + 90) / 180) * size, size), steps)
    return steps
      .map((step, at) => `${sign(step, columns[at], at)}${sign(step, rows[at], at)}`)
      .join('')
  },
  bounds(cell) {
    if (!/^[A-R]{2}(\d\d([A-X]{2}(\d\d([A-X]{2}(\d\d)?)?)?)?)?$/i.test(cell))
      throw no('Maidenhead locator', 'JO62qm')
    const values = Array.from(cell.toUpperCase(), (letter) =>
      /\d/.test(letter) ? Number(letter) : (letter.codePointAt(0) ?? 65) - 65,
    )
    let [x, y, size] = [0, 0, 1]
    for (let at = 0; at < values.length; at += 2) {
      const step = STEPS[at / 2] ?? 1
      x = x * step + (values[at] ?? 0)
      y = y * step + (values[at + 1] ?? 0)
      size *= step
    }
    return box(x, y, size, size)
  },
  precisionOf: (cell) => cell.length / 2,
}

const sign = (step: number, value = 0, at: number): string =>
  step === 10 ? String(value) : String.fromCodePoint((at === 0 ? 65 : 97) + value)

function digitsOf(value: number, steps: readonly number[]): readonly number[] {
  let rest = value
  return steps
    .toReversed()
    .map((step) => {
      const digit = rest % step
      rest = Math.floor(rest / step)
      return digit
    })
    .toReversed()
}

/** The last latitude of the square web map. */
const MERCATOR_MAX = 85.0511287798066
const RADIANS = Math.PI / 180
const latitudeOf = (y: number): number => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / RADIANS

export const quadkey: Grid = {
  precision: [1, 23, 16],
  latMax: MERCATOR_MAX,
  encode(lat, lon, precision) {
    const size = 2 ** precision
    const x = inside(((lon + 180) / 360) * size, size)
    const y = inside((0.5 - Math.asinh(Math.tan(lat * RADIANS)) / (2 * Math.PI)) * size, size)
    return Array.from({ length: precision }, (_, at) => {
      const bit = precision - 1 - at
      return (Math.floor(x / 2 ** bit) % 2) + 2 * (Math.floor(y / 2 ** bit) % 2)
    }).join('')
  },
  bounds(cell) {
    if (!/^[0-3]{1,23}$/.test(cell)) throw no('quadkey', '1202102332')
    let [x, y] = [0, 0]
    for (const digit of cell) {
      x = x * 2 + (Number(digit) % 2)
      y = y * 2 + Math.floor(Number(digit) / 2)
    }
    const size = 2 ** cell.length
    const { west, east } = box(x, 0, size, 1)
    return { west, east, north: latitudeOf(y / size), south: latitudeOf((y + 1) / size) }
  },
  precisionOf: (cell) => cell.length,
}

/** Cells around one, fewer at the poles. */
export function neighboursOf(grid: Grid, cell: string): readonly string[] {
  const { south, west, north, east } = grid.bounds(cell)
  const precision = grid.precisionOf(cell)
  const around = [1, 0, -1].flatMap((up) =>
    [-1, 0, 1].flatMap((right) => {
      const lat = (south + north) / 2 + up * (north - south)
      const lon = (west + east) / 2 + right * (east - west)
      if (Math.abs(lat) > grid.latMax) return []
      return grid.encode(lat, ((lon + 540) % 360) - 180, precision)
    }),
  )
  const self = cell.toLowerCase()
  return [...new Set(around)].filter((other) => other.toLowerCase() !== self)
}
