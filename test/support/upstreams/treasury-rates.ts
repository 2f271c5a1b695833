import { standIn } from './define.ts'

/**
 * https://home.treasury.gov/developer-notice-xml-changes: an Atom feed of one year, the oldest day
 * first; what was not quoted is left out, or marked as null.
 */
const NULL = ' m:type="Edm.Double" m:null="true" />'

const entry = (day: string, fields: Readonly<Record<string, number | null>>) => `
  <entry>
    <id>http://data.treasury.gov/Feed.svc/DailyTreasuryYieldCurveRateData(1)</id>
    <title type="text"></title>
    <updated>2026-01-03T01:00:00Z</updated>
    <content type="application/xml">
      <m:properties>
        <d:NEW_DATE m:type="Edm.DateTime">${day}T00:00:00</d:NEW_DATE>
${Object.entries(fields)
  .map(([name, value]) =>
    value === null
      ? `        <d:${name}${NULL}`
      : `        <d:${name} m:type="Edm.Double">${value}</d:${name}>`,
  )
  .join('\n')}
        <d:BC_30YEARDISPLAY m:type="Edm.Double">9.99</d:BC_30YEARDISPLAY>
      </m:properties>
    </content>
  </entry>`

const feed = (entries: readonly string[]) =>
  new Response(
    `<?xml version="1.0" encoding="utf-8" standalone="yes" ?>
<feed xml:base="http://data.treasury.gov/Feed.svc/" xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns="http://www.w3.org/2005/Atom">
  <title type="text">DailyTreasuryYieldCurveRateData</title>
  <id>x</id>
  <updated>2026-01-03T01:00:00Z</updated>${entries.join('')}
</feed>
`,
    { headers: { 'content-type': 'application/atom+xml' } },
  )

const nominal = (day: string, three: number, two: number, ten: number) =>
  entry(day, {
    BC_1MONTH: 3.74,
    BC_1_5MONTH: null,
    BC_3MONTH: three,
    BC_2YEAR: two,
    BC_5YEAR: 3.73,
    BC_10YEAR: ten,
    BC_30YEAR: 4.84,
  })

const FEEDS: Readonly<Record<string, readonly string[]>> = {
  'daily_treasury_yield_curve 2024': [
    nominal('2024-08-01', 5.34, 4.16, 3.99),
    nominal('2024-09-06', 5.13, 3.66, 3.72),
  ],
  'daily_treasury_yield_curve 2025': [
    nominal('2025-12-29', 3.65, 3.45, 4.12),
    nominal('2025-12-30', 3.64, 3.45, 4.14),
    nominal('2025-12-31', 3.67, 3.47, 4.18),
  ],
  'daily_treasury_yield_curve 2026': [nominal('2026-01-02', 3.65, 3.47, 4.19)],
  'daily_treasury_real_yield_curve 2025': [
    entry('2025-12-31', { TC_5YEAR: 1.44, TC_10YEAR: 1.93, TC_30YEAR: 2.62 }),
  ],
  'daily_treasury_real_yield_curve 2026': [
    entry('2026-01-02', { TC_5YEAR: 1.44, TC_10YEAR: 1.94, TC_30YEAR: 2.63 }),
  ],
}

export default standIn({
  at: 'UPSTREAM_TREASURY_RATES_URL',
  answer: ({ path, query }) =>
    path === '/resource-center/data-chart-center/interest-rates/pages/xml'
      ? feed(FEEDS[`${query.get('data')} ${query.get('field_tdr_date_value')}`] ?? [])
      : undefined,
})
