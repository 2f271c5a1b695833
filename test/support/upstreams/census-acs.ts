import { standIn } from './define.ts'

/** census.gov/data/developers/guidance/api-user-guide: ACS 5-year, 2023, San Francisco. */
const FIGURES: Readonly<Record<string, string | null>> = {
  B01003_001E: '836321',
  B01002_001E: '39.7',
  B19013_001E: '141446',
  B25077_001E: '1380500',
  B17001_001E: '820000',
  B17001_002E: '86100',
  B15003_001E: '650000',
  B15003_022E: '230000',
  B15003_023E: '110000',
  B15003_024E: '30000',
  B15003_025E: '20000',
}

export default standIn({
  at: 'UPSTREAM_CENSUS_ACS_URL',
  settings: { CENSUS_API_KEY: 'census-key' },
  answer({ path, query }) {
    if (query.get('key') !== 'census-key') return new Response('Invalid Key', { status: 403 })
    if (!/^\/data\/20(1[5-9]|2[0-4])\/acs\/acs5$/.test(path))
      return new Response('error: unknown dataset', { status: 404 })
    if (query.get('for') === 'county:999') return new Response(null, { status: 204 })
    const names = query.get('get')?.split(',') ?? []
    const isSmall = query.get('for') === 'county:003'
    const values = names.map((name) => {
      if (name === 'NAME')
        return isSmall ? 'Alpine County, California' : 'San Francisco County, California'
      return isSmall && name === 'B25077_001E' ? '-666666666' : (FIGURES[name] ?? null)
    })
    return [
      [...names, 'state', 'county'],
      [...values, '06', '075'],
    ]
  },
})
