import { standIn } from './define.ts'

const DID = 'did:plc:z72i7hdynmk6r22z27h6tvur'
const AUTHOR = { did: DID, handle: 'bsky.app', displayName: 'Bluesky' }

const PROFILE = {
  ...AUTHOR,
  avatar: 'https://cdn.bsky.example/avatar',
  description: 'official Bluesky account\n\nBugs, feature requests: support@bsky.app',
  followersCount: 32_000_000,
  followsCount: 12,
  postsCount: 710,
  createdAt: '2023-04-12T04:53:57.057Z',
  indexedAt: '2025-11-01T00:00:00.000Z',
  labels: [],
}

const post = (key: string, given: Readonly<Record<string, unknown>>) => ({
  uri: `at://${DID}/app.bsky.feed.post/${key}`,
  cid: 'bafyrei',
  author: AUTHOR,
  indexedAt: '2025-12-29T08:30:00.000Z',
  labels: [],
  ...given,
})

const FEED = [
  {
    post: post('3m1', {
      record: {
        $type: 'app.bsky.feed.post',
        text: 'Hello 🦋 world\nsecond line',
        createdAt: '2025-12-30T18:00:00Z',
        langs: ['en'],
      },
      likeCount: 1200,
      repostCount: 340,
      replyCount: 56,
      quoteCount: 7,
    }),
  },
  {
    post: post('other', {
      record: { text: 'Of somebody else', createdAt: '2025-12-30T10:00:00Z' },
    }),
    reason: { $type: 'app.bsky.feed.defs#reasonRepost', by: AUTHOR },
  },
  // As of a post of pictures alone that nobody has answered: the text and the counts are there.
  {
    post: post('3m0', {
      record: { $type: 'app.bsky.feed.post', text: '', createdAt: 'long ago' },
      likeCount: 0,
      repostCount: 0,
      replyCount: 0,
    }),
  },
]

const refusal = (error: string, message: string): Response =>
  Response.json({ error, message }, { status: 400 })

export default standIn({
  at: 'UPSTREAM_BLUESKY_URL',
  answer({ path, query }) {
    const actor = query.get('actor')
    if (actor === 'gone.example') return refusal('AccountDeactivated', 'Account is deactivated')
    if (actor !== 'bsky.app' && actor !== DID) return refusal('InvalidRequest', 'Profile not found')
    if (path === '/xrpc/app.bsky.actor.getProfile') return PROFILE
    if (path !== '/xrpc/app.bsky.feed.getAuthorFeed') return undefined
    if (query.get('cursor') === 'bad') return refusal('InvalidRequest', 'Malformed cursor')
    if (query.get('cursor')) return { feed: [] }
    return { feed: FEED.slice(0, Number(query.get('limit'))), cursor: '2025-12-29T08:30:00Z' }
  },
})
