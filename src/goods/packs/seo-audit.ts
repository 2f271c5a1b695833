import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { webUrl } from '../../base/lib/web-url.ts'

export default definePack({
  title: 'SEO audit',
  tagline:
    'What a search engine sees of a page: status, head tags, structured data, links, robots and sitemap.',
  asks: [
    'technical SEO audit of a page',
    'audit the SEO of my page: head tags, structured data, links',
    'why does Google not find my page',
    'search engine check',
  ],
  input: z.object({ url: webUrl().describe('The page that is to be found by search engines.') }),
  steps: [
    { tool: 'http-check', input: ({ url }) => ({ url }) },
    { tool: 'meta', input: ({ url }) => ({ url }) },
    { tool: 'page-jsonld', input: ({ url }) => ({ url }) },
    { tool: 'page-links', input: ({ url }) => ({ url }) },
    { tool: 'robots-check', input: ({ url }) => ({ url }) },
    { tool: 'sitemap', input: ({ url }) => ({ url }) },
  ],
  examples: [{ input: { url: 'https://example.com/post' } }],
})
