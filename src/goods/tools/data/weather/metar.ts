import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { tenth } from '../../../../engines/numbers/units-weather.ts'
import { aviationWeather, type Metar } from '../../../../capabilities/upstreams/aviation-weather.ts'

const KM_PER_MILE = 1.609344
const AIRPORTS_MAX = 20

const amount = (what: string) => z.number().nullable().describe(what)

export default defineTool({
  route: 'GET /api/metar',
  name: 'METAR',
  description:
    'Decoded aviation weather reports (METAR) of airports, with their forecasts (TAF) on request.',
  asks: [
    'METAR and TAF of KJFK',
    'decoded METAR reports of several airports',
    'weather at the airport for pilots',
    'visibility and clouds for a landing',
    'can the plane land',
  ],
  price: '$0.001',
  uses: { aviationWeather },
  input: z.object({
    icao: z
      .string()
      .max(4_000)
      .regex(/^\s*[A-Za-z0-9]{4}(\s*,\s*[A-Za-z0-9]{4})*\s*$/, {
        error: 'must be ICAO codes such as KJFK,EGLL',
      })
      .describe(`ICAO codes, comma-separated, at most ${AIRPORTS_MAX}.`),
    taf: z.boolean().default(false).describe('Whether to add the forecasts.'),
  }),
  output: z.object({
    reports: z
      .array(
        z.object({
          icao: z.string().describe('ICAO code.'),
          raw: z.string().describe('The report as it was sent.'),
          observedIso: z.string().nullable().describe('When it was observed.'),
          tempC: amount('Temperature in degrees Celsius.'),
          dewPointC: amount('Dew point in degrees Celsius.'),
          windDirDeg: amount('Direction from which the wind blows; null if it varies.'),
          windVaries: z.boolean().describe('Whether its direction varies.'),
          windKt: amount('Wind in knots.'),
          gustKt: amount('Gusts in knots.'),
          visibilityKm: amount('Visibility in kilometres.'),
          visibilityIsMore: z.boolean().describe('Whether the visibility is at least this much.'),
          altimeterHpa: amount('Altimeter setting in hectopascals.'),
          clouds: z
            .array(
              z.object({
                cover: z.string().describe('Cover, such as SCT, OVC or CLR.'),
                baseFt: amount('Height above the ground in feet.'),
              }),
            )
            .describe('Cloud layers, lowest first.'),
          flightCategory: z.string().nullable().describe('VFR, MVFR, IFR or LIFR.'),
          taf: z.string().nullable().describe('The forecast as it was sent, if it was requested.'),
        }),
      )
      .describe('The newest report of each airport that has one.'),
    missing: z.array(z.string()).describe('Codes of airports without a report.'),
    count: z.int().describe('Number of reports.'),
  }),
  examples: [
    {
      input: { icao: 'KJFK,EGLL' },
      at: '2026-06-01T12:30:00Z',
      output: {
        reports: [
          {
            icao: 'KJFK',
            raw: 'METAR KJFK 011151Z VRB04G15KT 10SM FEW030 SCT250 22/12 A3002 RMK AO2',
            observedIso: '2026-06-01T11:51:00.000Z',
            tempC: 22.2,
            dewPointC: 12.2,
            windDirDeg: null,
            windVaries: true,
            windKt: 4,
            gustKt: 15,
            visibilityKm: 16.1,
            visibilityIsMore: true,
            altimeterHpa: 1016.6,
            clouds: [
              { cover: 'FEW', baseFt: 3_000 },
              { cover: 'SCT', baseFt: 25_000 },
            ],
            flightCategory: 'VFR',
            taf: null,
          },
        ],
        missing: ['EGLL'],
        count: 1,
        source: 'US Aviation Weather Center',
        asOf: '2026-06-01T12:30:00.000Z',
      },
    },
    { input: { icao: 'KJFK', taf: true } },
  ],

  async run({ icao, taf }, { aviationWeather }) {
    const codes = [...new Set(icao.split(',').map((code) => code.trim().toUpperCase()))]
    if (codes.length > AIRPORTS_MAX)
      throw badInput(`icao: must be at most ${AIRPORTS_MAX} airports.`)
    const found = await aviationWeather.metars(codes)
    const tafs = taf ? await aviationWeather.tafs(codes) : []
    const reports = codes.flatMap((code) => {
      const own = found.filter(({ icaoId }) => icaoId === code)
      const [newest] = own.toSorted((one, other) => other.obsTime - one.obsTime)
      const forecast = tafs.find(({ icaoId }) => icaoId === code)?.rawTAF ?? null
      return newest ? { ...decodeReport(newest), taf: forecast } : []
    })
    const missing = codes.filter((code) => !reports.some((report) => report.icao === code))
    return { reports, missing, count: reports.length }
  },
})

function decodeReport(report: Metar) {
  const visibility = String(report.visib ?? '')
  const miles = visibility === '' ? NaN : Number.parseFloat(visibility)
  return {
    icao: report.icaoId,
    raw: report.rawOb,
    observedIso: isoTime(report.obsTime * 1_000),
    tempC: report.temp ?? null,
    dewPointC: report.dewp ?? null,
    windDirDeg: typeof report.wdir === 'number' ? report.wdir : null,
    windVaries: report.wdir === 'VRB',
    windKt: report.wspd ?? null,
    gustKt: report.wgst ?? null,
    visibilityKm: Number.isNaN(miles) ? null : tenth(miles * KM_PER_MILE),
    visibilityIsMore: visibility.endsWith('+'),
    altimeterHpa: report.altim ?? null,
    clouds: (report.clouds ?? []).map(({ cover, base }) => ({ cover, baseFt: base ?? null })),
    flightCategory: report.fltCat ?? null,
  }
}
