import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { stackExchange } from '../../../../capabilities/upstreams/stack-exchange.ts'
import { query } from './_fields.ts'

const TAGS_MAX = 5
const TAG = /^[^\s;,]{1,35}$/

const tags = () =>
  line(250)
    .transform((list) =>
      list
        .split(',')
        .map((tag) => tag.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine((list) => list.length <= TAGS_MAX && list.every((tag) => TAG.test(tag)), {
      error: `must be at most ${TAGS_MAX} tags with commas between them, such as node.js,http`,
    })

export default defineTool({
  route: 'GET /api/stackexchange-search',
  name: 'Stack Exchange search',
  description: 'Find Stack Exchange questions with score, tags and accepted answers.',
  asks: [
    'search Stack Overflow',
    'stackoverflow answer to a compiler error message',
    'has somebody solved this error',
    'programming help',
    'how do I fix an exception',
  ],
  price: '$0.002',
  uses: { stackExchange },
  input: z.object({
    q: query().describe('Words in the question, at most 400 characters.'),
    site: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+){0,3}$/, { error: 'must be a site such as superuser' })
      .max(80)
      .default('stackoverflow')
      .describe('Site of the network: stackoverflow, superuser, dba, math, …'),
    tags: tags()
      .optional()
      .describe(`Only questions with one of these tags: at most ${TAGS_MAX}, separated by commas.`),
    acceptedOnly: z.boolean().default(false).describe('Only questions with an accepted answer.'),
    limit: z.int().min(1).max(50).default(10).describe('Most results, 1 to 50.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        title: z.string(),
        url: z.string(),
        score: z.int(),
        answers: z.int().describe('Number of answers.'),
        accepted: z.boolean().describe('Whether one of the answers is accepted.'),
        tags: z.array(z.string()),
        createdIso: z.iso.datetime(),
      }),
    ),
    count: z.int(),
  }),
  examples: [
    {
      input: { q: 'postgres upsert returning', limit: 5 },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            title: 'How to use RETURNING with "ON CONFLICT" in PostgreSQL?',
            url: 'https://stackoverflow.com/questions/34708509/returning-on-conflict',
            score: 452,
            answers: 10,
            accepted: true,
            tags: ['sql', 'postgresql', 'upsert'],
            createdIso: '2016-01-10T17:40:27.000Z',
          },
          {
            title: 'Upsert & triggers',
            url: 'https://stackoverflow.com/questions/2',
            score: -1,
            answers: 0,
            accepted: false,
            tags: ['postgresql'],
            createdIso: '2020-09-13T12:26:40.000Z',
          },
        ],
        count: 2,
        source: 'Stack Exchange',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { q: 'upsert', site: 'dba', tags: 'sql, upsert', acceptedOnly: true, limit: 1 } },
  ],

  async run({ tags = [], ...query }, { stackExchange }) {
    const results = await stackExchange.search({ ...query, tags })
    return { results, count: results.length }
  },
})
