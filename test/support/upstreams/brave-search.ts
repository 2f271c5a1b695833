import { standIn, type Asked } from './define.ts'

export const BRAVE_KEY = 'brave-search-key'

const WEB = [
  {
    title: 'x402: the web&#x27;s way to pay',
    url: 'https://www.x402.example/protocol',
    is_source_local: false,
    description: 'An open standard for <strong>payments</strong> over HTTP &amp; more.',
    page_age: '2025-12-30T08:15:00',
    age: '2 days ago',
    meta_url: { scheme: 'https', hostname: 'www.x402.example' },
  },
  { title: 'HTTP status 402', url: 'https://docs.example/402', description: 'Payment required.' },
]

const NEWS = [
  {
    type: 'news_result',
    title: 'Central bank starts a pilot',
    url: 'https://news.example/pilot',
    description: 'A digital currency goes on trial.',
    age: '3 hours ago',
    page_age: '2025-12-31T21:00:00',
    meta_url: { hostname: 'news.example' },
  },
]

/** Both searches, for whoever has the key. Nothing is found for `nothing`. */
export function braveAnswer({ path, query, headers }: Asked): unknown {
  if (headers['x-subscription-token'] !== BRAVE_KEY)
    return Response.json({ type: 'ErrorResponse', error: { status: 401 } }, { status: 401 })
  const q = query.get('q') ?? ''
  if (q.split(' ').length > 50)
    return Response.json({ type: 'ErrorResponse', error: { status: 422 } }, { status: 422 })
  const head = { query: { original: q } }
  if (path === '/res/v1/web/search')
    return { type: 'search', ...head, ...(q === 'nothing' ? {} : { web: { results: WEB } }) }
  if (path === '/res/v1/news/search') return { type: 'news', ...head, results: NEWS }
  return undefined
}

export default standIn({
  at: 'UPSTREAM_BRAVE_SEARCH_URL',
  settings: { BRAVE_SEARCH_API_KEY: BRAVE_KEY },
  answer: braveAnswer,
})
