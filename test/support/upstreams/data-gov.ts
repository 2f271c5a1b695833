import { standIn } from './define.ts'

/** resources.data.gov/catalog-api: `GET /search`. */
const FARS = {
  title: 'Fatality Analysis Reporting System (FARS)',
  description: 'A census of fatal injuries in motor vehicle crashes.',
  identifier: 'fars',
  slug: 'fatality-analysis-reporting-system-fars',
  publisher: 'National Highway Traffic Safety Administration',
  keyword: ['crash'],
  organization: { id: '1', name: 'Department of Transportation', slug: 'dot' },
  dcat: {
    '@type': 'dcat:Dataset',
    modified: '2025-04-01',
    landingPage: 'https://www.nhtsa.gov/fars',
    distribution: [
      { '@type': 'dcat:Distribution', format: 'CSV', downloadURL: 'https://x.gov/fars.csv' },
      { '@type': 'dcat:Distribution', mediaType: 'application/json', accessURL: 'https://x.gov/a' },
      { '@type': 'dcat:Distribution', format: 'CSV', downloadURL: 'https://x.gov/fars2.csv' },
    ],
  },
}
/** As little as a dataset may say. */
const BARE = {
  title: 'Crash Data',
  slug: 'crash-data',
  publisher: null,
  dcat: { modified: 'R/P1Y' },
}

export default standIn({
  at: 'UPSTREAM_DATA_GOV_URL',
  answer({ path, query }) {
    if (path !== '/search') return undefined
    if (query.get('q') === 'nothing') return { sort: 'relevance', results: [] }
    if (query.get('after') === 'WzEuMF0=') return { sort: 'relevance', results: [BARE] }
    // More than `per_page` asks for, as it does with a parameter that it does not know.
    return { sort: 'relevance', after: 'WzEuMF0=', results: [FARS, BARE] }
  },
})
