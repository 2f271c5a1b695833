import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { dateField } from '../_dates.ts'
import { isoSecond, placeFields, YEARS } from './_sky.ts'

const MONTH_DAYS = 30
/** A quarter keeps its name for this long on either side. */
const NAMED_MS = DAY_MS / 2
const QUARTERS = ['new moon', 'first quarter', 'full moon', 'last quarter'] as const
const BETWEEN = ['waxing crescent', 'waxing gibbous', 'waning gibbous', 'waning crescent'] as const

export default defineTool({
  route: 'GET /api/moon-phase',
  name: 'Moon phase',
  description:
    'Moon phase of a day with its illumination and age, the next full and new moon, and moonrise and moonset at a place.',
  asks: [
    'moon phase of a day',
    'next full moon and moonrise',
    'when is the next full moon',
    'how bright is the moon tonight',
    'is it a new moon',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    date: dateField()
      .refine(YEARS.holds, { error: YEARS.error })
      .optional()
      .describe(
        'The day, whose values are for noon UTC. Default: this moment. Years 1700 to 2200.',
      ),
    lat: placeFields.lat.optional().describe('Latitude in degrees, for rise and set; with lon.'),
    lon: placeFields.lon.optional().describe('Longitude in degrees, for rise and set; with lat.'),
  }),
  output: z.object({
    phase: z
      .enum([...QUARTERS, ...BETWEEN])
      .describe('Name of the phase; a quarter keeps it for 12 hours on either side.'),
    illuminationPct: z.number().describe('Lit share of the disc in percent.'),
    ageDays: z.number().describe('Days since the last new moon.'),
    nextFullIso: z.string().describe('The next full moon.'),
    nextNewIso: z.string().describe('The next new moon.'),
    riseIso: z
      .string()
      .nullable()
      .describe('Moonrise on that day in UTC; null if there is none, or no place was given.'),
    setIso: z.string().nullable().describe('Moonset on that day in UTC.'),
    distanceKm: z.number().describe('Distance from the centre of the Earth.'),
  }),
  examples: [
    { input: { date: '2026-01-03' } },
    { input: { date: '2026-01-03', lat: 52.52, lon: 13.405 } },
  ],

  async run({ date, lat, lon }, { now }) {
    if ((lat === undefined) !== (lon === undefined))
      throw badInput(
        `${lat === undefined ? 'lat' : 'lon'}: must be given together with the other of lat and lon`,
      )
    const sky = await import('astronomy-engine')
    const atMs = date === undefined ? now() : Date.parse(`${date}T12:00:00Z`)
    const at = new Date(atMs)
    const quarterNear = (degrees: number): Date | undefined => {
      const found = sky.SearchMoonPhase(degrees, new Date(atMs - NAMED_MS), MONTH_DAYS)?.date
      return found && found.getTime() - atMs <= NAMED_MS ? found : undefined
    }
    const named = QUARTERS.find((_, quarter) => quarterNear(quarter * 90))
    const next = (degrees: number) => sky.SearchMoonPhase(degrees, at, MONTH_DAYS)?.date ?? at
    const last = sky.SearchMoonPhase(0, at, -MONTH_DAYS)?.date ?? at
    const turn = sky.MoonPhase(at)
    return {
      phase: named ?? BETWEEN[Math.floor(turn / 90)] ?? BETWEEN[0],
      illuminationPct: Math.round(sky.Illumination(sky.Body.Moon, at).phase_fraction * 1_000) / 10,
      ageDays: Math.round(((atMs - last.getTime()) / DAY_MS) * 100) / 100,
      nextFullIso: isoSecond(next(180)),
      nextNewIso: isoSecond(next(0)),
      riseIso: crossing(1),
      setIso: crossing(-1),
      distanceKm: Math.round(sky.GeoMoon(at).Length() * sky.KM_PER_AU),
    }

    function crossing(way: 1 | -1): string | null {
      if (lat === undefined || lon === undefined) return null
      const observer = new sky.Observer(lat, lon, 0)
      const midnight = new Date(Math.floor(atMs / DAY_MS) * DAY_MS)
      const found = sky.SearchRiseSet(sky.Body.Moon, observer, way, midnight, 1)
      return found ? isoSecond(found.date) : null
    }
  },
})
