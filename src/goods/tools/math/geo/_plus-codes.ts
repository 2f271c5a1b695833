import { badInput } from '../../../../base/core/fault.ts'
import { box, no, type Bounds, type Grid } from './_cells.ts'

const PLUS = '23456789CFGHJMPQRVWX'
const RADIANS = Math.PI / 180

/** Whole numbers of the smallest cells, as in the specification of Open Location Code. */
const ROWS = 8_000 * 5 ** 5
const COLUMNS = 8_000 * 4 ** 5
const PAIR_LENGTHS = new Set([2, 4, 6, 8])
/** Largest rounding error of a product of two doubles. */
const SPARE = 1e-6

const plusInteger = (degrees: number, perDegree: number): number =>
  Math.floor(degrees * perDegree + SPARE)

export const pluscode: Grid = {
  precision: [2, 15, 10],
  latMax: 90,
  encode(lat, lon, precision) {
    if (precision < 10 && !PAIR_LENGTHS.has(precision))
      throw badInput('precision: must be 2, 4, 6, 8 or 10 to 15 for a Plus Code.')
    let y = Math.min(180 * ROWS - 1, Math.max(0, plusInteger(lat, ROWS) + 90 * ROWS))
    let x = plusInteger(lon, COLUMNS) + 180 * COLUMNS
    x = ((x % (360 * COLUMNS)) + 360 * COLUMNS) % (360 * COLUMNS)
    let fine = ''
    for (let at = 0; at < 5; at += 1) {
      fine = `${PLUS[(y % 5) * 4 + (x % 4)] ?? ''}${fine}`
      y = Math.floor(y / 5)
      x = Math.floor(x / 4)
    }
    let pairs = ''
    for (let at = 0; at < 5; at += 1) {
      pairs = `${PLUS[y % 20] ?? ''}${PLUS[x % 20] ?? ''}${pairs}`
      y = Math.floor(y / 20)
      x = Math.floor(x / 20)
    }
    const digits = `${pairs}${fine}`.slice(0, precision).padEnd(8, '0')
    return `${digits.slice(0, 8)}+${digits.slice(8)}`
  },
  bounds(cell) {
    const code = cell.toUpperCase()
    if (!/^[2-9CFGHJMPQRVWX]{2,8}0*\+[2-9CFGHJMPQRVWX]*$/.test(code) || code.indexOf('+') !== 8)
      throw badInput(
        'cell: must be a full Plus Code such as 9F4MGCG4+2X; a short one needs a town.',
      )
    const digits = code.replace(/0*\+/, '')
    const isPadded = code.includes('0')
    if (
      digits.length === 9 ||
      digits.length > 15 ||
      (isPadded && (digits.length % 2 || code.length > 9))
    )
      throw no('Plus Code', '9F4MGCG4+2X')
    let [y, x, rows, columns] = [0, 0, 9, 18]
    for (let at = 0; at < Math.min(10, digits.length); at += 2) {
      y = y * 20 + PLUS.indexOf(digits[at] ?? '')
      x = x * 20 + PLUS.indexOf(digits[at + 1] ?? '')
      if (at > 0) [rows, columns] = [rows * 20, columns * 20]
    }
    for (const letter of digits.slice(10)) {
      const value = PLUS.indexOf(letter)
      y = y * 5 + Math.floor(value / 4)
      x = x * 4 + (value % 4)
      ;[rows, columns] = [rows * 5, columns * 4]
    }
    // The first pair has 20 degrees per step, of which nine rows and eighteen columns are used.
    const bounds = box(x, y, columns, rows)
    if (bounds.north > 90 || bounds.east > 180) throw no('Plus Code', '9F4MGCG4+2X')
    return bounds
  },
  precisionOf: (cell) => cell.replace(/0*\+/, '').length,
}

const [A, F] = [6378.137, 1 / 298.257223563]
const E = Math.sqrt(F * (2 - F))
const B = A * (1 - F)

/** Area of a cell on the WGS 84 ellipsoid. */
export function areaKm2({ south, west, north, east }: Bounds): number {
  const upTo = (lat: number): number => {
    const sine = Math.sin(lat * RADIANS)
    return sine / (1 - (E * sine) ** 2) + Math.atanh(E * sine) / E
  }
  return (B ** 2 / 2) * ((east - west) * RADIANS) * (upTo(north) - upTo(south))
}
