import { standIn } from './define.ts'

/** https://fred.stlouisfed.org/docs/api/fred/: values are texts, and a dot is a missing one. */
const span = { realtime_start: '2025-12-20', realtime_end: '2025-12-20' }

const series = (id: string, title: string, units: string, popularity: number) => ({
  id,
  ...span,
  title,
  observation_start: '1948-01-01',
  observation_end: '2025-11-01',
  frequency: 'Monthly',
  frequency_short: 'M',
  units,
  units_short: units,
  seasonal_adjustment: 'Seasonally Adjusted',
  seasonal_adjustment_short: 'SA',
  last_updated: '2025-12-16 08:04:12-06',
  popularity,
  notes: 'The unemployment rate represents the number of unemployed.',
})

const UNRATE = series('UNRATE', 'Unemployment Rate', 'Percent', 94)
const OWNED = series('SP500', 'S&P 500', 'Index', 83)
const KNOWN = new Map([UNRATE, OWNED].map((one) => [one.id, one]))

const VALUES = [
  ['2025-11-01', '4.6'],
  ['2025-10-01', '.'],
  ['2025-09-01', '4.4'],
] as const

const tag = (name: string, group: string) => ({
  name,
  group_id: group,
  notes: '',
  created: '2012-02-27 10:18:19-06',
  popularity: 60,
  series_count: 9,
})

const refused = (message: string) =>
  Response.json({ error_code: 400, error_message: `Bad Request.  ${message}` }, { status: 400 })

export default standIn({
  at: 'UPSTREAM_FRED_URL',
  settings: { FRED_API_KEY: 'abcdefghijklmnopqrstuvwxyz123456' },
  answer({ path, query }) {
    if (query.get('api_key') !== 'abcdefghijklmnopqrstuvwxyz123456')
      return refused('The value for variable api_key is not registered.')
    const id = query.get('series_id') ?? ''
    const known = KNOWN.get(id)
    if (path === '/fred/series/search') {
      const found = query.get('search_text') === 'nothing at all' ? [] : [UNRATE]
      return { ...span, count: found.length, offset: 0, limit: 10, seriess: found }
    }
    if (path === '/fred/releases/dates')
      return {
        ...span,
        count: 3,
        release_dates: [
          { release_id: 10, release_name: 'Consumer Price Index', date: '2026-01-13' },
          { release_id: 50, release_name: 'Employment Situation', date: '2026-01-09' },
          { release_id: 53, release_name: 'Gross Domestic Product', date: '2026-03-27' },
        ].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
      }
    if (!known) return refused('The series does not exist.')
    if (path === '/fred/series') return { ...span, seriess: [known] }
    if (path === '/fred/series/tags')
      return {
        ...span,
        count: 1,
        tags: [
          tag(
            id === 'SP500'
              ? 'copyrighted: pre-approval required'
              : 'public domain: citation requested',
            'cc',
          ),
        ],
      }
    const wanted = VALUES.filter(([date]) => date >= (query.get('observation_start') ?? ''))
    return {
      ...span,
      units: 'lin',
      sort_order: 'desc',
      count: wanted.length,
      observations: wanted
        .slice(0, Number(query.get('limit')))
        .map(([date, value]) => ({ ...span, date, value })),
    }
  },
})
