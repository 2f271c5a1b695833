import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { browser } from '../../../../outside/net/browser.ts'
import { threads } from '../../../../engines/threads/threads.ts'

const ARTICLE = threadWork<typeof import('../../../../engines/article/article-thread.ts')>(
  import.meta.url,
  '../../../../engines/article/article-thread.ts',
)

export default defineTool({
  route: 'POST /api/render',
  name: 'Render page',
  description:
    'Page text as markdown after its scripts have run in a headless browser: single-page apps and ' +
    'pages that are empty without JavaScript. An error status of the page is a failure.',
  asks: [
    'read a page that needs JavaScript',
    'get the content of a single-page app after it has loaded',
    'page that needs JavaScript',
    'single page app',
    'content is loaded later',
  ],
  price: '$0.010',
  everyday: true,
  uses: { browser, threads },
  input: z.object({
    url: webUrl().describe('Public http or https address; redirects are followed.'),
  }),
  output: z.object({
    url: z.url().describe('Address of the page, after redirects and scripts.'),
    title: z.string(),
    wordCount: z.int(),
    markdown: z.string().describe('Main content; all visible content if no part stands out.'),
    rendered: z.boolean().describe('True: the scripts of the page have run.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/app' },
      output: {
        url: 'https://example.com/app',
        title: 'Fares today',
        wordCount: 6,
        markdown: '| Line | Fare |\n| --- | --- |\n| Harbour | 2.40 |\n| Airport | 5.10 |',
        rendered: true,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url: asked }, { browser, threads }) {
    const { url, title: titleOfPage, html } = await browser.document(asked)
    const options = { subject: 'the page' }
    const { title, ...article } = await threads.run(ARTICLE, { html, url }, options)
    const { wordCount, markdown } = article
    return { url, title: title || titleOfPage, wordCount, markdown, rendered: true }
  },
})
