import { Readability } from '@mozilla/readability'
import type { CheerioAPI } from 'cheerio'
import { asidesIn } from './asides.ts'
import { domOf, parsedPage, type Node } from '../html/document.ts'
import { sizesOf, type Sizes } from './sizes.ts'
import { normalise } from './normalise.ts'
import { tagsOf, type Tag } from '../html/tags.ts'

/** Selectors of elements that hold the article and nothing else. */
const SURE_ROOTS = [
  '[itemprop~="articleBody"]',
  '.mw-parser-output',
  'article',
  '.markdown-body,.post-content,.entry-content,.article-body,.article-content,.post-body',
]
const LOOSE_ROOTS = ['main,[role="main"]', '#content,#main,#main-content']
const ROOT_CHARACTERS_MIN = 200
/** The least text in paragraphs of an element that is chosen for its heading. */
const PROSE_CHARACTERS_MIN = 150
/** In larger pages, the Readability algorithm takes too long. */
const READER_ELEMENTS_MAX = 15_000
/** The least share of the page's text; below it, a marked element is one of many. */
const ROOT_SHARE_MIN = 0.4
/** The largest share of links; above it, a marked element is a list of other pages. */
const LINK_SHARE_MAX = 0.4
/** The least share of the marked text that Readability must find; below it, it has lost some. */
const READER_SHARE_MIN = 0.7

/** The content that a site marks, as HTML text, so that the parsed tree can be freed. */
export interface Marked {
  readonly marked: string | null
  /** The HTML of the page without noise; empty if the mark is certain. */
  readonly whole: string
  readonly isSure: boolean
  /** It was chosen among several marked elements because it holds the heading. */
  readonly isNamed: boolean
  /** Too large for Readability. */
  readonly isLong: boolean
  /** Characters of text. */
  readonly size: number
}

/** Finds the marked content of a page without noise. `heading` is the element of the title. */
export function markedIn($: CheerioAPI, heading: Tag | null): Marked {
  const sizes = sizesOf($)
  keepAsides($, sizes)
  const isLong = isTooLong($)
  const sure = rootOf($, SURE_ROOTS, sizes, heading)
  const root = sure ?? rootOf($, LOOSE_ROOTS, sizes, heading)
  const common = { isNamed: root?.isNamed ?? false, isLong }
  if (!root) return { ...common, marked: null, whole: $.html(), isSure: false, size: 0 }
  const isSure = sure !== null && sizes.linkShareOf(root.tag) <= LINK_SHARE_MAX
  const size = sizes.textOf(root.tag)
  return { ...common, marked: $.html(root.tag), whole: isSure ? '' : $.html(), isSure, size }
}

const TAKEN = /^(div|aside|table)$/

/**
 * Readability removes `div`s and tables with many links, but no sections, so asides are renamed.
 */
function keepAsides($: CheerioAPI, sizes: Sizes): void {
  const isAside = asidesIn(sizes)
  for (const tag of tagsOf($)) {
    if (!TAKEN.test(tag.name) || !isAside(tag)) continue
    for (const inner of [tag, ...$(tag).find('*').toArray()]) {
      if (/^(div|aside)$/.test(inner.name)) inner.name = inner.tagName = 'section'
      else if (inner.name === 'table') inner.attribs['summary'] ??= 'data'
    }
  }
}

/**
 * The content of the page. Readability guesses by density, which loses posts, tables and captions;
 * a certain mark of the site takes precedence.
 */
export function contentOf({ marked, isSure, isLong, size, whole }: Marked): Node {
  if (marked !== null && isSure) return bodyOf(marked)
  const read = isLong ? null : readable(whole)
  const length = read ? lengthOf(read.textContent) : 0
  if (read && length >= Math.max(ROOT_CHARACTERS_MIN, size * READER_SHARE_MIN)) return read
  return marked === null ? domOf(whole).body : bodyOf(marked)
}

/** The content by Readability alone, without marks and class names. */
export function guessedContent(html: string, url: string): Node | null {
  const $ = parsedPage(html)
  normalise($, url)
  return isTooLong($) ? null : readable($.html())
}

const isTooLong = ($: CheerioAPI): boolean => tagsOf($).length > READER_ELEMENTS_MAX

const bodyOf = (html: string): Node => domOf(`<html><head></head><body>${html}</body></html>`).body

const lengthOf = (text: string): number => text.replace(/\s+/g, ' ').trim().length

interface Root {
  readonly tag: Tag
  readonly isNamed: boolean
}

/** The marked element with the heading, else the largest one. */
function rootOf(
  $: CheerioAPI,
  selectors: readonly string[],
  { textOf, proseOf }: Sizes,
  heading: Tag | null,
): Root | null {
  const whole = tagsOf($, 'body').map(textOf)[0] ?? 0
  const least = Math.max(ROOT_CHARACTERS_MIN, whole * ROOT_SHARE_MIN)
  const holders = new Set<unknown>(heading ? $(heading).parents().toArray() : [])
  const holdsIt = (tag: Tag) => holders.has(tag) && proseOf(tag) >= PROSE_CHARACTERS_MIN
  for (const selector of selectors) {
    const all = tagsOf($, selector).toSorted((a, b) => textOf(b) - textOf(a))
    const named = all.length > 1 ? all.find(holdsIt) : undefined
    const [largest] = all
    if (named) return { tag: named, isNamed: true }
    if (largest && textOf(largest) >= least) return { tag: largest, isNamed: false }
  }
  return null
}

function readable(html: string): Node | null {
  try {
    const document = domOf(html)
    const options = { keepClasses: true, serializer: (node: unknown) => node as Node }
    return new Readability<Node>(document, options).parse()?.content ?? null
  } catch {
    return null
  }
}
