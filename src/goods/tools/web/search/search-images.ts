import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { braveSearch } from '../../../../capabilities/upstreams/brave-search.ts'
import { query } from './_fields.ts'

export default defineTool({
  route: 'GET /api/search-images',
  name: 'Image search',
  description: 'Image search with source page and full-size address.',
  asks: [
    'search for images',
    'find photos of a subject on the web',
    'photos of mountains',
    'find pictures on the web',
  ],
  price: '$0.008',
  uses: { braveSearch },
  input: z.object({
    q: query().describe('What to search for, at most 400 characters.'),
    count: z.int().min(1).max(50).default(10).describe('Most results, 1 to 50.'),
    safeSearch: z
      .enum(['off', 'strict'])
      .default('strict')
      .describe('strict leaves out adult content.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        title: z.string().nullable(),
        pageUrl: z.string().nullable().describe('Address of the page that shows it.'),
        imageUrl: z.string().describe('Address of the full-size image at its own site.'),
        thumbnailUrl: z
          .string()
          .nullable()
          .describe('Address of a small copy at the search engine.'),
        width: z.int().nullable().describe('Width of the full size, in pixels.'),
        height: z.int().nullable().describe('Height of the full size, in pixels.'),
        publisher: z.string().nullable().describe('Host of the page.'),
      }),
    ),
  }),
  examples: [
    {
      input: { q: 'red panda' },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            title: 'Red panda in a tree',
            pageUrl: 'https://zoo.example/red-panda',
            imageUrl: 'https://zoo.example/img/panda.jpg',
            thumbnailUrl: 'https://imgs.search.brave.com/a1',
            width: 1920,
            height: 1080,
            publisher: 'zoo.example',
          },
          {
            title: null,
            pageUrl: null,
            imageUrl: 'https://cdn.example/p.png',
            thumbnailUrl: null,
            width: null,
            height: null,
            publisher: null,
          },
        ],
        source: 'Brave Search',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run(input, { braveSearch }) {
    const found = await braveSearch.images(input)
    const results = found.flatMap(({ title, url, source, thumbnail, properties }) => {
      const imageUrl = properties?.url
      if (!imageUrl) return []
      return {
        title: title ?? null,
        pageUrl: url ?? null,
        imageUrl,
        thumbnailUrl: thumbnail?.src ?? null,
        width: properties.width ?? null,
        height: properties.height ?? null,
        publisher: source ?? null,
      }
    })
    return { results }
  },
})
