import { z } from 'zod'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { webUrl } from '../../base/lib/web-url.ts'

export default definePack({
  title: 'Feed digest',
  tagline: "A site's feed found and read, and its newest item boiled down to a few sentences.",
  asks: [
    'newest item of the feed of a site in a few sentences',
    'digest of a feed',
    'what is new in my feeds',
  ],
  input: z.object({ url: webUrl().describe('A site, or its feed.') }),
  steps: [
    { tool: 'feed-discover', input: ({ url }) => ({ url }) },
    {
      tool: 'feed-parse',
      after: ['feed-discover'],
      // An address that is a feed itself names none.
      input: ({ url }, results) => ({
        url: textAt(results['feed-discover'], 'feeds', 0, 'url') ?? url,
      }),
    },
    {
      tool: 'extract',
      after: ['feed-parse'],
      input(_, results) {
        const url = textAt(results['feed-parse'], 'items', 0, 'url')
        return url === null ? null : { url }
      },
    },
    {
      tool: 'summarize-extractive',
      after: ['extract'],
      input(_, results) {
        const text = textAt(results['extract'], 'markdown')
        return text === null ? null : { text }
      },
    },
  ],
  examples: [{ input: { url: 'https://example.com/' } }],
})
