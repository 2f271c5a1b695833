import { standIn } from './define.ts'

/** docs.ted.europa.eu/api/latest/search.html: `POST /v3/notices/search`. */
const NOTICE = {
  'publication-number': '123456-2026',
  'notice-title': { deu: 'Deutschland – Cloud-Hosting', eng: 'Germany – Cloud hosting' },
  'buyer-name': { deu: ['Stadt Beispiel'] },
  'buyer-country': ['DEU'],
  'publication-date': '2026-02-27+01:00',
  'deadline-receipt-tender-date-lot': ['2026-04-10+02:00', '2026-03-31+02:00'],
  'deadline-receipt-tender-time-lot': ['12:00:00+02:00', '10:00:00+02:00'],
  links: { html: { ENG: 'https://ted.europa.eu/en/notice/-/detail/123456-2026' } },
}
/** An award: no deadline. */
const AWARD = {
  'publication-number': '123457-2026',
  'notice-title': { fra: 'France – Hébergement' },
  'publication-date': '2026-02-26+01:00',
  links: {},
}
const DAY_ONLY = { ...AWARD, 'deadline-receipt-tender-date-lot': ['2026-05-01+02:00'] }

export default standIn({
  at: 'UPSTREAM_TED_URL',
  answer({ path, method, body }) {
    if (path !== '/v3/notices/search' || method !== 'POST') return undefined
    const { query } = JSON.parse(body) as { query: string }
    if (!/^FT ~ "[^"]+"( AND .+)? SORT BY publication-date DESC$/.test(query))
      return Response.json({ message: 'query syntax' }, { status: 400 })
    if (query.includes('nothing')) return { notices: [], totalNoticeCount: 0, timedOut: false }
    if (query.includes('slow')) return { notices: [], totalNoticeCount: 0, timedOut: true }
    const notices = query.includes('IN (DEU)') ? [NOTICE] : [NOTICE, AWARD, DAY_ONLY]
    return { notices, totalNoticeCount: 40, timedOut: false }
  },
})
