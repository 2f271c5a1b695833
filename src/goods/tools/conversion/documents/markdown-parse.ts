import type { Token, Tokens } from 'marked'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { readYaml } from '../../../../engines/formats/yaml-values.ts'
import { allTokens, headingsOf, lexed, shownText } from './_gfm.ts'

const LISTED_MAX = 5_000

export default defineTool({
  route: 'POST /api/markdown-parse',
  name: 'Markdown parse',
  description:
    'Parts of a Markdown document: front matter, outline, links, code blocks, tables, tasks and plain text.',
  asks: [
    'extract code blocks from markdown',
    'read front matter and headings of a markdown file',
    'get the headings and links out of my README',
    'read the front matter of a post',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({ markdown: text(2 * MB).describe('Markdown text, up to 2 MB.') }),
  output: z.object({
    frontMatter: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('YAML between --- lines at the beginning; null if there is none.'),
    headings: z.array(z.object({ level: z.int(), text: z.string(), id: z.string() })),
    links: z
      .array(
        z.object({
          text: z.string(),
          url: z.string(),
          title: z.string().nullable(),
          image: z.boolean(),
        }),
      )
      .describe('Links and images, in order.'),
    codeBlocks: z.array(z.object({ lang: z.string().nullable(), code: z.string() })),
    tables: z.array(z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) })),
    tasks: z.array(z.object({ text: z.string(), done: z.boolean() })),
    text: z.string().describe('Text without marks: a line for each paragraph, item and row.'),
    toc: z.string().describe('The outline as a Markdown list of links.'),
  }),
  examples: [
    {
      input: { markdown: '---\na: 1\n---\n# T\n```js\n1\n```' },
      output: {
        frontMatter: { a: 1 },
        headings: [{ level: 1, text: 'T', id: 't' }],
        links: [],
        codeBlocks: [{ lang: 'js', code: '1' }],
        tables: [],
        tasks: [],
        text: 'T\n1',
        toc: '- [T](#t)',
      },
    },
    {
      input: { markdown: '- [x] see [a](https://a.example)\n\n|n|\n|-|\n|*1*|' },
      output: {
        frontMatter: null,
        headings: [],
        links: [{ text: 'a', url: 'https://a.example', title: null, image: false }],
        codeBlocks: [],
        tables: [{ columns: ['n'], rows: [['1']] }],
        tasks: [{ text: 'see a', done: true }],
        text: 'see a\nn\n1',
        toc: '',
      },
    },
  ],

  async run({ markdown }) {
    const { frontMatter, body } = await divided(markdown.replace(/^\uFEFF/, ''))
    const tokens = await lexed(body)
    const all = [...allTokens(tokens)]
    const headings = headingsOf(tokens)
    const of = <T extends Token>(type: string) =>
      all.filter((token) => token.type === type).slice(0, LISTED_MAX) as T[]
    return {
      frontMatter,
      headings: [...headings],
      links: linksIn(all),
      codeBlocks: of<Tokens.Code>('code').map(({ lang, text: code }) => ({
        lang: lang?.split(/\s/)[0] || null,
        code,
      })),
      tables: of<Tokens.Table>('table').map(({ header, rows }) => ({
        columns: header.map(cellText),
        rows: rows.map((cells) => cells.map(cellText)),
      })),
      tasks: of<Tokens.ListItem>('list_item')
        .filter(({ task }) => task)
        .map(({ checked, tokens: inner }) => ({
          text: linesOf(inner.filter(({ type }) => type !== 'list')).join(' '),
          done: checked === true,
        })),
      text: linesOf(tokens).join('\n'),
      toc: headings
        .map(({ level, text, id }) => `${'  '.repeat(level - 1)}- [${text}](#${id})`)
        .join('\n'),
    }
  },
})

const cellText = ({ tokens }: { readonly tokens: Token[] }): string => shownText(tokens)

async function divided(markdown: string) {
  const [all, yaml] =
    /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(markdown) ?? []
  if (all === undefined || yaml === undefined) return { frontMatter: null, body: markdown }
  const { documents } = await readYaml('markdown', yaml)
  const [value] = documents
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isMap
    ? { frontMatter: value as Record<string, unknown>, body: markdown.slice(all.length) }
    : { frontMatter: null, body: markdown }
}

const linksIn = (tokens: readonly Token[]) =>
  tokens
    .filter(({ type }) => type === 'link' || type === 'image')
    .slice(0, LISTED_MAX)
    .map((token) => {
      const { href, title, text, tokens: inner } = token as Tokens.Link
      const shown = token.type === 'link' && inner ? shownText(inner) : text
      return { text: shown, url: href, title: title ?? null, image: token.type === 'image' }
    })

function linesOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token): readonly string[] => {
    if (
      token.type === 'space' ||
      token.type === 'hr' ||
      token.type === 'html' ||
      token.type === 'def'
    )
      return []
    if (token.type === 'list')
      return (token as Tokens.List).items.flatMap(({ tokens: inner }) => linesOf(inner))
    if (token.type === 'blockquote') return linesOf((token as Tokens.Blockquote).tokens)
    if (token.type === 'code') return [(token as Tokens.Code).text]
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].map((cells) => cells.map(cellText).join('\t'))
    }
    const shown = shownText([token]).trim()
    return shown === '' ? [] : [shown]
  })
}
