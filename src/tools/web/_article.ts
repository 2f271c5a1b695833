import { Readability } from '@mozilla/readability'
import type { CheerioAPI } from 'cheerio'
import { Fault } from '../../core/fault.ts'
import { MB } from '../../lib/fields.ts'
import { bylineOf, titleOf } from './_credits.ts'
import { domOf, parsedPage, type Node } from './_document.ts'
import { HOLDER, liftFootnotes } from './_footnotes.ts'
import { headOf } from './_head.ts'
import { statementOf } from './_linked-data.ts'
import { markdownOfNode } from './_markdown.ts'
import { removeNoise, sizesOf, type Sizes } from './_noise.ts'
import { normalise } from './_normalise.ts'
import { tagsOf, type Tag } from './_tags.ts'
import { countWords, plain } from './_words.ts'

/** The main article of a page. */
export interface Article {
  readonly title: string
  readonly byline: string | null
  readonly excerpt: string
  readonly wordCount: number
  readonly markdown: string
}

const MARKDOWN_CHARACTERS_MAX = 4 * MB
const READER_ELEMENTS_MAX = 15_000
const EXCERPT_CHARACTERS_MAX = 300

/** Heavy work on what strangers wrote: call it in a thread. */
export function articleOf(html: string, url: string): Article {
  const { title, byline, summary, notes, ...page } = preparedPage(html, url)
  const text = withoutTitle(markdownOfNode(contentOf(page)), title)
  const markdown = `${text}${notesOf(text, domOf(notes))}`
  if (markdown.length > MARKDOWN_CHARACTERS_MAX) throw tooLong()
  return {
    title: title.toWellFormed(),
    byline: byline?.toWellFormed() ?? null,
    excerpt: (summary ?? beginningOf(text)).toWellFormed(),
    wordCount: countWords(plain(text)),
    markdown: markdown.toWellFormed(),
  }
}

const tooLong = () => new Fault('upstream_failed', 'The page is longer than 4 MB as markdown.')

/** Nothing but texts, so that one tree is gone before the next is built. */
interface Prepared extends Marked {
  readonly title: string
  readonly byline: string | null
  readonly summary: string | null
  /** Too long to be guessed at in time. */
  readonly isLong: boolean
  readonly notes: string
}

function preparedPage(html: string, url: string): Prepared {
  const $ = parsedPage(html)
  const head = headOf($, url)
  const statement = statementOf($)
  const title = titleOf($, head, statement)
  const byline = bylineOf($, statement)
  liftFootnotes($)
  normalise($, url)
  const notes = $.html($(HOLDER).remove())
  removeNoise($, { keepsComments: statement.isThread })
  const summary = head.description ?? statement.description
  const isLong = $('*').length > READER_ELEMENTS_MAX
  return { isLong, title, byline, summary, notes, ...markedIn($) }
}

/** Marks that sites set around an article and nothing else. */
const SURE_ROOTS = [
  '[itemprop~="articleBody"]',
  '.mw-parser-output',
  'article',
  '.markdown-body,.post-content,.entry-content,.article-body,.article-content,.post-body',
]
const LOOSE_ROOTS = ['main,[role="main"]', '#content,#main,#main-content']
const ROOT_CHARACTERS_MIN = 200
/** Of the text of the page; below it, a marked element is one of many. */
const ROOT_SHARE_MIN = 0.4
/** Above it, a marked element is a list of other pages. */
const LINK_SHARE_MAX = 0.4
/** Of what the site marks as its content; below it, the reader has lost some. */
const READER_SHARE_MIN = 0.7

/** What a site marks as its content. */
interface Marked {
  readonly marked: string | null
  /** HTML of the page without what surrounds its content; empty where the mark is sure. */
  readonly whole: string
  readonly isSure: boolean
  /** Characters of text. */
  readonly size: number
}

function markedIn($: CheerioAPI): Marked {
  const sizes = sizesOf($)
  if (tagsOf($, 'body').some((body) => sizes.textOf(body) > MARKDOWN_CHARACTERS_MAX))
    throw tooLong()
  const sure = rootOf($, SURE_ROOTS, sizes)
  const root = sure ?? rootOf($, LOOSE_ROOTS, sizes)
  if (!root) return { marked: null, whole: $.html(), isSure: false, size: 0 }
  const isSure = sure !== null && sizes.linkShareOf(root) <= LINK_SHARE_MAX
  const whole = isSure ? '' : $.html()
  return { marked: $.html(root), whole, isSure, size: sizes.textOf(root) }
}

type Content = Marked & Pick<Prepared, 'isLong'>

/**
 * What a reader would read. The reader of browsers guesses by density, which loses posts, tables
 * and captions; where a site marks its content, the mark is believed.
 */
function contentOf({ marked, isSure, size, whole, isLong }: Content): Node {
  if (marked !== null && isSure) return bodyOf(marked)
  const read = isLong ? null : readable(whole)
  const length = read ? lengthOf(read.textContent) : 0
  if (read && length >= Math.max(ROOT_CHARACTERS_MIN, size * READER_SHARE_MIN)) return read
  return marked === null ? domOf(whole).body : bodyOf(marked)
}

const bodyOf = (html: string): Node => domOf(`<html><head></head><body>${html}</body></html>`).body

const lengthOf = (text: string): number => text.replace(/\s+/g, ' ').trim().length

function rootOf($: CheerioAPI, selectors: readonly string[], { textOf }: Sizes): Tag | null {
  const whole = tagsOf($, 'body').map(textOf)[0] ?? 0
  const least = Math.max(ROOT_CHARACTERS_MIN, whole * ROOT_SHARE_MIN)
  for (const selector of selectors) {
    const [largest] = tagsOf($, selector).toSorted((a, b) => textOf(b) - textOf(a))
    if (largest && textOf(largest) >= least) return largest
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

/** As two headings are compared. */
const letters = (text: string): string =>
  plain(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

/** The heading that repeats the title, and headings that nothing follows. */
function withoutTitle(markdown: string, title: string): string {
  const [first = '', ...rest] = markdown.split('\n')
  const isRepeated = /^#{1,2} /.test(first) && letters(first) === letters(title) && rest.length > 0
  const lines = isRepeated ? rest : [first, ...rest]
  while (lines.length > 1 && /^(#{1,6} .*|-{3}|\s*)$/.test(lines.at(-1)!)) lines.pop()
  return lines.join('\n').trim()
}

function notesOf(text: string, notes: Node): string {
  const used = new Set(Array.from(text.matchAll(/\[\^([^\]\s]+)\]/g), ([, label]) => label))
  const written = Array.from(notes.querySelectorAll('[data-label]')).flatMap((note) => {
    const label = note.getAttribute('data-label') ?? ''
    return used.has(label) ? [`[^${label}]: ${markdownOfNode(note).replace(/\n/g, '\n    ')}`] : []
  })
  return written.length > 0 ? `\n\n${written.join('\n')}` : ''
}

function beginningOf(markdown: string): string {
  const blocks = markdown.split(/\n{2,}/).filter((text) => !/^(#|!\[|\||```)/.test(text))
  const first = blocks.find((text) => !/^(- |\d+\. )/.test(text) && text.length > 40)
  const text = plain(first ?? blocks.join(' '))
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= EXCERPT_CHARACTERS_MAX) return text
  return `${text.slice(0, EXCERPT_CHARACTERS_MAX).replace(/\s+\S*$/, '')}…`
}
