import { standIn } from './define.ts'

/**
 * https://www.bls.gov/developers/api_signature_v2.htm: values are texts, the newest comes first,
 * a month without a survey is a dash, and M13 is the average of the year.
 */

interface Month {
  readonly year: string
  readonly period: string
  readonly value: string
  readonly note?: readonly [code: string, text: string]
}

const NAMES =
  'January February March April May June July August September October November December'.split(' ')

const row = ({ year, period, value, note }: Month, latest: boolean) => ({
  year,
  period,
  periodName: NAMES[Number(period.slice(1)) - 1] ?? 'Annual',
  ...(latest && { latest: 'true' }),
  value,
  footnotes: [note ? { code: note[0], text: note[1] } : {}],
})

const months = (year: string, values: readonly string[]): readonly Month[] =>
  values.map((value, at) => ({ year, period: `M${String(at + 1).padStart(2, '0')}`, value }))

const CPI_2024 =
  '308.417 310.326 312.332 313.548 314.069 314.175 314.540 314.796 315.301 315.664 315.493 315.605'.split(
    ' ',
  )
const CPI_2025 =
  '317.671 319.082 319.799 320.795 321.465 322.561 323.048 323.976 324.800 - 324.122'.split(' ')
const ADJUSTED =
  '319.086 319.775 319.615 320.321 320.580 321.500 322.132 323.364 324.368 - 325.031'.split(' ')

const NO_SURVEY = ['X', 'Data unavailable due to the 2025 lapse in appropriations.'] as const

const noted = (all: readonly Month[]): readonly Month[] =>
  all.map((month) => (month.value === '-' ? { ...month, note: NO_SURVEY } : month))

const SERIES: Readonly<Record<string, readonly Month[]>> = {
  CUUR0000SA0: noted([
    ...months('2024', CPI_2024),
    { year: '2024', period: 'M13', value: '313.689' },
    ...months('2025', CPI_2025),
  ]),
  CUUR0000SA0L1E: months('2025', ['322.911', '324.739']),
  CUSR0000SA0: noted(months('2025', ADJUSTED)),
  CUSR0000SA0L1E: months('2025', ['323.842', '324.577']),
  LNS14000000: noted([
    ...months('2024', '3.7 3.9 3.9 3.9 4.0 4.1 4.2 4.2 4.1 4.1 4.2 4.1'.split(' ')),
    ...months('2025', '4.0 4.1 4.2 4.2 4.2 4.1 4.2 4.3 4.4 - 4.6'.split(' ')),
  ]),
  CES0000000001: [
    { year: '2025', period: 'M10', value: '159488' },
    { year: '2025', period: 'M11', value: '159552', note: ['P', 'preliminary'] },
  ],
}

export default standIn({
  at: 'UPSTREAM_BLS_URL',
  answer({ path, method, body }) {
    if (path !== '/publicAPI/v2/timeseries/data/' || method !== 'POST') return undefined
    const asked = JSON.parse(body) as {
      seriesid: readonly string[]
      startyear: string
      endyear: string
    }
    const unknown = asked.seriesid.filter((id) => !SERIES[id])
    const series = asked.seriesid.map((seriesID) => {
      const data = (SERIES[seriesID] ?? [])
        .filter(({ year }) => year >= asked.startyear && year <= asked.endyear)
        .toReversed()
        .map((month, at) => row(month, at === 0))
      return { seriesID, data }
    })
    return {
      status: 'REQUEST_SUCCEEDED',
      responseTime: 120,
      message: unknown.map((id) => `Series does not exist for Series ${id}`),
      Results: { series },
    }
  },
})
