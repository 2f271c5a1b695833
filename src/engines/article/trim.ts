import { blocksOf, isProse, type Block } from './blocks.ts'
import type { Node } from '../html/document.ts'
import {
  BYLINE,
  COPYRIGHT,
  DATE,
  ENDED,
  LABEL,
  PLEA,
  RELATED,
  SIGN,
  SUMMARY_CLASS,
  TAGS,
} from './phrases.ts'
import { declaredBodyIn } from './declared-body.ts'
import { lettersOf } from '../language/words.ts'

/** What a page says of its article elsewhere, and need not say again in it. */
export interface Credits {
  readonly title: string
  readonly byline: string | null
  readonly summary: string | null
  /** The whole text, of pages that state it beside their structured data. */
  readonly body: string | null
  /** In which a line that is nothing but a link leads to other news. */
  readonly isNews: boolean
}

/**
 * Takes out what a page puts before, behind and between the paragraphs of its article, and answers
 * how many characters of paragraphs are left. In place.
 */
export function trim(root: Node, credits: Credits): number {
  const blocks = blocksOf(root)
  const { within, around } = declaredBodyIn(blocks, credits.body)
  const gone = new Set(blocks.filter((block) => around.has(block) || isFurniture(block, credits)))
  const rest = blocks.filter((block) => !gone.has(block))
  for (const block of [...leadOf(rest, credits), ...linksUnderSigns(rest)]) gone.add(block)
  for (const block of tailOf(rest.filter((one) => !gone.has(one)))) gone.add(block)
  for (const block of within) gone.delete(block)
  for (const { nodes } of gone) for (const node of nodes) node.remove()
  const prose = blocks.filter((block) => !gone.has(block) && isProse(block))
  return prose.reduce((sum, { text }) => sum + text.length, 0)
}

const HEADING = /^H[1-6]$/
/** What says something by its form. */
const FORMED = /^(PRE|TABLE|FIGURE|DT|DD)$/

const LABEL_CHARACTERS_MAX = 120
const LINE_CHARACTERS_MAX = 400
const NEWS_LINE_CHARACTERS_MIN = 20
const ADDRESS = /^https?:\/\/\S+$/

function isFurniture({ name, text, linkShare }: Block, { isNews }: Credits): boolean {
  if (FORMED.test(name) || text.length > LINE_CHARACTERS_MAX) return false
  if (isNews && linkShare > 0.95 && text.length >= NEWS_LINE_CHARACTERS_MIN && name !== 'H1')
    return true
  if (HEADING.test(name) || name === 'LI') return false
  if (text.length <= LABEL_CHARACTERS_MAX && LABEL.test(text)) return true
  if (linkShare < 0.5) return text.length <= LABEL_CHARACTERS_MAX && ADDRESS.test(text)
  return RELATED.test(text) || TAGS.test(text)
}

/** Title, credits, dates and labels before the first paragraph. */
function leadOf(blocks: readonly Block[], credits: Credits): readonly Block[] {
  const isFirst = (block: Block) =>
    isProse(block) && ENDED.test(block.text) && !repeats(block, credits)
  const lead = blocks.slice(0, Math.max(0, blocks.findIndex(isFirst)))
  const heads = blocks.filter(({ name }) => name === 'H1')
  const isHead = (block: Block) =>
    isTitle(block, credits.title) || (heads.length === 1 && block === heads[0])
  const titleAt = lead.findIndex(isHead)
  return lead.filter((block, at) => {
    // A heading that no other field of the answer says is the article's own.
    if (at === titleAt && !isSaid(block.text, credits.title)) return false
    return (at <= titleAt && !FORMED.test(block.name)) || isLead(block, credits)
  })
}

