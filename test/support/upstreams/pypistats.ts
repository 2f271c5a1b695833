import { standIn } from './define.ts'

const RECENT = {
  data: { last_day: 4_000_000, last_month: 110_000_000, last_week: 27_000_000 },
  package: 'httpx',
  type: 'recent_downloads',
}

/** As https://pypistats.org/api/ describes `/packages/{package}/recent` and `/overall`. */
export default standIn({
  at: 'UPSTREAM_PYPISTATS_URL',
  answer({ path, query }) {
    if (path === '/api/packages/httpx/recent') return RECENT
    if (path !== '/api/packages/requests/overall') return new Response('', { status: 404 })
    const category = query.get('mirrors') === 'false' ? 'without_mirrors' : 'with_mirrors'
    const data = [
      { category, date: '2025-12-31', downloads: 300 },
      { category, date: '2025-12-30', downloads: 200 },
      { category, date: '2025-12-29', downloads: 100 },
      { category, date: '2025-06-01', downloads: 90 },
    ]
    return { data, package: 'requests', type: 'overall_downloads' }
  },
})
