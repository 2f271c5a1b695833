import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { sanitised } from '../../../../engines/html/sanitise.ts'
import { headingsOf, lexed } from './_gfm.ts'
import { contentsOf, rendered } from './_markdown-html.ts'

const ANSWER_CHARACTERS_MAX = 8_000_000

export default defineTool({
  route: 'POST /api/markdown-to-html',
  name: 'Markdown to HTML',
  description:
    'Markdown (CommonMark, GitHub flavour) to clean HTML, with anchors on headings and a table of contents if wanted.',
  asks: [
    'render markdown as html',
    'markdown readme to a safe web page',
    'show my README on a web page',
    'render md',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    markdown: text(2 * MB).describe('Markdown text, up to 2 MB.'),
    gfm: z.boolean().default(true).describe('GitHub flavour: tables, tasks, strikethrough, links.'),
    sanitize: z
      .boolean()
      .default(true)
      .describe(
        'Whether to remove scripts, styles and dangerous links; without it, raw HTML is kept as it is.',
      ),
    toc: z
      .boolean()
      .default(false)
      .describe('Whether to put a list of the headings before the text.'),
  }),
  output: z.object({
    html: z.string(),
    headings: z
      .array(z.object({ level: z.int(), text: z.string(), id: z.string() }))
      .describe('Headings in order, with their anchors.'),
  }),
  examples: [
    {
      input: { markdown: '# Hi\n\n- a' },
      output: {
        html: '<h1 id="hi">Hi</h1>\n<ul>\n<li>a</li>\n</ul>\n',
        headings: [{ level: 1, text: 'Hi', id: 'hi' }],
      },
    },
    {
      input: { markdown: '[x](javascript:alert(1)) <script>1</script> ~~no~~' },
      output: { html: '<p><a>x</a>  <del>no</del></p>\n', headings: [] },
    },
  ],

  async run({ markdown, gfm, sanitize, toc }) {
    const tokens = await lexed(markdown, gfm)
    const headings = headingsOf(tokens)
    const raw = (toc ? contentsOf(headings) : '') + (await rendered(tokens, headings, gfm))
    const html = sanitize ? await sanitised(raw) : raw
    if (html.length > ANSWER_CHARACTERS_MAX)
      throw badInput(`markdown: makes more than ${ANSWER_CHARACTERS_MAX} characters of HTML`)
    return { html, headings: [...headings] }
  },
})
