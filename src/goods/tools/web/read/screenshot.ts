import { z } from 'zod'
import { binary } from '../../../../base/core/tool-output.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { browser } from '../../../../outside/net/browser.ts'

const PNG = 'image/png'

export default defineTool({
  route: 'GET /api/screenshot',
  name: 'Screenshot',
  description:
    'PNG picture of a public page in a headless browser, 1280 by 800 pixels or its full length. An ' +
    'error status of the page is a failure.',
  asks: [
    'take a screenshot of a website',
    'picture of a web page',
    'photo of a website',
    'how does my page look',
    'picture of a page',
    'capture',
  ],
  price: '$0.004',
  everyday: true,
  uses: { browser },
  input: z.object({
    url: webUrl().describe('Public http or https address; redirects are followed.'),
    fullPage: z
      .boolean()
      .default(false)
      .describe('Whether to take the whole page, down to 16,384 pixels or 16 MB.'),
  }),
  output: z.string().meta({ contentMediaType: PNG, description: 'The picture, as PNG.' }),
  examples: [
    { input: { url: 'https://example.com', fullPage: true } },
    { input: { url: 'https://example.com/app' } },
  ],

  run: async ({ url, fullPage }, { browser }) =>
    binary(PNG, await browser.picture(url, { fullPage })),
})
