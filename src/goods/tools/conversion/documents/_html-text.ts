import { load, type CheerioAPI } from 'cheerio'
import type { Tag } from '../../../../engines/html/tags.ts'

/** A node of a parsed document. */
export type AnyNode = Tag['children'][number]

const TEXT_NODE = 3

/** The text of a text node; null for other nodes. */
export const ownText = (node: AnyNode): string | null =>
  node.nodeType === TEXT_NODE && 'data' in node ? node.data.replaceAll(/\s+/g, ' ') : null

const BLOCKS = new Set(
  'address article aside blockquote body dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody thead tfoot tr ul caption'.split(
    ' ',
  ),
)
const CLOSE = new Set('tr thead tbody tfoot li dt dd'.split(' '))
const SILENT = new Set('script style template title head svg math noscript'.split(' '))

/** Text in reading order: each block on its own line, tabs between the cells of a row. */
export const textOfHtml = (html: string): string => textOfNodes(load(html))

export function textOfNodes($: CheerioAPI): string {
  const pieces: string[] = []
  const isAtStart = (): boolean => (pieces.at(-1) ?? '\n').endsWith('\n')
  const walk = (node: AnyNode): void => {
    const text = ownText(node)
    if (text !== null) return void (text !== ' ' || !isAtStart() ? pieces.push(text) : 0)
    if (!('children' in node)) return
    const name = 'name' in node ? node.name.toLowerCase() : ''
    if (SILENT.has(name)) return
    if (name === 'br') pieces.push('\n')
    if (name === 'td' || name === 'th') pieces.push('\t')
    const isBlock = BLOCKS.has(name)
    // An empty line before each block, but not between rows or items.
    if (isBlock && (!CLOSE.has(name) || !isAtStart())) pieces.push('\n')
    for (const child of node.children) walk(child)
    if (isBlock && !isAtStart()) pieces.push('\n')
  }
  for (const node of $.root().contents().toArray() as AnyNode[]) walk(node)
  return tidy(pieces.join(''))
}

/** No blanks at the ends of lines, and at most one empty line in a row. */
export const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/ +/g, ' ')
        .replaceAll(/ ?\t ?/g, '\t')
        .replace(/^[ \t]+/, '')
        .trimEnd(),
    )
    .filter((line, at, all) => line !== '' || (all[at - 1] ?? '') !== '')
    .join('\n')
    .trim()
