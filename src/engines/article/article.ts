import { Fault } from '../../base/core/fault.ts'
import { MB } from '../../base/lib/fields.ts'
import { contentOf, guessedContent, markedIn, type Marked } from './content.ts'
import { bylineOf, headingOf, titleOf } from './title-and-byline.ts'
import { domOf, parsedPage, type Node } from '../html/document.ts'
import { HOLDER, liftFootnotes } from './footnotes.ts'
import { headOf, metasOf } from '../html/head.ts'
import { statementOf } from './linked-data.ts'
import { markdownOfNode } from './markdown.ts'
import { removeNoise } from './noise.ts'
import { NO_PAGE } from '../html/head.ts'
import { normalise } from './normalise.ts'
import { trim, type Credits } from './trim.ts'
import { countWords, lettersOf, plain } from '../language/words.ts'

/** The main article of a page. */
export interface Article {
  readonly title: string
  readonly byline: string | null
  readonly excerpt: string
  readonly wordCount: number
  readonly markdown: string
  /** The page has far more paragraphs than were found to belong to an article. */
  readonly isDoubtful: boolean
}

const MARKDOWN_CHARACTERS_MAX = 4 * MB
const EXCERPT_CHARACTERS_MAX = 300

/** Of the paragraphs of its page; below it, a second opinion is asked. */
const SHORT_SHARE = 0.5
/** So much more must the second opinion have found: beside an article, and beside less. */
const GAIN_MIN = 5
const GAIN_OVER_LITTLE_MIN = 2
const LITTLE_CHARACTERS_MAX = 500
/** Below this share, of a page with so many characters of paragraphs, no article was found. */
const DOUBT_SHARE = 0.1
const DOUBT_CHARACTERS_MIN = 1_500
const DOUBT_WORDS_MAX = 50

/** Heavy work on what strangers wrote: call it in a thread. */
export function articleOf(html: string, url = NO_PAGE): Article {
  const { credits, notes, prose: whole, ...page } = preparedPage(html, url)
  const { title, byline, summary } = credits
  const { content, prose } = bestOf(page, credits, whole, () => guessedContent(html, url))
  const text = withoutTitle(markdownOfNode(content), title)
  const markdown = `${text}${notesOf(text, domOf(notes))}`
  if (markdown.length > MARKDOWN_CHARACTERS_MAX) throw tooLong()
  const wordCount = countWords(plain(text))
  const isShort = whole > DOUBT_CHARACTERS_MIN && prose < whole * DOUBT_SHARE
  return {
    title: title.toWellFormed(),
    byline: byline?.toWellFormed() ?? null,
    excerpt: (summary ?? beginningOf(text)).toWellFormed(),
    wordCount,
    markdown: markdown.toWellFormed(),
    isDoubtful: isShort && wordCount <= DOUBT_WORDS_MAX,
  }
}

const tooLong = () => new Fault('upstream_failed', 'The page is longer than 4 MB as markdown.')

/** Nothing but texts, so that one tree is gone before the next is built. */
interface Prepared extends Marked {
  readonly credits: Credits
  readonly notes: string
  /** Characters of paragraphs on the page, comments apart. */
  readonly prose: number
}

function preparedPage(html: string, url: string): Prepared {
  const $ = parsedPage(html)
  const metas = metasOf($)
  const head = headOf($, url, metas)
  const statement = statementOf($)
  const title = titleOf($, head, statement)
  const byline = bylineOf($, metas, statement)
  liftFootnotes($)
  normalise($, url)
  const notes = $.html($(HOLDER).remove())
  const heading = headingOf($, title)
  const { text, prose } = removeNoise($, { keepsComments: statement.isThread, heading })
  if (text > MARKDOWN_CHARACTERS_MAX) throw tooLong()
  const summary = head.description ?? statement.description
  return {
    credits: { title, byline, summary, body: statement.body, isNews: statement.isNews },
    notes,
    prose,
    ...markedIn($, heading),
  }
}

interface ScoredContent {
  readonly content: Node
  /** Characters of paragraphs. */
  readonly prose: number
}

/** What is marked, unless it is short beside its page and guessing finds more. */
function bestOf(
  page: Marked,
  credits: Credits,
  whole: number,
  guess: () => Node | null,
): ScoredContent {
  const content = contentOf(page)
  const found = { content, prose: trim(content, credits) }
  if (found.prose >= whole * SHORT_SHARE) return found
  const guessed = guess()
  const prose = guessed ? trim(guessed, credits) : 0
  const isLittle = found.prose <= LITTLE_CHARACTERS_MAX && !page.isNamed
  const gain = isLittle ? GAIN_OVER_LITTLE_MIN : GAIN_MIN
  return guessed && prose > found.prose * gain ? { content: guessed, prose } : found
}

/** The heading that repeats the title, and headings that nothing follows. */
function withoutTitle(markdown: string, title: string): string {
  const [first = '', ...rest] = markdown.split('\n')
  const isRepeated =
    /^#{1,2} /.test(first) && lettersOf(plain(first)) === lettersOf(plain(title)) && rest.length > 0
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
