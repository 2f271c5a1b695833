import { standIn } from './define.ts'

const HEAD = ['timestamp', 'original', 'mimetype', 'statuscode', 'digest']

const ROWS = [
  [
    '20020120142510',
    'http://example.com:80/',
    'text/html',
    '200',
    'HT2DYGA5UKZCPBSFVCV3JOBXGW2G5UUA',
  ],
  [
    '20200101000151',
    'https://example.com/',
    'warc/revisit',
    '-',
    'WJM2KPM4GF3QK2BISVUH2ASX64NOUY7L',
  ],
]

const BLOCKED =
  'org.archive.util.io.RuntimeIOException: org.archive.wayback.exception.AdministrativeAccessControlException: Blocked Site Error'

/** Both hosts: what is closest to a day, and the index of all captures. */
export default standIn({
  at: 'UPSTREAM_WAYBACK_URL',
  answer({ path, query }) {
    const url = query.get('url') ?? ''
    const isKnown = url === 'https://example.com/'
    if (path === '/wayback/available') {
      const [timestamp, day] = ['20200101000151', query.get('timestamp')]
      const closest = {
        available: true,
        url: `http://web.archive.org/web/${timestamp}/${url}`,
        timestamp,
        status: '200',
      }
      if (!/^\d{8}$/.test(day ?? '')) return Response.json({}, { status: 400 })
      return { url, timestamp: day, archived_snapshots: isKnown ? { closest } : {} }
    }
    if (path !== '/cdx/search/cdx') return undefined
    if (url.includes('blocked')) return new Response(BLOCKED, { status: 403 })
    if (query.get('output') !== 'json' || query.get('fl') !== HEAD.join()) return 'text'
    const [from, to] = [query.get('from') ?? '0', `${query.get('to') ?? '99999999'}999999`]
    const rows = ROWS.filter(([time = '']) => time >= from && time <= to)
    return isKnown && rows.length > 0 ? [HEAD, ...rows.slice(0, Number(query.get('limit')))] : []
  },
})
