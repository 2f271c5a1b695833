import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, nullableText } from '../../../../base/lib/fields.ts'
import { dockerHub } from '../../../../capabilities/upstreams/docker-hub.ts'

/** Official images belong to `library`. */
const IMAGE =
  /^(?:(?:index\.)?docker\.io\/)?(?:([a-z0-9_-]{2,255})\/)?([a-z0-9][a-z0-9._-]{0,254})$/

export default defineTool({
  route: 'GET /api/docker-tags',
  name: 'Docker tags',
  description: 'Tags of a Docker Hub image with digests, sizes and platforms.',
  asks: [
    'which tags does the official node container image have',
    'digest and architectures of a container image on Docker Hub',
    'newest version of an image on Docker Hub',
    'which tags has nginx',
  ],
  price: '$0.001',
  uses: { dockerHub },
  input: z.object({
    repo: line(300)
      .regex(IMAGE, { error: 'must be an image of Docker Hub such as library/node or node' })
      .describe('Image, such as library/node; `library/` may be left out for official ones.'),
    filter: line(128).optional().describe('Only tags whose name contains this text, such as 22.'),
    limit: z.int().min(1).max(100).default(20).describe('Most tags, 1 to 100.'),
  }),
  output: z.object({
    image: z.string(),
    tags: z
      .array(
        z.object({
          name: z.string(),
          digest: nullableText(),
          sizeBytes: z.int().nullable().describe('Compressed size of one platform.'),
          platforms: z.array(z.string()).describe('Platforms, such as linux/arm64/v8.'),
          pushedIso: nullableText(),
        }),
      )
      .describe('Last pushed first.'),
    count: z.int(),
    total: z.int().describe('Tags that match.'),
  }),
  examples: [
    {
      input: { repo: 'library/node', filter: '22' },
      at: '2026-01-20T00:00:00Z',
      output: {
        image: 'library/node',
        tags: [
          {
            name: '22-bookworm',
            digest: 'sha256:index',
            sizeBytes: 400_000_000,
            platforms: ['linux/amd64', 'linux/arm/v7'],
            pushedIso: '2026-01-14T01:23:45.678Z',
          },
        ],
        count: 1,
        total: 912,
        source: 'Docker Hub',
        asOf: '2026-01-20T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ repo, filter, limit }, { dockerHub }) {
    const [, namespace = 'library', repository = ''] = IMAGE.exec(repo) ?? []
    const found = await dockerHub.tags({ namespace, repository, filter, limit })
    const tags = found.tags.map(({ name, digest, full_size, images, ...times }) => ({
      name,
      digest,
      sizeBytes: full_size,
      platforms: images
        .filter(({ os }) => os && os !== 'unknown')
        .map(({ os, architecture, variant }) =>
          [os, architecture, variant].filter(Boolean).join('/'),
        ),
      pushedIso: times.tag_last_pushed ?? times.last_updated,
    }))
    return { image: `${namespace}/${repository}`, tags, count: tags.length, total: found.total }
  },
})
