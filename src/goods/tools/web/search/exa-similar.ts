import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { exa } from '../../../../capabilities/upstreams/exa.ts'
import { neural } from './_fields.ts'

export default defineTool({
  route: 'POST /api/exa-similar',
  name: 'Similar pages',
  description: 'Pages most like a given page, for competitors and related work.',
  asks: [
    'find similar websites',
    'competitors of this site',
    'sites like this one',
    'related pages',
  ],
  price: '$0.012',
  uses: { exa },
  input: z.object({
    url: webUrl().describe('Page that the results must resemble.'),
    numResults: z.int().min(1).max(10).default(10).describe('Most results, 1 to 10.'),
    excludeSourceDomain: z
      .boolean()
      .default(true)
      .describe('Whether to leave out other pages of the same domain.'),
  }),
  output: z.object({
    url: z.string(),
    results: z.array(z.object(neural)),
  }),
  examples: [
    {
      input: { url: 'https://stripe.com' },
      at: '2026-01-01T00:00:00Z',
      output: {
        url: 'https://stripe.com/',
        results: [
          {
            title: 'Adyen',
            url: 'https://www.adyen.example/',
            publishedDate: null,
            author: 'Adyen',
          },
          {
            title: null,
            url: 'https://pay.example/',
            publishedDate: '2025-01-02T00:00:00.000Z',
            author: null,
          },
        ],
        source: 'Exa',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { url: 'https://stripe.com', numResults: 1, excludeSourceDomain: false } },
  ],

  async run(query, { exa }) {
    const results = await exa.similar(query)
    return { url: query.url, results }
  },
})
