import { PRESS_HITS } from '../sites/press.ts'
import { standIn, type ProviderRequest } from './define.ts'

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

const IMAGES = [
  {
    type: 'image_result',
    title: 'Red panda in a tree',
    url: 'https://zoo.example/red-panda',
    source: 'zoo.example',
    page_fetched: '2025-12-15T10:30:00Z',
    thumbnail: { src: 'https://imgs.search.brave.com/a1', width: 200, height: 150 },
    properties: { url: 'https://zoo.example/img/panda.jpg', width: 1920, height: 1080 },
    meta_url: { hostname: 'zoo.example' },
    confidence: 'high',
  },
  { type: 'image_result', title: null, properties: { url: 'https://cdn.example/p.png' } },
  { type: 'image_result', title: 'Gone', url: 'https://gone.example', properties: { url: null } },
]

const VIDEOS = [
  {
    type: 'video_result',
    title: 'Async &amp; await in Rust',
    url: 'https://www.youtube.com/watch?v=abc',
    description: 'From <strong>futures</strong> up.',
    age: 'November 12, 2025',
    page_age: '2025-11-12T00:00:00',
    thumbnail: { src: 'https://imgs.search.brave.com/v1' },
    video: { duration: '42:10', views: 1523, creator: 'Ferris', publisher: 'YouTube' },
  },
  { type: 'video_result', title: 'A talk', url: 'https://talks.example/1', video: {} },
]

const CONTEXT = {
  grounding: {
    generic: [
      {
        url: 'https://nodejs.example/releases',
        title: 'Node.js releases',
        snippets: ['Node.js 24 is the active LTS line.', '{"version":"24.11.0"}'],
      },
      { url: 'https://blog.example/node', title: 'News', snippets: ['Node.js 25 is current.'] },
    ],
    map: [],
  },
  sources: {
    'https://nodejs.example/releases': {
      title: 'Node.js releases',
      hostname: 'nodejs.example',
      age: ['Thursday, November 20, 2025', '2025-11-20', '42 days ago'],
    },
    'https://blog.example/node': { title: 'News', hostname: 'blog.example', age: null },
  },
}

/** What a query with `site-a` in it finds: pages that others find at other addresses. */
const SITE_A = [
  { title: 'HTTP status 402', url: 'http://docs.example/402/?utm_source=a#top' },
  { title: 'Only here', url: 'https://only.example/' },
]

function webOf(q: string) {
  if (/agent payment/i.test(q)) return { web: { results: PRESS_HITS } }
  if (q === 'nothing') return {}
  return { web: { results: q.includes('site-a') ? SITE_A : WEB } }
}

/** All searches, for whoever has the key. Nothing is found for `nothing`. */
export function braveAnswer({ path, query, headers }: ProviderRequest): unknown {
  if (headers['x-subscription-token'] !== BRAVE_KEY)
    return Response.json({ type: 'ErrorResponse', error: { status: 401 } }, { status: 401 })
  const q = query.get('q') ?? ''
  if (q.split(' ').length > 50)
    return Response.json({ type: 'ErrorResponse', error: { status: 422 } }, { status: 422 })
  const head = { query: { original: q } }
  if (q === 'broken') return new Response('oops', { status: 500 })
  if (path === '/res/v1/web/search') return { type: 'search', ...head, ...webOf(q) }
  if (path === '/res/v1/news/search') return { type: 'news', ...head, results: NEWS }
  if (path === '/res/v1/images/search')
    return { type: 'images', ...head, results: IMAGES.slice(0, Number(query.get('count'))) }
  if (path === '/res/v1/videos/search') return { type: 'videos', ...head, results: VIDEOS }
  if (path === '/res/v1/llm/context')
    return q === 'nothing' ? { grounding: { generic: [], map: [] }, sources: {} } : CONTEXT
  return undefined
}

export default standIn({
  at: 'UPSTREAM_BRAVE_SEARCH_URL',
  settings: { BRAVE_SEARCH_API_KEY: BRAVE_KEY },
  answer: braveAnswer,
})
