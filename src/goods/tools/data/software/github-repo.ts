import { z } from 'zod'
import { nullableText } from '../../../../base/lib/fields.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { github } from '../../../../capabilities/upstreams/github.ts'
import { licenseText, repository } from './_repository.ts'

export default defineTool({
  route: 'GET /api/github-repo',
  name: 'GitHub repository',
  description:
    'Facts of one GitHub repository: stars, forks, licence, last commit pushed, languages, latest release.',
  asks: [
    'how many stars and forks does nodejs/node have',
    'when was the last commit pushed to an open source project on GitHub',
    'how many stars has a project',
    'is the repository still maintained',
    'licence of a repo',
  ],
  price: '$0.002',
  uses: { github },
  input: z.object({ repo: repository() }),
  output: z.object({
    repo: z.string().describe('Current name of the repository.'),
    description: nullableText(),
    stars: z.int(),
    forks: z.int(),
    openIssues: z.int().describe('Number of open issues and pull requests.'),
    license: licenseText(),
    language: nullableText().describe('Language with the most code.'),
    topics: z.array(z.string()),
    pushedIso: nullableText().describe('Time of the last push.'),
    archived: z.boolean(),
    latestRelease: z
      .object({ tag: z.string(), name: nullableText(), publishedIso: nullableText() })
      .nullable()
      .describe('Newest release that is not a prerelease.'),
    languages: z.record(z.string(), z.int()).describe('Bytes of code by language.'),
  }),
  examples: [
    {
      input: { repo: 'nodejs/node' },
      at: '2026-01-21T00:00:00Z',
      output: {
        repo: 'nodejs/node',
        description: 'Node.js JavaScript runtime',
        stars: 110_000,
        forks: 31_000,
        openIssues: 2_200,
        license: 'NOASSERTION',
        language: 'JavaScript',
        topics: ['javascript', 'nodejs'],
        pushedIso: '2026-01-20T10:00:00.000Z',
        archived: false,
        latestRelease: {
          tag: 'v24.13.0',
          name: '2026-01-13, Version 24.13.0',
          publishedIso: '2026-01-13T09:00:00.000Z',
        },
        languages: { JavaScript: 40_000_000, 'C++': 9_000_000 },
        source: 'GitHub',
        asOf: '2026-01-21T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ repo }, { github }) {
    const found = await github.repository(repo)
    const [languages, release] = await Promise.all([
      github.languages(found.full_name),
      github.latestRelease(found.full_name),
    ])
    return {
      repo: found.full_name,
      description: found.description,
      stars: found.stargazers_count,
      forks: found.forks_count,
      openIssues: found.open_issues_count,
      license: found.license?.spdx_id ?? null,
      language: found.language,
      topics: found.topics,
      pushedIso: found.pushed_at,
      archived: found.archived,
      latestRelease: release && {
        tag: release.tag_name,
        name: release.name,
        publishedIso: release.published_at,
      },
      languages,
    }
  },
})
