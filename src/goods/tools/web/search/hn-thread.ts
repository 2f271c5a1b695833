import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { hackerNews } from '../../../../capabilities/upstreams/hacker-news.ts'

export default defineTool({
  route: 'GET /api/hn-thread',
  name: 'Hacker News thread',
  description: 'One Hacker News thread flattened into readable comments with depth.',
  asks: [
    'read the comments of a Hacker News story',
    'get a whole Hacker News discussion',
    'read the discussion',
  ],
  price: '$0.003',
  uses: { hackerNews },
  input: z.object({
    id: z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe('Number of the story, as in item?id='),
    maxComments: z
      .int()
      .min(1)
      .max(500)
      .default(100)
      .describe('Most comments, 1 to 500; more are left out.'),
  }),
  output: z.object({
    id: z.int(),
    title: z.string().nullable().describe('Title; null if the number is that of a comment.'),
    url: z.string().nullable().describe('Link of the story; null if it is a text.'),
    author: z.string().nullable(),
    points: z.int().nullable(),
    comments: z
      .array(
        z.object({
          id: z.int(),
          author: z.string().nullable(),
          text: z.string(),
          depth: z.int().describe('Depth; 0 is a reply to the story itself.'),
          createdIso: z.string().nullable(),
        }),
      )
      .describe('Comments in reading order: each is followed by its replies.'),
  }),
  examples: [
    {
      input: { id: 8863, maxComments: 3 },
      at: '2026-01-01T00:00:00Z',
      output: {
        id: 8863,
        title: 'My YC app: Dropbox - Throw away your USB drive',
        url: 'http://www.getdropbox.example/u/2/screencast.html',
        author: 'dhouston',
        points: 104,
        comments: [
          {
            id: 9224,
            author: 'BrandonM',
            text: 'I have a few "qualms":\n\n1. It is <b>trivial</b>.',
            depth: 0,
            createdIso: '2007-04-05T15:16:55.000Z',
          },
          {
            id: 9479,
            author: 'dhouston',
            text: 'Answered below what was deleted.',
            depth: 2,
            createdIso: '2007-04-06T08:00:00.000Z',
          },
          {
            id: 8876,
            author: 'other',
            text: 'Nice.',
            depth: 0,
            createdIso: '2007-04-05T01:00:00.000Z',
          },
        ],
        source: 'Hacker News Search',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { id: 8863 } },
  ],

  async run({ id, maxComments }, { hackerNews }) {
    const story = await hackerNews.thread(id, maxComments)
    return {
      id: story.id,
      title: story.title ?? null,
      url: story.url || null,
      author: story.author ?? null,
      points: story.points ?? null,
      comments: story.comments,
    }
  },
})
