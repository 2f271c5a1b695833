import { DAY_MS } from '../../base/core/milliseconds.ts'

/** Figures that companies report in XBRL: their periods, and which filing is current. */

/** One report of a figure. Later filings repeat figures, sometimes with changes. */
export interface XbrlPoint {
  /** Absent for a figure of one day. */
  readonly start?: string | undefined
  readonly end: string
  readonly val: number
  readonly form: string
  readonly filed: string
  /** The fiscal year of the filing. Last year's figure in this year's filing has this year's. */
  readonly fy?: number | null | undefined
  readonly fp?: string | null | undefined
}

export interface XbrlFigure {
  readonly start: string | null
  readonly end: string
  /** The value in the newest filing. */
  readonly value: number
  readonly form: string
  readonly filedDate: string
  /** Fiscal year and period of the first filing with this figure. */
  readonly fiscalYear: number | null
  readonly fiscalPeriod: string | null
  /** An earlier filing had another value. */
  readonly restated: boolean
}

/** Days of a period, both ends counted; 0 for a figure of one day. */
export const daysOf = ({ start, end }: { start?: string | null | undefined; end: string }) =>
  start ? Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1 : 0

/** Fiscal years of 52 or 53 weeks, and calendar years. */
export const isYear = (days: number): boolean => days >= 350 && days <= 380

/** Quarters of 12 to 14 weeks (some first quarters have 16), and calendar quarters. */
export const isQuarter = (days: number): boolean => days >= 80 && days <= 120

/** Each period once, the oldest first. */
export function figuresOf(points: readonly XbrlPoint[]): readonly XbrlFigure[] {
  const byPeriod = Map.groupBy(points, ({ start, end }) => `${end} ${start ?? ''}`)
  const figures = [...byPeriod.values()].flatMap((reports) => {
    const sorted = reports.toSorted((a, b) => (a.filed < b.filed ? -1 : a.filed > b.filed ? 1 : 0))
    const [first, last] = [sorted[0], sorted.at(-1)]
    if (!first || !last) return []
    return {
      start: last.start ?? null,
      end: last.end,
      value: last.val,
      form: last.form,
      filedDate: last.filed,
      fiscalYear: first.fy ?? null,
      fiscalPeriod: first.fp || null,
      restated: sorted.some(({ val }) => val !== last.val),
    }
  })
  return figures.toSorted((a, b) => {
    if (a.end !== b.end) return a.end < b.end ? -1 : 1
    return daysOf(a) - daysOf(b)
  })
}

/** A value of a quarter or a year: a reported one, or the difference of two reported ones. */
export interface PeriodValue {
  readonly value: number
  readonly derived: boolean
  readonly restated: boolean
  readonly filedDate: string
}

/** Whether two dates are the same end of a period, for companies that count in weeks. */
const isNear = (a: string, b: string): boolean =>
  Math.abs(Date.parse(a) - Date.parse(b)) <= 10 * DAY_MS

/**
 * The value of the quarter that ends at `end`. Cash flows are only reported from the start of the
 * year, and fourth quarters not at all; then the value of the earlier quarters is subtracted.
 */
export function quarterAt(
  figures: readonly XbrlFigure[],
  end: string,
  isSum: boolean,
): PeriodValue | null {
  const ending = figures.filter((one) => one.end === end && one.start !== null)
  const told = ending.find((one) => isQuarter(daysOf(one)))
  if (told) return { ...told, derived: false }
  if (!isSum) return null
  for (const whole of ending) {
    const before = figures.find(
      (one) =>
        one.start !== null &&
        whole.start !== null &&
        isNear(one.start, whole.start) &&
        one.end < end &&
        isQuarter(daysOf(whole) - daysOf(one)),
    )
    if (before)
      return {
        value: whole.value - before.value,
        derived: true,
        restated: whole.restated || before.restated,
        filedDate: whole.filedDate,
      }
  }
  return null
}

export function yearAt(figures: readonly XbrlFigure[], end: string): PeriodValue | null {
  const told = figures.find((one) => one.end === end && isYear(daysOf(one)))
  return told ? { ...told, derived: false } : null
}

/** The value on one day. */
export function dayAt(figures: readonly XbrlFigure[], end: string): PeriodValue | null {
  const told = figures.find((one) => one.end === end && one.start === null)
  return told ? { ...told, derived: false } : null
}
