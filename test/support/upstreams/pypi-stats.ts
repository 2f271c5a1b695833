import { standIn } from './define.ts'

/** pypistats.org/api: `GET /api/packages/<package>/recent`. */
export default standIn({
  at: 'UPSTREAM_PYPI_STATS_URL',
  answer: ({ path }) =>
    path === '/api/packages/httpx/recent'
      ? {
          data: { last_day: 4_000_000, last_month: 110_000_000, last_week: 27_000_000 },
          package: 'httpx',
          type: 'recent_downloads',
        }
      : undefined,
})
