import type { CheerioAPI } from 'cheerio'

/** A node of a parsed page: an element, a text, or something that is neither. */
export type Node = ReturnType<ReturnType<CheerioAPI>['contents']>[number]
export type Element = Extract<Node, { readonly attribs: unknown }>

const SILENT = new Set(
  'script style template noscript head title iframe object svg math canvas audio video'.split(' '),
)
/** Set apart by an empty line. */
const PARAGRAPHS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure hr article section'.split(' '),
)
/** Set apart by a line break. */
const LINES = new Set(
  'address aside body caption center dd details dialog div dt fieldset figcaption footer form header html legend li main menu nav optgroup option search summary tbody tfoot thead tr'.split(
    ' ',
  ),
)

export interface TextOptions {
  /** Called for a link that has a text; what it answers is put behind the text. */
  link?(href: string): string | null
}

interface Writing {
  readonly options: TextOptions
  readonly parts: string[]
  /** Line breaks that are due before the next word; nothing is written before the first. */
  breaks: number
  space: boolean
  hasWords: boolean
  /** After the mark of an item or the tab of a cell, its first block begins on the same line. */
  held: boolean
  lists: number
  /** The number of the last item of a list. */
  readonly numbers: Map<Element, number>
}

/** Text as a reader sees it: blocks kept apart, lists marked, cells separated by tabs. */
export function readableText(nodes: readonly Node[], options: TextOptions = {}): string {
  const writing: Writing = {
    options,
    parts: [],
    breaks: 0,
    space: false,
    hasWords: false,
    held: false,
    lists: 0,
    numbers: new Map(),
  }
  for (const node of nodes) write(node, writing, false)
  return writing.parts.join('').toWellFormed()
}

/** The same on one line. */
export const lineOf = (nodes: readonly Node[]): string =>
  readableText(nodes).replace(/\s+/g, ' ').trim()

export const isElement = (node: Node): node is Element => 'attribs' in node && 'name' in node

const isText = (node: Node): node is Extract<Node, { readonly data: string }> => node.nodeType === 3

function write(node: Node, writing: Writing, isRaw: boolean): void {
  if (isText(node)) return isRaw ? writeRaw(node.data, writing) : say(node.data, writing)
  if (!isElement(node)) return
  const { name } = node
  if (SILENT.has(name) || node.attribs['hidden'] !== undefined) return
  if (name === 'br') return breakLine(writing, Math.min(2, writing.breaks + 1))
  const breaks = PARAGRAPHS.has(name) && !isWithinItem(node) ? 2 : isLine(name) ? 1 : 0
  if (!writing.held) breakLine(writing, breaks)
  const before = writing.parts.length
  if (name === 'li') mark(node, writing)
  const depth = /^[uo]l$/.test(name) ? 1 : 0
  writing.lists += depth
  for (const child of node.children) write(child, writing, isRaw || name === 'pre')
  writing.lists -= depth
  const hasSpoken = writing.parts.length > before
  const href = name === 'a' && hasSpoken ? node.attribs['href'] : undefined
  const aside = href === undefined ? null : writing.options.link?.(href)
  if (aside) say(` (${aside})`, writing)
  if ((name === 'td' || name === 'th') && hasCellAfter(node)) tab(writing)
  else if (hasSpoken || name === 'tr') breakLine(writing, breaks)
}

function tab(writing: Writing): void {
  writing.parts.push('\t')
  writing.breaks = 0
  writing.held = true
}

const isLine = (name: string): boolean => LINES.has(name) || PARAGRAPHS.has(name)

/** Lists within lists, and paragraphs within items, make no empty lines. */
const isWithinItem = ({ parent }: Element): boolean =>
  parent !== null && isElement(parent) && /^(li|td|th|dd)$/.test(parent.name)

function hasCellAfter({ next }: Element): boolean {
  for (let node = next; node; node = node.next) if (isElement(node)) return true
  return false
}

function mark(node: Element, writing: Writing): void {
  const list = node.parent as Element | null
  const indent = '  '.repeat(Math.max(0, writing.lists - 1))
  if (list?.name !== 'ol') return hold(`${indent}- `, writing)
  const first = Number.parseInt(list.attribs['start'] ?? '1', 10)
  const number = (writing.numbers.get(list) ?? (Number.isFinite(first) ? first - 1 : 0)) + 1
  writing.numbers.set(list, number)
  hold(`${indent}${number}. `, writing)
}

function hold(mark: string, writing: Writing): void {
  put(mark, writing)
  writing.held = true
}

function breakLine(writing: Writing, breaks: number): void {
  writing.breaks = Math.max(writing.breaks, breaks)
  if (breaks > 0) writing.space = false
}

function say(data: string, writing: Writing): void {
  const words = data.replace(/[\s\u00a0]+/g, ' ')
  const said = words.trim()
  if (words.startsWith(' ')) writing.space = true
  if (said === '') return
  put(said, writing)
  writing.space = words.endsWith(' ')
}

function writeRaw(data: string, writing: Writing): void {
  if (data.trim() !== '') put(data.replace(/^\n/, '').trimEnd(), writing)
  if (data.endsWith('\n')) breakLine(writing, 1)
}

function put(text: string, writing: Writing): void {
  const { parts, breaks, space, hasWords, held } = writing
  if (hasWords && breaks > 0) parts.push('\n'.repeat(breaks))
  else if (space && hasWords && !held) parts.push(' ')
  parts.push(text)
  writing.breaks = 0
  writing.space = false
  writing.held = false
  writing.hasWords = true
}
