import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../base/core/milliseconds.ts'

/**
 * The Chinese calendar by its definition: months begin on the day of the new moon in Beijing, the
 * winter solstice is in the eleventh, and of thirteen months between two solstices the first in
 * which the Sun enters no new sign repeats the number before it. Days count from 1970-01-01.
 */
export interface ChineseDate {
  readonly year: number
  /** Counts from 1 to 13, leap months too. */
  readonly ordinal: number
  readonly number: number
  readonly isLeapMonth: boolean
  readonly day: number
}

interface Month {
  readonly start: number
  readonly year: number
  readonly number: number
  readonly isLeapMonth: boolean
}

const SOLSTICE = 270
const SIGN = 30
const ZONE_MS = 8 * HOUR_MS
/** Until 1929 the mean time of Beijing held, 116.4 degrees east. */
const MEAN_MS = 7 * HOUR_MS + 45 * MINUTE_MS + 40_000
const ZONE_FROM_MS = Date.UTC(1929, 0, 1)

const beijingDay = (at: Date): number => {
  const ms = at.getTime()
  return Math.floor((ms + (ms < ZONE_FROM_MS ? MEAN_MS : ZONE_MS)) / DAY_MS)
}

const beijingMidnight = (day: number): Date => {
  const ms = day * DAY_MS
  return new Date(ms - (ms < ZONE_FROM_MS ? MEAN_MS : ZONE_MS))
}

const dateOf = (year: number, month: number, day: number): Date => {
  const date = new Date(Date.UTC(2_000, month - 1, day))
  date.setUTCFullYear(year)
  return date
}

const dayOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / DAY_MS

/**
 * New moons near midnight for which the calendar of the time had the next day: it was computed less
 * exactly.
 */
const AS_PUBLISHED: ReadonlyMap<number, number> = new Map([
  [dayOf(1856, 11, 27), dayOf(1856, 11, 28)],
  [dayOf(1861, 11, 2), dayOf(1861, 11, 3)],
  [dayOf(1869, 5, 11), dayOf(1869, 5, 12)],
  [dayOf(1880, 11, 2), dayOf(1880, 11, 3)],
  [dayOf(1887, 3, 24), dayOf(1887, 3, 25)],
  [dayOf(1906, 4, 23), dayOf(1906, 4, 24)],
])

type Sky = typeof import('astronomy-engine')

const newMoonFrom = (sky: Sky, day: number): number => {
  const found = sky.SearchMoonPhase(0, beijingMidnight(day), 40)
  const computed = found ? beijingDay(found.date) : day
  return AS_PUBLISHED.get(computed) ?? computed
}

const sunAt = (sky: Sky, longitude: number, from: Date): Date =>
  sky.SearchSunLongitude(longitude % 360, from, 60)?.date ?? from

/** The months from the one with the winter solstice before a year to the one with that in it. */
async function monthsOf(year: number): Promise<readonly Month[]> {
  const sky = await import('astronomy-engine')
  const first = sunAt(sky, SOLSTICE, dateOf(year - 1, 12, 1))
  const solstice = beijingDay(first)
  const next = beijingDay(sunAt(sky, SOLSTICE, dateOf(year, 12, 1)))
  const starts: number[] = []
  for (let start = newMoonFrom(sky, solstice - 32); start <= next;) {
    starts.push(start)
    start = newMoonFrom(sky, start + 28)
  }
  const bounds = starts.slice(starts.findLastIndex((start) => start <= solstice))
  const signs = [solstice]
  for (let at = first, turn = 1; turn < 12; turn += 1) {
    at = sunAt(sky, SOLSTICE + SIGN * turn, new Date(at.getTime() + 20 * DAY_MS))
    signs.push(beijingDay(at))
  }
  const hasSign = (at: number): boolean =>
    signs.some((day) => day >= (bounds[at] ?? 0) && day < (bounds[at + 1] ?? 0))
  const count = bounds.length - 1
  const leap = count > 12 ? bounds.findIndex((_, at) => !hasSign(at)) : -1
  return bounds.slice(0, count).map((start, at) => {
    const number = ((at - (leap >= 0 && at >= leap ? 1 : 0) + 10) % 12) + 1
    return {
      start,
      year: at < 4 && number > 10 ? year - 1 : year,
      number,
      isLeapMonth: at === leap,
    }
  })
}

/** The months that have the number of a year, in order. */
async function yearOf(year: number): Promise<readonly Month[]> {
  const both = [...(await monthsOf(year)), ...(await monthsOf(year + 1))]
  return both.filter((month) => month.year === year)
}

/** The first day of a year. */
export async function chineseNewYear(year: number): Promise<number> {
  return (await yearOf(year))[0]?.start ?? 0
}

export async function toChinese(day: number): Promise<ChineseDate> {
  const solar = new Date(day * DAY_MS).getUTCFullYear()
  const isBefore = day < (await chineseNewYear(solar))
  const year = isBefore ? solar - 1 : solar
  const months = await yearOf(year)
  const at = months.findLastIndex(({ start }) => start <= day)
  const { start = 0, number = 0, isLeapMonth = false } = months[at] ?? {}
  return { year, ordinal: at + 1, number, isLeapMonth, day: day - start + 1 }
}

/** A day by its year, its month by place (such as 7) or by code (such as M06L), and its number. */
export async function fromChinese(
  year: number,
  month: string,
  day: number,
): Promise<number | undefined> {
  const months = await yearOf(year)
  const [, number, leap] = /^M(\d+)(L?)$/i.exec(month) ?? []
  const at =
    number === undefined
      ? Number(month) - 1
      : months.findIndex(
          (one) => one.number === Number(number) && one.isLeapMonth === (leap !== ''),
        )
  const found = months[at]
  if (!found) return undefined
  const end = months[at + 1]?.start ?? (await chineseNewYear(year + 1))
  const wanted = found.start + day - 1
  return day >= 1 && wanted < end ? wanted : undefined
}

const NUMBERS =
  'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth'.split(' ')
const STEMS = 'jia yi bing ding wu ji geng xin ren gui'.split(' ')
const BRANCHES = 'zi chou yin mao chen si wu wei shen you xu hai'.split(' ')

export const monthNameOf = ({ number, isLeapMonth }: ChineseDate): string =>
  `${isLeapMonth ? 'Leap ' : ''}${NUMBERS[number - 1] ?? ''} Month`

export function textOf(date: ChineseDate): string {
  const cycle = (((date.year - 4) % 60) + 60) % 60
  const name = `${STEMS[cycle % 10] ?? ''}-${BRANCHES[cycle % 12] ?? ''}`
  return `${monthNameOf(date)} ${date.day}, ${date.year}(${name})`
}
