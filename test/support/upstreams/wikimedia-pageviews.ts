import { standIn } from './define.ts'

/** As https://doc.wikimedia.org/generated-data-platform/aqs/analytics-api/reference/page-views.html. */
const item = (article: string, day: string, views: number) => ({
  project: 'en.wikipedia',
  article,
  granularity: 'daily',
  timestamp: `${day}00`,
  access: 'all-access',
  agent: 'user',
  views,
})

const VIEWS: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  Stablecoin: [
    ['20251226', 1000],
    ['20251227', 1200],
    ['20251228', 1100],
    // Nobody looked on the 29th; the 31st is not counted yet.
    ['20251230', 2200],
  ],
}

export default standIn({
  at: 'UPSTREAM_WIKIMEDIA_PAGEVIEWS_URL',
  answer({ path }) {
    const parts =
      /^\/api\/rest_v1\/metrics\/pageviews\/per-article\/[a-z-]+\.wikipedia\/all-access\/user\/(.+)\/daily\/(\d{8})\/(\d{8})$/.exec(
        path,
      )
    const [, article = '', from = '', to = ''] = parts ?? []
    const found = (VIEWS[article] ?? []).filter(([day]) => day >= from && day <= to)
    if (found.length > 0) return { items: found.map(([day, views]) => item(article, day, views)) }
    return Response.json(
      { type: 'about:blank', title: 'Not Found', detail: 'The date(s) you used are valid, but…' },
      { status: 404 },
    )
  },
})
