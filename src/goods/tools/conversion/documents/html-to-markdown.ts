import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { countWords, plain } from '../../../../engines/language/words.ts'

const ANSWER_CHARACTERS_MAX = 4_000_000

export default defineTool({
  route: 'POST /api/html-to-markdown',
  name: 'HTML to Markdown',
  description:
    'HTML of your own to Markdown with tables, code and absolute links; only the main part if wanted.',
  asks: [
    'turn an html string into markdown',
    'html table to markdown table',
    'turn my web snippet into plain notes',
    'HTML for a language model',
    'strip the markup but keep headings and tables',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    html: text(2 * MB).describe('The HTML, up to 2 MB.'),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional()
      .describe(
        'Address of the page, to make its links absolute; without it they stay as they are.',
      ),
    mainOnly: z
      .boolean()
      .default(false)
      .describe(
        'Whether to keep only what the document marks as main or article, or what reads as its article; no menus, footers or forms.',
      ),
  }),
  output: z.object({ markdown: z.string(), wordCount: z.int() }),
  examples: [
    {
      input: { html: '<h1>Hi</h1><p><b>x</b></p>' },
      output: { markdown: '# Hi\n\n**x**', wordCount: 2 },
    },
    {
      input: {
        html: '<table><tr><th>a</th><th>b</th></tr><tr><td><a href="/b">1</a></td><td>2</td></tr></table>',
        baseUrl: 'https://x.example/',
      },
      output: {
        markdown: '| a | b |\n| --- | --- |\n| [1](https://x.example/b) | 2 |',
        wordCount: 4,
      },
    },
  ],

  async run({ html, baseUrl, mainOnly }) {
    const markdown = await writeMarkdown(html, baseUrl, mainOnly)
    if (markdown.length > ANSWER_CHARACTERS_MAX)
      throw badInput(`html: makes more than ${ANSWER_CHARACTERS_MAX} characters`)
    return { markdown, wordCount: countWords(plain(markdown)) }
  },
})

async function writeMarkdown(
  html: string,
  baseUrl: string | undefined,
  mainOnly: boolean,
): Promise<string> {
  try {
    const { markdownOf } = await import('../../../../engines/article/markdown.ts')
    if (!mainOnly) return markdownOf(html, baseUrl)
    const { main, isMarked } = await mainOf(html)
    return (isMarked ? null : await articleIn(html, baseUrl)) ?? markdownOf(main, baseUrl)
  } catch (thrown) {
    if (thrown instanceof Fault) throw badInput(`html: ${thrown.message}`)
    if (thrown instanceof RangeError) throw badInput('html: is nested too deep')
    throw thrown
  }
}

const AROUND =
  'nav, aside, footer, form, dialog, [role=navigation], [role=banner], [role=contentinfo], [role=complementary], [role=search], [hidden], [aria-hidden=true]'

/** Null if no article stands out. */
async function articleIn(html: string, baseUrl: string | undefined): Promise<string | null> {
  const { articleOf } = await import('../../../../engines/article/article.ts')
  const { markdown, title, isDoubtful } = articleOf(html, baseUrl)
  if (markdown === '' || isDoubtful) return null
  return title === '' || markdown.startsWith('# ') ? markdown : `# ${title}\n\n${markdown}`
}

/**
 * The part that the document marks as main, or the whole without the parts that it marks as
 * secondary.
 */
async function mainOf(html: string): Promise<{ main: string; isMarked: boolean }> {
  const { parsedPage } = await import('../../../../engines/html/document.ts')
  const $ = parsedPage(html)
  $(AROUND).remove()
  $('body > header').remove()
  const marked = $('main, [role=main]').first()
  const articles = $('article')
  const own = marked.length > 0 ? marked : articles.length === 1 ? articles : null
  const base = $.html($('base').first())
  return { main: `${base}${(own ?? $('body')).html() ?? ''}`, isMarked: own !== null }
}
