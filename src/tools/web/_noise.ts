import type { CheerioAPI } from 'cheerio'
import { tagsOf, type Tag } from './_tags.ts'

/** Characters of text within each element, and of those within links. */
export interface Sizes {
  textOf(tag: Tag): number
  /** From 0 to 1. */
  linkShareOf(tag: Tag): number
}

const add = (to: Map<unknown, number>, tag: unknown, count: number) =>
  to.set(tag, (to.get(tag) ?? 0) + count)

/** Summed from the leaves up, so that deep nesting costs no more than flat pages. */
export function sizesOf($: CheerioAPI): Sizes {
  const texts = new Map<unknown, number>()
  const links = new Map<unknown, number>()
  for (const tag of tagsOf($).toReversed()) {
    for (const child of tag.children)
      if ('data' in child) add(texts, tag, child.data.replace(/\s+/g, ' ').trim().length)
    const text = texts.get(tag) ?? 0
    if (tag.name === 'a') links.set(tag, text)
    add(texts, tag.parent, text)
    add(links, tag.parent, links.get(tag) ?? 0)
  }
  const textOf = (tag: Tag) => texts.get(tag) ?? 0
  return { textOf, linkShareOf: (tag) => (links.get(tag) ?? 0) / Math.max(1, textOf(tag)) }
}

const NEVER = /^(html|body|main|h[1-6]|pre|code|span|td|th|tr|tbody|thead|tfoot)$/
const ROLES =
  /^(navigation|contentinfo|search|dialog|alertdialog|menu|menubar|toolbar|complementary)$/

/** Parts of class names that stand for what surrounds content, in whatever company they come. */
const NOISE = new Set(
  `ad ads adslot adsbygoogle advert adverts advertisement advertising banner breadcrumb breadcrumbs
  catlinks colophon consent cookie cookies cookiebanner crumbs footer gdpr hatnote jp-relatedposts
  masthead modal navbar navbox navigation nav newsletter noprint optin outbrain overlay pagefoot
  pagenav pager pagination paywall popup prevnext promo promos promotion promoted recirc
  recirculation recommend recommendation recommendations recommended related relatedposts
  relatedcontent share sharebar shares sharing sharedaddy sidebar sidenav signup skiplink skip
  social socials sponsor sponsored subscribe subscription taboola teaser teasers toc topbar topnav
  trending widget whatsnext`.split(/\s+/),
)
const PHRASES =
  /\b(action-bar|also-like|article-tools|ask-button|author-bio|edit-page|follow-us|jump-link|keep-reading|keep-watching|more-(from|like|news|on|stories)|most-(popular|read|viewed|shared)|post-tags|posted-in|cat-links|read-(more|next)|next-prev|prev-next|page-actions|site-(header|footer|nav)|table-of-contents|tag-list|taglist|top-stories|up-next|user-card)\b/i
/** Names that stand for what surrounds content only where there is little but links. */
const LINKS =
  /(^|[\s_-])(menu|tags?|links|toolbar|list-inline|meta|actions|buttons?|tools)($|[\s_-])/i
const LINK_SHARE_MIN = 0.6
const CREDITS = /(^|[\s_-])(byline|kicker|dateline)|((entry|post|article)-meta)($|\s)/i
const CREDIT_CHARACTERS_MAX = 150
const COMMENTS = /(^|[\s_-])(comments?|disqus|respond|discussion|replies)($|[\s_-])/i

/** What takes up more of a page than this is its content, whatever it is called. */
const SHARE_MAX = 0.5
/** So much text beside the comments makes a page an article, and comments noise. */
const ARTICLE_CHARACTERS_MIN = 600

export interface NoiseOptions {
  readonly keepsComments: boolean
}

/** Takes out what stands around an article on every page of a site. In place. */
export function removeNoise($: CheerioAPI, { keepsComments }: NoiseOptions): void {
  const sizes = sizesOf($)
  const whole = Math.max(
    1,
    ...$('body')
      .toArray()
      .map((body) => sizes.textOf(body)),
  )
  for (const tag of tagsOf($)) {
    if (NEVER.test(tag.name)) continue
    const size = sizes.textOf(tag)
    const isTalk = !keepsComments && COMMENTS.test(namesOf(tag))
    const isNoise = isTalk ? whole - size > ARTICLE_CHARACTERS_MIN : size / whole <= SHARE_MAX
    if (isNoise && (isTalk || isAround($, tag, sizes))) $(tag).remove()
  }
}

const NAME_CHARACTERS_MAX = 300

/** Sections and headings are named after what they say, so their `id` tells nothing. */
function namesOf({ name, attribs }: Tag): string {
  const id = /^(div|aside|ul|ol|footer|header|form)$/.test(name) ? attribs['id'] : ''
  return `${attribs['class'] ?? ''} ${id ?? ''}`.slice(0, NAME_CHARACTERS_MAX)
}

function isAround($: CheerioAPI, tag: Tag, sizes: Sizes): boolean {
  const { name, attribs } = tag
  if (name === 'nav' || ROLES.test(attribs['role'] ?? '') || isHidden(tag)) return true
  if (name === 'footer') return $(tag).closest('blockquote,figure').length === 0
  if (name === 'aside')
    return isNoisy(tag, sizes) || sizes.linkShareOf(tag) > 0.4 || !isWithin($, tag)
  if (name === 'header' && !isWithin($, tag)) return $(tag).find('h1').length === 0
  if (name === 'form' && sizes.textOf(tag) < 400) return true
  if (CREDITS.test(namesOf(tag))) return sizes.textOf(tag) <= CREDIT_CHARACTERS_MAX
  return isNoisy(tag, sizes)
}

function isNoisy(tag: Tag, sizes: Sizes): boolean {
  const names = namesOf(tag)
  const words = names
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[\s_-]+/)
  if (words.some((word) => NOISE.has(word)) || PHRASES.test(names)) return true
  return LINKS.test(names) && sizes.linkShareOf(tag) > LINK_SHARE_MIN
}

const isWithin = ($: CheerioAPI, tag: Tag): boolean => $(tag).closest('main,article').length > 0

const isHidden = ({ attribs }: Tag): boolean =>
  'hidden' in attribs ||
  attribs['aria-hidden'] === 'true' ||
  attribs['aria-modal'] === 'true' ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribs['style'] ?? '')
