import { DAY_MS } from '../core/milliseconds.ts'

/** Figures as companies report them in XBRL: of which day or days, and which filing counts. */

/** One report of a figure. The same figure is reported again by later filings, also changed. */
export interface XbrlPoint {
  /** Absent where the figure is of one day. */
  readonly start?: string | undefined
  readonly end: string
  readonly val: number
  readonly form: string
  readonly filed: string
  /** Of the filing, not of the figure: last year's figure bears this year's. */
  readonly fy?: number | null | undefined
  readonly fp?: string | null | undefined
}

export interface XbrlFigure {
  readonly start: string | null
  readonly end: string
  /** Of the newest filing that has it. */
  readonly value: number
  readonly form: string
  readonly filedDate: string
  /** Fiscal year and period of the first filing that had it, which is its own. */
  readonly fiscalYear: number | null
  readonly fiscalPeriod: string | null
  /** An earlier filing had another value. */
  readonly restated: boolean
}

/** Days of a period, both ends counted; 0 for a figure of one day. */
export const daysOf = ({ start, end }: { start?: string | null | undefined; end: string }) =>
  start ? Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1 : 0

/** Years of 52 and 53 weeks, and of months. */
export const isYear = (days: number): boolean => days >= 350 && days <= 380

/** Quarters of 12 to 14 weeks (some first quarters have 16), and of months. */
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

/** A value over a quarter or a year: as it was reported, or as the difference of two that were. */
export interface PeriodValue {
  readonly value: number
  readonly derived: boolean
  readonly restated: boolean
  readonly filedDate: string
}

/** Two ends that mean the same day of the calendar of a company with weeks. */
const isNear = (a: string, b: string): boolean =>
  Math.abs(Date.parse(a) - Date.parse(b)) <= 10 * DAY_MS

/**
 * The value over the quarter that ends at `end`. Cash flows are told from the start of the year
 * only, and fourth quarters not at all: then what the year had before is taken away.
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

/** The value of one day. */
export function dayAt(figures: readonly XbrlFigure[], end: string): PeriodValue | null {
  const told = figures.find((one) => one.end === end && one.start === null)
  return told ? { ...told, derived: false } : null
}