function isLead(block: Block, credits: Credits): boolean {
  const { name, text, linkShare } = block
  if (repeats(block, credits)) return true
  if (FORMED.test(name) || /^(H[1-3]|FIGCAPTION|BLOCKQUOTE)$/.test(name)) return false
  if (text.length <= 100 && linkShare > 0.9) return true
  if (text.length <= 120 && (DATE.test(text) || BYLINE.test(text))) return true
  const { byline } = credits
  if (byline !== null && text.length < byline.length + 60 && text.includes(byline)) return true
  if (name === 'LI') return false
  if (text.length <= 80 && /\b(19|20)\d\d\b/.test(text)) return true
  return text.length <= 40 && !/[.!?,:;…"”。]$/.test(text)
}

const PART_CHARACTERS_MIN = 20

/** Of the words of a heading that the title says too. */
const SAID_SHARE = 0.7

/** The title may have another spelling, such as entities that its page escaped twice. */
function isSaid(text: string, title: string): boolean {
  const [said, wanted] = [lettersOf(text), lettersOf(title)]
  if (wanted.includes(said) || said.includes(wanted)) return true
  const words = text.split(/\s+/).map(lettersOf).filter(Boolean)
  return words.filter((word) => wanted.includes(word)).length >= words.length * SAID_SHARE
}

function isTitle({ name, text }: Block, title: string): boolean {
  if (!/^H[1-3]$/.test(name)) return false
  const [said, wanted] = [lettersOf(text), lettersOf(title)]
  if (said.length < 3 || said === wanted) return said.length >= 3
  if (Math.min(said.length, wanted.length) <= PART_CHARACTERS_MIN) return false
  return wanted.includes(said) || said.includes(wanted)
}

/** What the answer says in other fields. A first paragraph is often the summary, and stays. */
function repeats(block: Block, { title, summary }: Credits): boolean {
  if (isTitle(block, title)) return true
  const { name, text, nodes } = block
  const near = [nodes[0], nodes[0]?.parentNode]
  const names = near.map((node) => node?.getAttribute?.('class') ?? '').join(' ')
  if (summary === null || !(HEADING.test(name) || SUMMARY_CLASS.test(names))) return false
  const said = lettersOf(text)
  return said.length > PART_CHARACTERS_MIN && lettersOf(summary).startsWith(said)
}

/** Links under a heading that says so; past half of the article, all that follows. */
function linksUnderSigns(blocks: readonly Block[]): readonly Block[] {
  const half = blocks.filter(isProse).length / 2
  const links: Block[] = []
  let before = 0
  for (const [at, block] of blocks.entries()) {
    if (isProse(block)) before++
    if (before === 0 || !isSign(block)) continue
    const rest = blocks.slice(at + 1)
    if (before >= half && isElsewhere(rest)) return [...links, ...blocks.slice(at)]
    const end = rest.findIndex(({ linkShare }) => linkShare < 0.8)
    if (end > 0) links.push(block, ...rest.slice(0, end))
  }
  return links
}

const isSign = ({ name, text }: Block): boolean =>
  text.length < 80 && !FORMED.test(name) && name !== 'LI' && SIGN.test(text)

/** Mostly links and teasers. */
function isElsewhere(blocks: readonly Block[]): boolean {
  const size = blocks.reduce((sum, { text }) => sum + text.length, 0)
  const linked = blocks.reduce((sum, { text, linkShare }) => sum + text.length * linkShare, 0)
  return !blocks.some(isProse) || linked / size > 0.25 || blocks.length <= 4
}

/** Blocks at the end that only lead elsewhere. A single link may belong to the article. */
function tailOf(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.findLastIndex((block) => !isTail(block))
  const tail = last < 0 ? [] : blocks.slice(last + 1)
  return tail.length === 1 && tail[0]!.linkShare > 0.9 ? [] : tail
}

function isTail({ name, text, linkShare }: Block): boolean {
  if (FORMED.test(name)) return false
  if (HEADING.test(name) || linkShare > 0.9) return true
  if (text.length < LABEL_CHARACTERS_MAX)
    if (SIGN.test(text) || DATE.test(text) || COPYRIGHT.test(text)) return true
  return text.length < 300 && PLEA.test(text) && (linkShare > 0.05 || /https?:|@/.test(text))
}
