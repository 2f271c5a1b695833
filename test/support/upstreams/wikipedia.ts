import { standIn } from './define.ts'

/**
 * Summaries as https://www.mediawiki.org/wiki/Specs/Summary/1.3.0 describes them, searches as
 * https://www.mediawiki.org/wiki/API:Search shows them with `formatversion=2`.
 */
const CHANNEL = {
  type: 'standard',
  title: 'Payment channel',
  displaytitle: '<span class="mw-page-title-main">Payment channel</span>',
  namespace: { id: 0, text: '' },
  wikibase_item: 'Q55638113',
  titles: {
    canonical: 'Payment_channel',
    normalized: 'Payment channel',
    display: '<span class="mw-page-title-main">Payment channel</span>',
  },
  pageid: 56996722,
  lang: 'en',
  dir: 'ltr',
  revision: '1256000000',
  timestamp: '2025-11-08T12:30:00Z',
  description: 'Class of techniques for off-chain transactions',
  description_source: 'local',
  content_urls: {
    desktop: {
      page: 'https://en.wikipedia.org/wiki/Payment_channel',
      revisions: 'https://en.wikipedia.org/wiki/Payment_channel?action=history',
    },
    mobile: { page: 'https://en.m.wikipedia.org/wiki/Payment_channel' },
  },
  extract: 'A payment channel lets users make several transactions without committing all of them.',
  extract_html: '<p>A <b>payment channel</b> lets users make several transactions.</p>',
}

const BERLIN = {
  ...CHANNEL,
  title: 'Berlin',
  wikibase_item: 'Q64',
  description: 'Hauptstadt von Deutschland',
  thumbnail: {
    source: 'https://upload.wikimedia.org/wikipedia/commons/thumb/a/a6/Berlin.jpg/320px.jpg',
    width: 320,
    height: 213,
  },
  coordinates: { lat: 52.52, lon: 13.405 },
  content_urls: { desktop: { page: 'https://de.wikipedia.org/wiki/Berlin' } },
  extract: 'Berlin ist die Hauptstadt Deutschlands.',
}

const MERCURY = {
  ...CHANNEL,
  type: 'disambiguation',
  title: 'Mercury',
  description: 'Topics referred to by the same term',
  content_urls: { desktop: { page: 'https://en.wikipedia.org/wiki/Mercury' } },
  extract: 'Mercury most commonly refers to:',
}

const PAGES: Readonly<Record<string, unknown>> = {
  Payment_channel: CHANNEL,
  Berlin: BERLIN,
  Mercury: MERCURY,
}

const HITS = [
  {
    ns: 0,
    title: 'Zero-knowledge proof',
    pageid: 18548,
    size: 66021,
    wordcount: 7391,
    snippet:
      'a <span class="searchmatch">zero</span>-<span class="searchmatch">knowledge</span> <span class="searchmatch">proof</span> is a protocol &amp; more',
    timestamp: '2025-11-01T07:51:12Z',
  },
]

export default standIn({
  at: 'UPSTREAM_WIKIPEDIA_URL',
  answer({ path, query }) {
    const title = /^\/api\/rest_v1\/page\/summary\/(.+)$/.exec(path)?.[1]
    if (title !== undefined) return PAGES[title]
    if (path !== '/w/api.php' || query.get('list') !== 'search') return undefined
    const search = query.get('srsearch')?.includes('zero') ? HITS : []
    if (query.get('srsearch') === 'insource://')
      return { error: { code: 'cirrussearch-regex-syntax-error', info: 'x' } }
    return {
      batchcomplete: true,
      query: { searchinfo: { totalhits: search.length * 812 }, search },
    }
  },
})
