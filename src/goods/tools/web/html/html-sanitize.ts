import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { assertParsable } from '../../../../engines/html/input-bounds.ts'
import { html } from './_parsed.ts'

const STRICT = 'p br b strong i em u s sub sup small blockquote code pre ul ol li'.split(' ')
const BASIC = [
  ...STRICT,
  ...'a h1 h2 h3 h4 h5 h6 hr span div abbr cite q mark del ins kbd samp var dl dt dd time'.split(
    ' ',
  ),
]
const RICH = [
  ...BASIC,
  ...'img figure figcaption picture table caption colgroup col thead tbody tfoot tr th td'.split(
    ' ',
  ),
  ...'section article header footer main nav aside details summary'.split(' '),
]
const PROFILES = { strict: STRICT, basic: BASIC, rich: RICH }

/** No choice of attributes makes these harmless. */
const NEVER = new Set(
  'script style iframe frame frameset object embed applet base meta link form input button textarea select option svg math template noscript plaintext xmp noembed noframes title head html body portal fencedframe slot listing video audio source track'.split(
    ' ',
  ),
)

const ATTRIBUTES = {
  '*': ['title', 'lang', 'dir'],
  a: ['href'],
  abbr: ['title'],
  blockquote: ['cite'],
  q: ['cite'],
  time: ['datetime'],
  ol: ['start', 'reversed'],
  li: ['value'],
  img: ['src', 'alt', 'width', 'height'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  col: ['span'],
  colgroup: ['span'],
}

const REMOVED_NAMES_MAX = 200

export default defineTool({
  route: 'POST /api/html-sanitize',
  name: 'Sanitize HTML',
  description:
    'HTML without scripts, event handlers, styles, frames, dangerous addresses and other tags ' +
    'than those that are allowed.',
  asks: [
    'clean untrusted HTML',
    'sanitize user HTML against XSS',
    'remove scripts from user HTML',
    'make HTML safe',
    'XSS',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    html: html(),
    profile: z
      .enum(['strict', 'basic', 'rich'])
      .default('basic')
      .describe(
        'strict: formatted text without links; basic: with links and headings; rich: with ' +
          'images, tables and sections too.',
      ),
    allowTags: z
      .array(z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]{0,49}$/, { error: 'must be a tag name' }))
      .max(50)
      .optional()
      .describe('More allowed tags; only general attributes are kept on them.'),
  }),
  output: z.object({
    html: z.string(),
    removedTags: z.array(z.string()).describe('Names of the tags that were removed, each once.'),
    removedCount: z.int().describe('Number of removed elements; text within them may stay.'),
  }),
  examples: [
    {
      input: { html: '<p onclick=x()>Hi<script>1</script></p>' },
      output: { html: '<p>Hi</p>', removedTags: ['script'], removedCount: 1 },
    },
    {
      input: {
        html: '<h1>Hi</h1><a href="javascript:x()">you</a>',
        profile: 'strict',
        allowTags: ['h1'],
      },
      output: { html: '<h1>Hi</h1>you', removedTags: ['a'], removedCount: 1 },
    },
  ],

  async run({ html, profile, allowTags = [] }) {
    const extra = allowTags.map((name) => name.toLowerCase())
    const unsafe = extra.find((name) => NEVER.has(name))
    if (unsafe !== undefined)
      throw badInput(`allowTags: must not hold ${unsafe}, which can never be made harmless`)
    assertParsable(html)
    const { default: sanitize } = await import('sanitize-html')
    const allowedTags = [...PROFILES[profile], ...extra]
    const allowed = new Set(allowedTags)
    const removed = new Set<string>()
    let removedCount = 0
    const clean = sanitize(html, {
      allowedTags,
      allowedAttributes: ATTRIBUTES,
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      allowedSchemesByTag: { img: ['http', 'https'] },
      allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
      onOpenTag(name) {
        if (allowed.has(name)) return
        removedCount += 1
        if (removed.size < REMOVED_NAMES_MAX) removed.add(name.slice(0, 50).toWellFormed())
      },
    })
    return { html: clean, removedTags: [...removed], removedCount }
  },
})
