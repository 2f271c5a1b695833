import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { chineseNewYear } from './_chinese.ts'

/** Western churches adopted the Gregorian rule in the autumn of 1582, or later. */
const GREGORIAN_FROM = 1583
/** Outside these years the lunar calendars are only computed by rule. */
const MOON_YEARS = { first: 1901, last: 2099 }

const date = (what: string) => z.string().nullable().describe(what)

export default defineTool({
  route: 'GET /api/movable-feasts',
  name: 'Movable feasts',
  description:
    'Dates of the feasts that move in a year: Easter of west and east, Good Friday, Pentecost, Ash Wednesday, lunar new year, Ramadan, Passover and Diwali.',
  asks: [
    'date of Easter in a year',
    'when are Ramadan, Passover and Diwali',
    'when is Easter',
    'date of Pentecost next year',
    'which day is Good Friday',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    year: z
      .int()
      .min(326)
      .max(4_099)
      .describe('Year, 326 to 4099; before 1583 Easter by the Julian rule.'),
  }),
  output: z.object({
    easterWestern: z
      .string()
      .describe('Easter Sunday of the western churches; all dates are Gregorian.'),
    easterOrthodox: z.string().describe('Easter Sunday of the eastern churches.'),
    goodFriday: z.string().describe('Two days before the western Easter.'),
    ascension: z.string().describe('39 days after the western Easter.'),
    pentecost: z.string().describe('49 days after the western Easter.'),
    ashWednesday: z.string().describe('46 days before the western Easter.'),
    lunarNewYear: date('Chinese new year; null outside 1901 to 2099.'),
    ramadanStart: date(
      'First day of fasting by the Umm al-Qura calendar; null outside 1901 to 2099.',
    ),
    ramadanStarts: z.array(z.string()).describe('All starts in the year: some years have two.'),
    passover: z
      .string()
      .describe('First day of Passover, 15 Nisan; it begins on the evening before.'),
    diwali: date('Main day in India; null outside 1901 to 2099.'),
    computed: z
      .array(z.string())
      .describe(
        'Fields that are computed. Where people sight the moon, the real day may be one off.',
      ),
  }),
  examples: [
    {
      input: { year: 2026 },
      output: {
        easterWestern: '2026-04-05',
        easterOrthodox: '2026-04-12',
        goodFriday: '2026-04-03',
        ascension: '2026-05-14',
        pentecost: '2026-05-24',
        ashWednesday: '2026-02-18',
        lunarNewYear: '2026-02-17',
        ramadanStart: '2026-02-18',
        ramadanStarts: ['2026-02-18'],
        passover: '2026-04-02',
        diwali: '2026-11-08',
        computed: ['lunarNewYear', 'ramadanStart', 'ramadanStarts', 'diwali'],
      },
    },
  ],

  async run({ year }) {
    const orthodox = julianEaster(year)
    const easter = year < GREGORIAN_FROM ? orthodox : gregorianEaster(year)
    const after = (days: number): string => easter.add({ days }).toString()
    const hasMoon = year >= MOON_YEARS.first && year <= MOON_YEARS.last
    const ramadans = hasMoon ? await datesOf(year, 'islamic-umalqura', 'M09', 1) : []
    const [passover = ''] = await datesOf(year, 'hebrew', 'M07', 15)
    const newYear = hasMoon ? dayOf(await chineseNewYear(year)).toString() : null
    const diwali = hasMoon ? await diwaliOf(year) : null
    return {
      easterWestern: easter.toString(),
      easterOrthodox: orthodox.toString(),
      goodFriday: after(-2),
      ascension: after(39),
      pentecost: after(49),
      ashWednesday: after(-46),
      lunarNewYear: newYear,
      ramadanStart: ramadans[0] ?? null,
      ramadanStarts: [...ramadans],
      passover,
      diwali: diwali?.toString() ?? null,
      computed: hasMoon ? ['lunarNewYear', 'ramadanStart', 'ramadanStarts', 'diwali'] : [],
    }
  },
})

/** Easter of the Gregorian calendar, by the rule of Gauss in the form of Meeus and Jones. */
function gregorianEaster(year: number): Temporal.PlainDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const correction = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const moon = epact - (epact === 29 || (epact === 28 && golden > 10) ? 1 : 0)
  return sundayAfter(new Temporal.PlainDate(year, 3, 21).add({ days: moon }))
}

const JULIAN_CYCLE_DAYS = 30

/** Easter of the Julian calendar, as a Gregorian date. */
function julianEaster(year: number): Temporal.PlainDate {
  const moon = (19 * (year % 19) + 15) % JULIAN_CYCLE_DAYS
  const century = Math.floor(year / 100)
  const behind = century - Math.floor(century / 4) - 2
  return sundayAfter(new Temporal.PlainDate(year, 3, 21).add({ days: moon + behind }))
}

const sundayAfter = (day: Temporal.PlainDate): Temporal.PlainDate =>
  day.add({ days: 7 - (day.dayOfWeek % 7) })

/** How far the fixed stars have moved against the equinox: the Lahiri value, in degrees. */
const ayanamsa = (year: number): number => 23.853 + ((year - 2_000) * 50.29) / 3_600

const LIBRA = 180
/** 13:15 UTC: an hour after sunset in the middle of India. */
const DUSK_MS = (13 * 60 + 15) * 60_000

/** Diwali: the evening of the new moon after the Sun enters sidereal Libra. */
async function diwaliOf(year: number): Promise<Temporal.PlainDate | null> {
  const { SearchMoonPhase, SearchSunLongitude } = await import('astronomy-engine')
  const entry = SearchSunLongitude(LIBRA + ayanamsa(year), new Date(Date.UTC(year, 8, 20)), 90)
  const moon = entry && SearchMoonPhase(0, entry.date, 40)
  if (!moon) return null
  return dayOf(Math.floor((moon.date.getTime() - DUSK_MS) / DAY_MS))
}

const dayOf = (days: number): Temporal.PlainDate => new Temporal.PlainDate(1970, 1, 1).add({ days })

/** The Gregorian dates in a year on which a day of another calendar falls. */
async function datesOf(
  year: number,
  calendar: string,
  monthCode: string,
  day: number,
): Promise<readonly string[]> {
  const { Temporal: Full } = await import('temporal-polyfill/full')
  const first = Full.PlainDate.from({ year, month: 1, day: 1 }).withCalendar(calendar)
  const years = [first.year, first.year + 1, first.year + 2]
  return years
    .map((one) => Full.PlainDate.from({ calendar, year: one, monthCode, day }))
    .map((one) => one.withCalendar('iso8601').toString())
    .filter((iso) => Number(iso.slice(0, 4)) === year)
}
