import { standIn } from './define.ts'

/** A result as "Understanding Search Results" of Apple's iTunes Search API shows it. */
const APP = {
  wrapperType: 'software',
  kind: 'software',
  trackId: 1010865877,
  trackName: 'Budget Planner',
  sellerName: 'Budget Works Inc.',
  artistName: 'Budget Works',
  bundleId: 'com.budget.planner',
  price: 4.99,
  formattedPrice: '$4.99',
  currency: 'USD',
  averageUserRating: 4.734,
  userRatingCount: 61234,
  primaryGenreName: 'Finance',
  version: '25.12.1',
  currentVersionReleaseDate: '2025-12-18T16:02:11Z',
  fileSizeBytes: '104857600',
  trackViewUrl: 'https://apps.apple.com/us/app/budget-planner/id1010865877?uo=4',
  description: 'Plan your budget.',
}

const SONG = { wrapperType: 'track', kind: 'song', trackId: 7, trackName: 'Budget Song' }

export default standIn({
  at: 'UPSTREAM_APP_STORE_URL',
  answer({ path, query }) {
    const results = (found: readonly unknown[]) => ({ resultCount: found.length, results: found })
    if (path === '/lookup') {
      const isApp = query.get('id') === '1010865877' || query.get('bundleId') === APP.bundleId
      return results(isApp ? [APP] : query.get('id') === '7' ? [SONG] : [])
    }
    if (path !== '/search' || query.get('entity') !== 'software') return undefined
    return results(query.get('term')?.includes('budget') ? [APP] : [])
  },
})
