import { standIn } from './define.ts'

const STORIES = [
  {
    objectID: '43908129',
    title: 'x402: an open standard for internet-native payments',
    url: 'https://www.x402.example/',
    author: 'thatguy',
    points: 195,
    num_comments: 117,
    created_at: '2025-05-06T16:03:21Z',
    created_at_i: 1746547401,
    _tags: ['story', 'author_thatguy', 'story_43908129'],
  },
  {
    objectID: '44000001',
    title: 'Ask HN: Who uses HTTP 402?',
    author: 'asker',
    points: 12,
    num_comments: 3,
    story_text: 'I&#x27;d like to know.<p>Really.',
    created_at: '2025-06-01T08:00:00.000Z',
    _tags: ['story', 'ask_hn'],
  },
]

const COMMENT = {
  objectID: '43909000',
  author: 'critic',
  comment_text:
    'See <a href="https:&#x2F;&#x2F;www.x402.example&#x2F;a&#x2F;rather&#x2F;long&#x2F;path" rel="nofollow">https:&#x2F;&#x2F;www.x402.example&#x2F;a&#x2F;rath...</a> &amp; think.',
  created_at: '2025-05-06T17:00:00Z',
  parent_id: 43908129,
  story_id: 43908129,
  story_title: 'x402: an open standard for internet-native payments',
  story_url: 'https://www.x402.example/',
  _tags: ['comment'],
}

const item = (id: number, given: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  id,
  type: 'comment',
  author: null,
  title: null,
  url: null,
  text: null,
  points: null,
  parent_id: 8863,
  story_id: 8863,
  created_at: '2007-04-05T01:00:00.000Z',
  children: [],
  ...given,
})

const THREAD = item(8863, {
  type: 'story',
  author: 'dhouston',
  title: 'My YC app: Dropbox - Throw away your USB drive',
  url: 'http://www.getdropbox.example/u/2/screencast.html',
  points: 104,
  created_at: '2007-04-04T19:16:40.000Z',
  children: [
    item(9224, {
      author: 'BrandonM',
      text: 'I have a few &quot;qualms&quot;:<p>1. It is &lt;b&gt;trivial&lt;&#x2F;b&gt;.',
      created_at: '2007-04-05T15:16:55.000Z',
      children: [
        item(9300, {
          children: [
            item(9479, {
              author: 'dhouston',
              text: '<i>Answered</i> below what was deleted.',
              created_at: '2007-04-06T08:00:00.000Z',
            }),
          ],
        }),
      ],
    }),
    item(8876, { author: 'other', text: 'Nice.' }),
    item(8900, { author: 'last', text: 'Late.' }),
  ],
})

/** A comment below a comment, further down than anybody would read. */
const DEEP_LEVELS = 20_000
const deep = (): Response => {
  const level = '{"id":1,"text":"x","created_at":"2007-04-04T19:16:40.000Z","children":['
  const body = `${level.repeat(DEEP_LEVELS)}${']}'.repeat(DEEP_LEVELS)}`
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

export default standIn({
  at: 'UPSTREAM_HACKER_NEWS_URL',
  answer({ path, query }) {
    const id = /^\/api\/v1\/items\/(\d+)$/.exec(path)?.[1]
    if (id === '8863') return THREAD
    if (id === '9999') return deep()
    if (id) return Response.json({ status: 404, error: 'Not Found' }, { status: 404 })
    if (!/^\/api\/v1\/search(_by_date)?$/.test(path)) return undefined
    const isComment = query.get('tags') === 'comment'
    const hits = isComment
      ? [COMMENT]
      : query.get('tags') === 'story'
        ? STORIES
        : [COMMENT, ...STORIES]
    const nbHits = isComment ? 480 : 31
    const found = hits.slice(0, Number(query.get('hitsPerPage')))
    return { hits: found, nbHits, page: 0, nbPages: 1, hitsPerPage: 20, exhaustiveNbHits: true }
  },
})
