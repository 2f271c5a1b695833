import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPage } from '../_page.ts'

const ARTICLE = threadWork<typeof import('../../../../engines/article/article-thread.ts')>(
  import.meta.url,
  '../../../../engines/article/article-thread.ts',
)

export default defineTool({
  route: 'POST /api/extract',
  name: 'Extract article',
  description:
    'Main article of a public page as clean markdown, with title, byline and word count: tables, ' +
    'code, lists, images and footnotes kept, navigation and advertising left out. ' +
    'A page without an article is a failure.',
  asks: [
    'read the text of an article',
    'get the main content of a web page',
    'only the article without ads',
    'read a blog post',
    'clean text of a news story',
    'read this link for me',
  ],
  price: '$0.010',
  everyday: true,
  uses: { web, threads },
  input: z.object({ url: webUrl().describe('The page to read; redirects are followed.') }),
  output: z.object({
    url: z.url().describe('Address of the page, after redirects.'),
    title: z.string().describe('Title; empty if the page has none.'),
    byline: z.string().nullable().describe('Author, as the page states it.'),
    excerpt: z.string().describe('Summary of the page, or its beginning.'),
    wordCount: z.int().describe('Number of words, also in languages without spaces between them.'),
    markdown: z.string().describe('Markdown (GitHub flavour), with absolute links.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/post' },
      output: {
        url: 'https://example.com/post',
        title: 'A harbour for small boats',
        byline: 'Maren Oduya',
        excerpt: 'Why the old quay was worth saving.',
        wordCount: 43,
        markdown: [
          'The quay is **two hundred years** old. When the last trawler left it, the town wanted to fill it in and park cars there.',
          '## What was kept',
          '- the granite steps\n- the [crane](https://example.com/crane), which still turns',
          '| Berth | Length |\n| --- | --- |\n| North | 8 m |\n| South | 11 m |',
        ].join('\n\n'),
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url: address }, { web, threads }) {
    const { url, html } = await fetchPage(web, address)
    const subject = `the page of ${new URL(url).host}`
    const asked = { url, html, isStrict: true }
    const article = await threads.run(ARTICLE, asked, { subject })
    return { url, ...article }
  },
})
