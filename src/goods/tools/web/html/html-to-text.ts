import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { countWords } from '../../../../engines/language/words.ts'
import { html, parsedHtml, selected, selector } from './_parsed.ts'
import { readableText } from '../../../../engines/html/text.ts'

export default defineTool({
  route: 'POST /api/html-to-text',
  name: 'HTML to text',
  description:
    'Readable plain text of HTML: scripts and styles removed, blocks kept apart, lists marked.',
  asks: [
    'convert HTML to plain text',
    'strip all tags from HTML',
    'plain words of a web page source',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    html: html(),
    selector: selector().optional().describe('CSS selector of the parts to convert.'),
    keepLinks: z
      .boolean()
      .default(false)
      .describe('Whether to write the address of a link after its text, in parentheses.'),
  }),
  output: z.object({
    text: z.string(),
    wordCount: z.int().describe('Number of words, also in languages without spaces between them.'),
  }),
  examples: [
    {
      input: { html: '<p>Hello <b>world</b></p>' },
      output: { text: 'Hello world', wordCount: 2 },
    },
    {
      input: {
        html: '<h1>Shop</h1><ul><li>Tea</li><li><a href="/milk">Milk</a></li></ul><script>x()</script>',
        keepLinks: true,
      },
      output: { text: 'Shop\n\n- Tea\n- Milk (/milk)', wordCount: 4 },
    },
  ],

  async run({ html, selector, keepLinks }) {
    const $ = await parsedHtml(html)
    const options = keepLinks ? { link: addressOf } : {}
    const texts =
      selector === undefined
        ? [readableText($.root().contents().toArray(), options)]
        : outermost(selected($, selector)).map((node) => readableText([node], options))
    const text = texts.filter((one) => one !== '').join('\n\n')
    return { text, wordCount: countWords(text) }
  },
})

const addressOf = (href: string): string | null =>
  /^\s*(#|javascript:|data:)/i.test(href) ? null : href.trim()

/** Nested matches are answered once. */
function outermost(picked: ReturnType<typeof selected>) {
  const all = new Set(picked.toArray())
  const outer: ReadonlySet<unknown> = all
  return [...all].filter((node) => {
    for (let above = node.parent; above; above = above.parent) if (outer.has(above)) return false
    return true
  })
}
