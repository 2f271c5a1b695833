import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { github } from '../../../../capabilities/upstreams/github.ts'
import { repository } from './_repository.ts'

const NOTES_CHARACTERS = 10_000
const ASSETS_MAX = 100

export default defineTool({
  route: 'GET /api/github-releases',
  name: 'GitHub releases',
  description:
    'Published releases of a GitHub repository with notes and download links of their binaries.',
  asks: [
    'release notes of the last versions of a project on GitHub',
    'download links of the binaries that a repository published',
    'what is new in the latest release',
    'download link of a program on GitHub',
    'changelog',
  ],
  price: '$0.002',
  uses: { github },
  input: z.object({
    repo: repository(),
    limit: z.int().min(1).max(50).default(10).describe('Most releases, 1 to 50.'),
  }),
  output: z.object({
    repo: z.string(),
    releases: z
      .array(
        z.object({
          tag: z.string(),
          name: z.string().nullable(),
          publishedIso: z.string().nullable(),
          prerelease: z.boolean(),
          notes: z
            .string()
            .nullable()
            .describe(`Markdown, at most ${NOTES_CHARACTERS} characters.`),
          assets: z.array(
            z.object({
              name: z.string(),
              bytes: z.int().nullable(),
              downloads: z.int().nullable(),
              url: z.string(),
            }),
          ),
        }),
      )
      .describe('Newest first.'),
    count: z.int(),
  }),
  examples: [{ input: { repo: 'nodejs/node', limit: 3 } }, { input: { repo: 'coinbase/x402' } }],

  async run({ repo, limit }, { github }) {
    const found = await github.releases(repo, limit)
    const releases = found.slice(0, limit).map((release) => ({
      tag: release.tag_name,
      name: release.name,
      publishedIso: release.published_at,
      prerelease: release.prerelease,
      notes: release.body && release.body.slice(0, NOTES_CHARACTERS),
      assets: release.assets.slice(0, ASSETS_MAX).map((asset) => ({
        name: asset.name,
        bytes: asset.size,
        downloads: asset.download_count,
        url: asset.browser_download_url,
      })),
    }))
    return { repo, releases, count: releases.length }
  },
})
