import type { Observer } from 'astronomy-engine'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { MINUTE_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoIn, zone } from '../../../../engines/time/instants.ts'
import { dateField, dayOf, todayOf } from '../_dates.ts'
import { placeFields, YEARS } from './_sky.ts'

/** Altitudes of the Sun's centre, in degrees. */
const CIVIL = -6
const GOLDEN = { low: -4, high: 6 }
/** Half a day, and the difference between the noons of two days. */
const REACH_DAYS = 0.502
/** When the upper limb is on the horizon, with the usual refraction. */
const RISEN = -0.833

const time = (what: string) => z.string().nullable().describe(what)
const span = (what: string) =>
  z.object({ startIso: time('Begin.'), endIso: time('End.') }).describe(what)

export default defineTool({
  route: 'GET /api/sun-times',
  name: 'Sun times',
  description:
    'Sunrise, sunset, solar noon, civil twilight, golden hour and day length at a place on a day.',
  asks: [
    'sunrise and sunset at a place',
    'day length and civil twilight on a day',
    'when does it get dark',
    'how long is daylight in December',
    'dawn and dusk',
    'best light for pictures outdoors',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    ...placeFields,
    date: dateField()
      .refine(YEARS.holds, { error: YEARS.error })
      .optional()
      .describe('Day of the solar noon in `tz`. Default: today in UTC. Years 1700 to 2200.'),
    tz: zone().default('UTC').describe('IANA time zone of the answer, such as Europe/Berlin.'),
  }),
  output: z.object({
    sunriseIso: time('Upper limb on the horizon before that noon; null if the Sun does not rise.'),
    sunsetIso: time('Upper limb on the horizon after it; null if the Sun does not set.'),
    solarNoonIso: z.string().describe('Moment when the Sun is highest.'),
    civilDawnIso: time('Moment when the Sun is 6° below the horizon, rising.'),
    civilDuskIso: time('Moment when the Sun is 6° below the horizon, setting.'),
    goldenHour: z
      .object({
        morning: span('From 4° below to 6° above.'),
        evening: span('From 6° above to 4° below.'),
      })
      .describe('Times when the light is low and warm.'),
    dayLengthMin: z
      .number()
      .describe('Minutes from sunrise to sunset; 1440 or 0 in polar day or night.'),
    polar: z
      .enum(['day', 'night'])
      .nullable()
      .describe('day if the Sun does not set, night if it does not rise, else null.'),
  }),
  examples: [
    { input: { lat: 52.52, lon: 13.405, date: '2026-06-21', tz: 'Europe/Berlin' } },
    { input: { lat: 69.65, lon: 18.96, date: '2026-12-21' } },
  ],

  async run({ lat, lon, date, tz }, { now }) {
    const sky = await import('astronomy-engine')
    const { Body, SearchAltitude, SearchHourAngle, SearchRiseSet } = sky
    const observer: Observer = new sky.Observer(lat, lon, 0)
    const day = date === undefined ? todayOf(now()) : dayOf(date)
    const midnight = new Date(day.toZonedDateTime(tz).epochMilliseconds)
    const noon = SearchHourAngle(Body.Sun, observer, 0, midnight).time.date
    const iso = (at: Date | undefined): string | null =>
      at ? isoIn(toSecond(at).toZonedDateTimeISO(tz)) : null
    const limb = (way: 1 | -1) =>
      SearchRiseSet(Body.Sun, observer, way, noon, -way * REACH_DAYS)?.date
    const altitude = (way: 1 | -1, degrees: number) =>
      iso(SearchAltitude(Body.Sun, observer, way, noon, -way * REACH_DAYS, degrees)?.date)
    const [rise, set] = [limb(1), limb(-1)]
    const { high, low } = GOLDEN
    const isUp = rise === undefined && set === undefined ? altitudeAt(noon) > RISEN : null
    const polar = isUp === null ? null : isUp ? ('day' as const) : ('night' as const)
    return {
      sunriseIso: iso(rise),
      sunsetIso: iso(set),
      solarNoonIso: iso(noon) ?? '',
      civilDawnIso: altitude(1, CIVIL),
      civilDuskIso: altitude(-1, CIVIL),
      goldenHour: {
        morning: { startIso: altitude(1, low), endIso: altitude(1, high) },
        evening: { startIso: altitude(-1, high), endIso: altitude(-1, low) },
      },
      dayLengthMin: polar === 'day' ? 1_440 : rise && set ? minutesBetween(rise, set) : 0,
      polar,
    }

    function altitudeAt(at: Date): number {
      const { ra, dec } = sky.Equator(Body.Sun, at, observer, true, true)
      return sky.Horizon(at, observer, ra, dec).altitude
    }
  },
})

const minutesBetween = (from: Date, to: Date): number =>
  Math.round(((to.getTime() - from.getTime()) / MINUTE_MS) * 10) / 10

const toSecond = (at: Date): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(Math.round(at.getTime() / 1_000) * 1_000)
