/** Dates in digits, which mean different days to different people: `03/04/2026`. */

export type Order = 'dmy' | 'mdy' | 'ymd'

const NUMERIC = /(?<![\d.:/-])(\d{1,4})([/.-])(\d{1,2})\2(\d{4}|\d{1,2})(?![\d/-]|[.:]\d)/g
/** A year and one day in the month, so that a reading of "3/4" keeps looking for its year. */
const WITHOUT_YEAR = /(?<![\d.:/-])(\d{1,2})\/(\d{1,2})(?![\d/-]|[.:]\d)/g

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** The first date in digits of a text, as written. */
export const numericDateIn = (text: string): string | undefined =>
  (text.match(NUMERIC) ?? text.match(WITHOUT_YEAR))?.[0]

/** The text with every date in digits put beyond doubt, or nothing if the order does not fit. */
export function unambiguous(text: string, order: Order): string | undefined {
  let fits = true
  const full = text.replace(NUMERIC, (_, first: string, __, second: string, third: string) => {
    const found = dateOf(first, second, third, first.length > 2 ? 'ymd' : order)
    fits &&= found !== undefined
    return found ?? ''
  })
  const both = full.replace(WITHOUT_YEAR, (_, first: string, second: string) => {
    const [month, day] = order === 'dmy' ? [second, first] : [first, second]
    const name = MONTHS[Number(month) - 1]
    fits &&= name !== undefined && Number(day) >= 1 && Number(day) <= 31
    return `${day} ${name}`
  })
  return fits ? both : undefined
}

/** Which reading comes first where the text leaves it open: slashes are most often American. */
export const ordersFor = (text: string): readonly Order[] =>
  /\d\/\d/.test(text) ? ['mdy', 'dmy', 'ymd'] : ['dmy', 'mdy', 'ymd']

/** Two digits from 50 are of the last century. */
const PIVOT = 50

function dateOf(first: string, second: string, third: string, order: Order): string | undefined {
  const [year = '', month = '', day = ''] = {
    ymd: [first, second, third],
    dmy: [third, second, first],
    mdy: [third, first, second],
  }[order]
  if (year.length === 3 || year.length === 1 || day.length > 2 || month.length > 2) return undefined
  const century = year.length === 4 ? 0 : Number(year) < PIVOT ? 2000 : 1900
  const date = new Date(Date.UTC(century + Number(year), Number(month) - 1, Number(day)))
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isReal ? date.toISOString().slice(0, 10) : undefined
}
