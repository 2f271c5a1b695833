import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { github } from '../../../../capabilities/upstreams/github.ts'
import { licenseText } from './_repository.ts'

export default defineTool({
  route: 'GET /api/github-search',
  name: 'GitHub search',
  description:
    'Find open source projects on GitHub: repositories that match a query with qualifiers, by stars.',
  asks: [
    'find open source repositories about a topic by stars',
    'search GitHub for Rust projects about payments',
    'open source project that does something',
    'find a library on GitHub',
    'code for a todo app',
  ],
  price: '$0.002',
  uses: { github },
  input: z.object({
    q: searchText(256).describe(
      'Words and qualifiers such as language:rust, stars:>100, topic:cli, pushed:>2026-01-01.',
    ),
    sort: z
      .enum(['best', 'stars', 'updated'])
      .default('best')
      .describe('Order: best match, most stars, or last updated.'),
    limit: z.int().min(1).max(50).default(10).describe('Most repositories, 1 to 50.'),
  }),
  output: z.object({
    repos: z.array(
      z.object({
        repo: z.string(),
        description: nullableText(),
        stars: z.int(),
        language: nullableText(),
        license: licenseText(),
        pushedIso: nullableText(),
        url: z.string(),
      }),
    ),
    total: z.int().describe('Number of repositories that match; GitHub shows the first thousand.'),
  }),
  examples: [
    {
      input: { q: 'x402 language:typescript', sort: 'stars' },
      at: '2026-01-21T00:00:00Z',
      output: {
        repos: [
          {
            repo: 'coinbase/x402',
            description: null,
            stars: 5_000,
            language: null,
            license: 'Apache-2.0',
            pushedIso: '2026-01-20T10:00:00.000Z',
            url: 'https://github.com/coinbase/x402',
          },
        ],
        total: 1,
        source: 'GitHub',
        asOf: '2026-01-21T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ q, sort, limit }, { github }) {
    const found = await github.search({ q, sort: sort === 'best' ? undefined : sort, limit })
    const repos = found.items.slice(0, limit).map((item) => ({
      repo: item.full_name,
      description: item.description,
      stars: item.stargazers_count,
      language: item.language,
      license: item.license?.spdx_id ?? null,
      pushedIso: item.pushed_at,
      url: item.html_url,
    }))
    return { repos, total: found.total_count }
  },
})
