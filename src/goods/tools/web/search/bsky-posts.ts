import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { bluesky } from '../../../../capabilities/upstreams/bluesky.ts'
import { actor } from './_bluesky.ts'

export default defineTool({
  route: 'GET /api/bsky-posts',
  name: 'Bluesky posts',
  description: 'Recent posts of a Bluesky account with engagement counts.',
  asks: [
    'latest Bluesky posts of a user',
    'read a Bluesky timeline',
    'what did somebody write on Bluesky',
  ],
  price: '$0.002',
  uses: { bluesky },
  input: z.object({
    actor: actor(),
    limit: z.int().min(1).max(100).default(20).describe('Most posts, 1 to 100.'),
    cursor: line(500)
      .min(1)
      .optional()
      .describe('`cursor` of the previous answer, for older posts.'),
  }),
  output: z.object({
    actor: z.string(),
    posts: z
      .array(
        z.object({
          uri: z.string().describe('AT URI of the post.'),
          text: z.string(),
          createdIso: z.iso.datetime().nullable(),
          likes: z.int(),
          reposts: z.int(),
          replies: z.int(),
        }),
      )
      .describe('Newest first. Reposts and replies are left out, so there may be fewer.'),
    cursor: z.string().nullable().describe('Cursor for older posts; null if there are none.'),
  }),
  examples: [
    {
      input: { actor: 'bsky.app', limit: 5 },
      at: '2026-01-01T00:00:00Z',
      output: {
        actor: 'bsky.app',
        posts: [
          {
            uri: 'at://did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3m1',
            text: 'Hello 🦋 world\nsecond line',
            createdIso: '2025-12-30T18:00:00.000Z',
            likes: 1200,
            reposts: 340,
            replies: 56,
          },
          {
            uri: 'at://did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3m0',
            text: '',
            createdIso: '2025-12-29T08:30:00.000Z',
            likes: 0,
            reposts: 0,
            replies: 0,
          },
        ],
        cursor: '2025-12-29T08:30:00Z',
        source: 'Bluesky',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    {
      input: { actor: '@Bsky.app', cursor: '2025-12-29T08:30:00Z' },
      at: '2026-01-01T00:00:00Z',
      output: {
        actor: 'bsky.app',
        posts: [],
        cursor: null,
        source: 'Bluesky',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ actor, limit, cursor: after }, { bluesky }) {
    const { posts, cursor } = await bluesky.posts(actor, limit, after)
    return { actor, posts, cursor }
  },
})
