import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { html, parsedHtml, selected, selector } from './_parsed.ts'
import { isElement, readableText, type Element } from '../../../../engines/html/text.ts'

/** Limit for the whole answer; nested elements are counted repeatedly. */
const CHARACTERS_MAX = 4_000_000
/** Elements whose text is not prose, so it is answered unchanged. */
const RAW = /^(script|style|textarea|title|template)$/

export default defineTool({
  route: 'POST /api/html-select',
  name: 'Select from HTML',
  description:
    'Elements of HTML that a CSS selector picks: the text, markup and attributes of each.',
  asks: [
    'query HTML with a CSS selector',
    'get elements by class from an HTML string',
    'pick the price out of HTML',
    'CSS selector',
    'scrape one element',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    html: html(),
    selector: selector(),
    attr: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Name of an attribute: only elements that have it, with only this attribute.'),
    limit: z.int().min(1).max(1_000).default(50).describe('Most elements, 1 to 1000.'),
  }),
  output: z.object({
    matches: z.array(
      z.object({
        text: z.string().describe('Visible text.'),
        html: z.string().describe('Markup, including the element itself.'),
        attrs: z.record(z.string(), z.string()),
      }),
    ),
    count: z.int().describe('Number of elements in this answer.'),
    truncated: z.boolean().describe('Whether more elements match.'),
  }),
  examples: [
    {
      input: { html: '<ul><li>a</li><li>b</li></ul>', selector: 'li' },
      output: {
        matches: [
          { text: 'a', html: '<li>a</li>', attrs: {} },
          { text: 'b', html: '<li>b</li>', attrs: {} },
        ],
        count: 2,
        truncated: false,
      },
    },
    {
      input: {
        html: '<a class="x" href="/a">A</a><a>B</a>',
        selector: 'a',
        attr: 'href',
      },
      output: {
        matches: [{ text: 'A', html: '<a class="x" href="/a">A</a>', attrs: { href: '/a' } }],
        count: 1,
        truncated: false,
      },
    },
  ],

  async run({ html, selector, attr, limit }) {
    const $ = await parsedHtml(html)
    const name = attr?.toLowerCase()
    const all = selected($, selector).toArray().filter(isElement)
    const picked = name === undefined ? all : all.filter(({ attribs }) => hasOwn(attribs, name))
    const matches = []
    let left = CHARACTERS_MAX
    for (const element of picked.slice(0, limit)) {
      const match = {
        text: RAW.test(element.name) ? $(element).text() : readableText(element.children),
        html: $.html(element),
        attrs: attrsOf(element, name),
      }
      left -= match.html.length + match.text.length
      if (left < 0 && matches.length > 0) break
      matches.push(match)
    }
    return { matches, count: matches.length, truncated: matches.length < picked.length }
  },
})

const hasOwn = (attribs: object, name: string): boolean => Object.hasOwn(attribs, name)

function attrsOf({ attribs }: Element, name: string | undefined): Record<string, string> {
  const all = Object.entries(attribs)
  return Object.fromEntries(name === undefined ? all : all.filter(([key]) => key === name))
}
