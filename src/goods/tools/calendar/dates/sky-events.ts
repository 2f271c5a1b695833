import type { Apsis, ApsisKind } from 'astronomy-engine'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoSecond, YEARS } from './_sky.ts'

export default defineTool({
  route: 'GET /api/sky-events',
  name: 'Sky events',
  description: 'Equinoxes, solstices, solar and lunar eclipses, perihelion and aphelion of a year.',
  asks: [
    'solar and lunar eclipses of a year',
    'exact time of the equinoxes and solstices',
    'when is the longest day of the year',
    'next solar eclipse',
    'when does spring begin',
    'lunar eclipse this year',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    year: z.int().min(YEARS.first).max(YEARS.last).describe('Year, 1700 to 2200.'),
  }),
  output: z.object({
    seasons: z
      .object({
        marchEquinoxIso: z.string(),
        juneSolsticeIso: z.string(),
        septemberEquinoxIso: z.string(),
        decemberSolsticeIso: z.string(),
      })
      .describe('Beginnings of the astronomical seasons in UTC.'),
    eclipses: z
      .array(
        z.object({
          of: z.enum(['sun', 'moon']).describe('Body that is darkened.'),
          kind: z.string().describe('total, annular, partial or penumbral.'),
          peakIso: z.string().describe('The moment of the greatest eclipse in UTC.'),
          lat: z
            .number()
            .nullable()
            .describe('Latitude where an eclipse of the Sun is greatest; null if it is partial.'),
          lon: z.number().nullable().describe('Longitude of that place.'),
        }),
      )
      .describe('In order of time.'),
    perihelionIso: z
      .string()
      .nullable()
      .describe('Moment when the Earth is nearest to the Sun; null if the year has none.'),
    aphelionIso: z.string().nullable().describe('Moment when the Earth is farthest from the Sun.'),
  }),
  examples: [{ input: { year: 2026 } }],

  async run({ year }) {
    const sky = await import('astronomy-engine')
    const seasons = sky.Seasons(year)
    const start = new Date(Date.UTC(year, 0, 1))
    const isInYear = (at: Date) => at.getUTCFullYear() === year
    const eclipses: Eclipse[] = []
    for (
      let sun = sky.SearchGlobalSolarEclipse(start);
      isInYear(sun.peak.date);
      sun = sky.NextGlobalSolarEclipse(sun.peak)
    ) {
      const { kind, peak, latitude, longitude } = sun
      eclipses.push({
        of: 'sun',
        kind,
        peakIso: isoSecond(peak.date),
        lat: degrees(latitude),
        lon: degrees(longitude),
      })
    }
    for (
      let moon = sky.SearchLunarEclipse(start);
      isInYear(moon.peak.date);
      moon = sky.NextLunarEclipse(moon.peak)
    )
      eclipses.push({
        of: 'moon',
        kind: moon.kind,
        peakIso: isoSecond(moon.peak.date),
        lat: null,
        lon: null,
      })
    const apsides: Apsis[] = []
    for (
      let apsis = sky.SearchPlanetApsis(sky.Body.Earth, start);
      isInYear(apsis.time.date);
      apsis = sky.NextPlanetApsis(sky.Body.Earth, apsis)
    )
      apsides.push(apsis)
    const apsis = (kind: ApsisKind) => {
      const found = apsides.find((one) => one.kind === kind)
      return found ? isoSecond(found.time.date) : null
    }
    return {
      seasons: {
        marchEquinoxIso: isoSecond(seasons.mar_equinox.date),
        juneSolsticeIso: isoSecond(seasons.jun_solstice.date),
        septemberEquinoxIso: isoSecond(seasons.sep_equinox.date),
        decemberSolsticeIso: isoSecond(seasons.dec_solstice.date),
      },
      eclipses: eclipses.toSorted((a, b) => (a.peakIso < b.peakIso ? -1 : 1)),
      perihelionIso: apsis(sky.ApsisKind.Pericenter),
      aphelionIso: apsis(sky.ApsisKind.Apocenter),
    }
  },
})

interface Eclipse {
  readonly of: 'sun' | 'moon'
  readonly kind: string
  readonly peakIso: string
  readonly lat: number | null
  readonly lon: number | null
}

const degrees = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : Math.round(value * 100) / 100
