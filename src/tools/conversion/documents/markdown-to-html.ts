import type { Token, Tokens } from 'marked'
import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { escapedMarkup } from '../../../lib/escaped-markup.ts'
import { MB, text } from '../../../lib/fields.ts'
import { cleaned } from '../../../html/clean.ts'
import { headingsOf, lexed, type Heading } from './_gfm.ts'

const ANSWER_CHARACTERS_MAX = 8_000_000

export default defineTool({
  route: 'POST /api/markdown-to-html',
  name: 'Markdown to HTML',
  description:
    'Markdown (CommonMark, GitHub flavour) to clean HTML, with anchors on headings and a table of contents if wanted.',
  asks: ['render markdown as html', 'convert a readme to safe html'],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    markdown: text(2 * MB).describe('Markdown text, up to 2 MB.'),
    gfm: z.boolean().default(true).describe('GitHub flavour: tables, tasks, strikethrough, links.'),
    sanitize: z
      .boolean()
      .default(true)
      .describe('Remove scripts, styles and dangerous links; without it raw HTML passes as it is.'),
    toc: z.boolean().default(false).describe('Put a list of the headings before the text.'),
  }),
  output: z.object({
    html: z.string(),
    headings: z
      .array(z.object({ level: z.int(), text: z.string(), id: z.string() }))
      .describe('In order, with their anchors.'),
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
    const html = sanitize ? await cleaned(raw) : raw
    if (html.length > ANSWER_CHARACTERS_MAX)
      throw badInput(`markdown: makes more than ${ANSWER_CHARACTERS_MAX} characters of HTML`)
    return { html, headings: [...headings] }
  },
})

async function rendered(
  tokens: readonly Token[],
  headings: readonly Heading[],
  gfm: boolean,
): Promise<string> {
  const { Marked } = await import('marked')
  let at = 0
  const marked = new Marked({
    gfm,
    renderer: {
      heading({ tokens: inner, depth }: Tokens.Heading) {
        const id = headings[at]?.id ?? ''
        at += 1
        return `<h${depth} id="${escapedMarkup(id)}">${this.parser.parseInline(inner)}</h${depth}>\n`
      },
    },
  })
  try {
    return marked.parser([...tokens])
  } catch (thrown) {
    if (thrown instanceof RangeError) throw badInput('markdown: is nested too deep')
    throw thrown
  }
}

const contentsOf = (headings: readonly Heading[]): string => {
  const items = headings.map(({ level, text, id }) => {
    const indent = level > 1 ? '&nbsp;&nbsp;'.repeat(level - 1) : ''
    return `<li>${indent}<a href="#${escapedMarkup(id)}">${escapedMarkup(text)}</a></li>`
  })
  return items.length === 0 ? '' : `<nav>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>\n`
}
