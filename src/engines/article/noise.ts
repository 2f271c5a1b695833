import type { CheerioAPI } from 'cheerio'
import { asidesIn, type IsAside } from './asides.ts'
import { removeTags, tagsOf, type Tag } from '../html/tags.ts'
import { sizesOf, type Sizes } from './sizes.ts'

const NEVER = /^(html|body|main|h[1-6]|pre|code|span|td|th|tr|tbody|thead|tfoot)$/
const ROLES =
  /^(navigation|contentinfo|search|dialog|alertdialog|menu|menubar|toolbar|complementary)$/

/** Words in class names that always mean noise around the content. */
const NOISE = new Set(
  `ad ads adslot adsbygoogle advert adverts advertisement advertising banner breadcrumb breadcrumbs
  catlinks colophon consent cookie cookies cookiebanner crumbs footer gdpr hatnote jp-relatedposts
  masthead modal navbar navbox navigation nav newsletter carousel gallery lightbox slideshow noprint optin cta outbrain overlay pagefoot
  pagenav pager pagination popup prevnext promo promos promotion promoted recirc
  recirculation recommend recommendation recommendations recommended related relatedposts
  relatedcontent share sharebar shares sharing sharedaddy sidebar sidenav signup skiplink skip
  social socials sponsor sponsored subscribe subscription taboola teaser teasers toc topbar topnav
  trending widget whatsnext`.split(/\s+/),
)
const PHRASES =
  /\b(action-bar|also-like|article-tools|ask-button|(about|post|entry|article)-author|author-(bio|box|info|card|details?|description|profile|section)|edit-page|follow-us|jump-link|keep-reading|keep-watching|more-(from|like|news|on|stories)|most-(popular|read|viewed|shared)|post-tags|posted-in|cat-links|read-(more|next)|next-prev|prev-next|page-actions|site-(header|footer|nav)|table-of-contents|tag-list|taglist|top-stories|up-next|user-card)\b/i
/** Words in class names that mean noise only if the element has few words beside links. */
const LINKS =
  /(^|[\s_-])(menu|tags?|links|toolbar|list-inline|meta|actions|buttons?|tools)($|[\s_-])/i
const LINK_SHARE_MIN = 0.6
const CREDITS = /(^|[\s_-])(byline|kicker|dateline)|((entry|post|article)-meta)($|\s)/i
const CREDIT_CHARACTERS_MAX = 150
const COMMENTS = /(^|[\s_-])(comments?|disqus|respond|discussion|replies)($|[\s_-])/i

/** An element with a larger share of the text is content, whatever its class is. */
const SHARE_MAX = 0.5
/** The same for the share of text in paragraphs. */
const PROSE_SHARE_MAX = 0.4
/** With this much text beside the comments, a page is an article, and its comments are noise. */
const ARTICLE_CHARACTERS_MIN = 600
const ARTICLE_PROSE_MIN = 150

export interface NoiseOptions {
  readonly keepsComments: boolean
  /** The heading of the article. Elements that contain it are not noise. */
  readonly heading: Tag | null
}

/** The characters of a page, and of its visible paragraphs without comments. */
export interface Whole {
  readonly text: number
  readonly prose: number
}

/** Removes navigation, banners and other noise around the article, in place. */
export function removeNoise($: CheerioAPI, { keepsComments, heading }: NoiseOptions): Whole {
  const sizes = sizesOf($)
  const isAside = asidesIn(sizes)
  const [body] = tagsOf($, 'body')
  const text = body ? sizes.textOf(body) : 0
  const holders = new Set<unknown>(heading ? [heading, ...$(heading).parents().toArray()] : [])
  const tags = tagsOf($).filter((tag) => !holders.has(tag))
  let prose = body ? sizes.proseOf(body) : 0
  const gone = new Set<Tag>()
  for (const tag of tags) {
    if (NEVER.test(tag.name) || isWithinAny(tag, gone)) continue
    const isTalk = !keepsComments && COMMENTS.test(namesOf(tag)) && isBesideArticle(tag)
    const isUnseen = isHidden(tag) && sizes.proseOf(tag) <= prose * PROSE_SHARE_MAX
    if (!isTalk && !isUnseen) continue
    prose -= sizes.proseOf(tag)
    gone.add(tag)
  }
  removeTags(gone)
  const noise = new Set<Tag>()
  for (const tag of tags) {
    if (NEVER.test(tag.name) ? !isHover(tag, sizes) : !isNoise(tag)) continue
    noise.add(tag)
  }
  removeTags(noise)
  return { text, prose }

  function isBesideArticle(tag: Tag): boolean {
    const isLeft = prose - sizes.proseOf(tag) > ARTICLE_PROSE_MIN
    return isLeft && text - sizes.textOf(tag) > ARTICLE_CHARACTERS_MIN
  }

  function isNoise(tag: Tag): boolean {
    const isContent =
      sizes.textOf(tag) > text * SHARE_MAX || sizes.proseOf(tag) > prose * PROSE_SHARE_MAX
    return !isContent && isAround($, tag, { sizes, isAside }) && !isQuote($, tag, sizes)
  }
}

function isWithinAny({ parent }: Tag, tags: ReadonlySet<unknown>): boolean {
  for (let around = parent; around; around = around.parent) if (tags.has(around)) return true
  return false
}

const NAME_CHARACTERS_MAX = 300

/** The `id` of sections and headings comes from their text, so it is ignored. */
function namesOf({ name, attribs }: Tag): string {
  const id = /^(div|aside|ul|ol|footer|header|form)$/.test(name) ? attribs['id'] : ''
  return `${attribs['class'] ?? ''} ${id ?? ''}`.slice(0, NAME_CHARACTERS_MAX)
}

interface Around {
  readonly sizes: Sizes
  readonly isAside: IsAside
}

function isAround($: CheerioAPI, tag: Tag, { sizes, isAside }: Around): boolean {
  const { name, attribs } = tag
  if (name === 'nav' || ROLES.test(attribs['role'] ?? '') || isHidden(tag)) return true
  if (name === 'footer') return $(tag).closest('blockquote,figure').length === 0
  if (name === 'aside')
    return (
      isNoisy(tag, sizes) || (!isAside(tag) && (sizes.linkShareOf(tag) > 0.4 || !isWithin($, tag)))
    )
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

/** A quoted post has the class of its network, such as `twitter`. */
const isQuote = ($: CheerioAPI, tag: Tag, { textOf }: Sizes): boolean =>
  $(tag)
    .find('blockquote')
    .toArray()
    .some((quote) => textOf(quote) > textOf(tag) / 2)

/** Elements that are shown when the pointer is over a word. */
const HOVER = /(^|[\s_-])(rollover|tooltip|popover|hovercard)($|[\s_-])/i

const isHover = (tag: Tag, { linkShareOf }: Sizes): boolean =>
  HOVER.test(tag.attribs['class'] ?? '') && linkShareOf(tag) > LINK_SHARE_MIN

const isWithin = ($: CheerioAPI, tag: Tag): boolean => $(tag).closest('main,article').length > 0

const isHidden = ({ attribs }: Tag): boolean =>
  'hidden' in attribs ||
  attribs['aria-hidden'] === 'true' ||
  attribs['aria-modal'] === 'true' ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribs['style'] ?? '')
