import type { CheerioAPI } from 'cheerio'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { elementsById } from '../../../../engines/html/by-id.ts'
import { html, parsedHtml } from './_parsed.ts'
import { lineOf, type Element } from '../../../../engines/html/text.ts'

const ROWS_MAX = 2_000
const TEXT_CHARACTERS_MAX = 500

const Heading = z.object({
  level: z.int().min(1).max(6),
  text: z.string(),
  id: z.string().nullable(),
})
const Landmark = z.object({
  role: z.string().describe('An ARIA role such as main or navigation.'),
  label: z.string().nullable(),
})

export default defineTool({
  route: 'POST /api/html-outline',
  name: 'Outline of HTML',
  description:
    'Headings and landmarks of HTML, with levels left out and images without alternative text.',
  asks: [
    'show the heading structure of HTML',
    'which headings does this markup have, and are alt texts missing',
    'headings of my HTML in order',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({ html: html() }),
  output: z.object({
    headings: z.array(Heading).describe('Headings in the order of the page, at most 2000.'),
    landmarks: z.array(Landmark).describe('Landmarks in the order of the page, at most 2000.'),
    skippedLevels: z
      .int()
      .describe(
        'Number of levels left out on the way down, such as from h1 to h3, or before a first h2.',
      ),
    imagesWithoutAlt: z
      .int()
      .describe(
        'Number of images without an alt attribute. An empty alt counts as one, because it marks decoration.',
      ),
  }),
  examples: [
    {
      input: { html: '<h1>A</h1><h3>B</h3>' },
      output: {
        headings: [
          { level: 1, text: 'A', id: null },
          { level: 3, text: 'B', id: null },
        ],
        landmarks: [],
        skippedLevels: 1,
        imagesWithoutAlt: 0,
      },
    },
    {
      input: {
        html: '<nav aria-label="Main"></nav><main><h1 id="top">A</h1><img src="a.png"></main>',
      },
      output: {
        headings: [{ level: 1, text: 'A', id: 'top' }],
        landmarks: [
          { role: 'navigation', label: 'Main' },
          { role: 'main', label: null },
        ],
        skippedLevels: 0,
        imagesWithoutAlt: 1,
      },
    },
  ],

  async run({ html }) {
    const $ = await parsedHtml(html)
    const headings = $('h1,h2,h3,h4,h5,h6,[role="heading"]').toArray()
    const levels = headings.map(levelOf)
    return {
      headings: headings.slice(0, ROWS_MAX).map((element, at) => ({
        level: levels[at] ?? 2,
        text: clip(lineOf(element.children)),
        id: clip(element.attribs['id'] ?? '') || null,
      })),
      landmarks: landmarksOf($).slice(0, ROWS_MAX),
      skippedLevels: levels.reduce(
        (sum, level, at) => sum + Math.max(0, level - (levels[at - 1] ?? 0) - 1),
        0,
      ),
      imagesWithoutAlt: $('img:not([alt]), input[type="image" i]:not([alt])').not(SILENT).length,
    }
  },
})

const SILENT = '[role="presentation"],[role="none"],[aria-hidden="true"],[aria-label],noscript *'

/** A heading role has the level that it names, or else the second. */
function levelOf({ name, attribs }: Element): number {
  const said = Number(attribs['aria-level'] ?? (/^h[1-6]$/.test(name) ? name.slice(1) : 2))
  return Number.isInteger(said) ? Math.min(6, Math.max(1, said)) : 2
}

const ROLES = new Map([
  ['main', 'main'],
  ['nav', 'navigation'],
  ['aside', 'complementary'],
  ['search', 'search'],
  ['header', 'banner'],
  ['footer', 'contentinfo'],
  ['form', 'form'],
  ['section', 'region'],
])
const LANDMARKS = new Set(ROLES.values())
const SECTIONS = 'article,aside,main,nav,section'

function landmarksOf($: CheerioAPI): z.output<typeof Landmark>[] {
  const byId = elementsById($)
  const found = $([...ROLES.keys(), '[role]'].join()).toArray() as Element[]
  return found.flatMap((element) => {
    const { name, attribs } = element
    const role = attribs['role']?.trim().split(/\s+/)[0] ?? ROLES.get(name) ?? ''
    const label = labelOf(attribs, byId)
    const isUnnamed = (name === 'form' || name === 'section') && label === null
    const isInner = /^(header|footer)$/.test(name) && $(element).closest(SECTIONS).length > 0
    const isImplied = attribs['role'] === undefined
    return LANDMARKS.has(role) && !(isImplied && (isUnnamed || isInner)) ? [{ role, label }] : []
  })
}

function labelOf(attribs: Element['attribs'], byId: ReadonlyMap<string, Element>): string | null {
  const [id = ''] = (attribs['aria-labelledby'] ?? '').trim().split(/\s+/)
  const named = byId.get(id)?.children ?? []
  return clip(attribs['aria-label'] ?? lineOf(named)) || null
}

const clip = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, TEXT_CHARACTERS_MAX).toWellFormed()
