import type { Node } from '../html/document.ts'

/** A piece of a text that is read as one: a paragraph, a heading, an item, a table. */
export interface Block {
  /** An element, or texts and inline elements that stand beside blocks. */
  readonly nodes: readonly Node[]
  /** Of its element, in capitals; `RUN` where it has none. */
  readonly name: string
  readonly text: string
  /** Of its text, from 0 to 1. */
  readonly linkShare: number
}

const WHOLE = /^(P|H[1-6]|PRE|TABLE|FIGURE|FIGCAPTION|DT|DD|HR|SUMMARY)$/
const INLINE =
  /^(A|ABBR|B|BDI|BIG|BR|CITE|CODE|DATA|DEL|DFN|EM|FONT|I|IMG|INS|KBD|LABEL|MARK|Q|S|SAMP|SMALL|SPAN|STRIKE|STRONG|SUB|SUP|TIME|TT|U|VAR|WBR)$/
const ELEMENT = 1
const TEXT = 3
const BLOCKS_MAX = 5_000

/** Pieces in the order in which they are read; those without text are left out. */
export function blocksOf(root: Node): readonly Block[] {
  const blocks: Block[] = []
  const isBlock = blockTest()
  const visit = (node: Node): void => {
    let run: Node[] = []
    const endRun = () => {
      if (run.length > 0) blocks.push(blockOf(run, 'RUN'))
      run = []
    }
    for (const child of childrenOf(node)) {
      if (blocks.length >= BLOCKS_MAX) return
      if (!isBlock(child)) {
        if (child.nodeType === TEXT || child.nodeType === ELEMENT) run.push(child)
        continue
      }
      endRun()
      if (WHOLE.test(child.nodeName) || !childrenOf(child).some(isBlock))
        blocks.push(blockOf([child], child.nodeName))
      else visit(child)
    }
    endRun()
  }
  visit(root)
  return blocks.filter(({ text }) => text !== '')
}

/** Whether a node is a block or holds one; each is looked at once. */
function blockTest(): (node: Node) => boolean {
  const known = new Map<Node, boolean>()
  return function isBlock(node: Node): boolean {
    if (node.nodeType !== ELEMENT) return false
    if (!INLINE.test(node.nodeName)) return true
    const said = known.get(node)
    if (said !== undefined) return said
    let child = node.firstChild
    while (child && !isBlock(child)) child = child.nextSibling
    known.set(node, child !== null)
    return child !== null
  }
}

function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

function blockOf(nodes: readonly Node[], name: string): Block {
  const text = spaced(nodes.map(({ textContent }) => textContent).join(''))
  const linked = spaced(nodes.map(linkedOf).join('')).length
  return { nodes, name, text, linkShare: linked / Math.max(1, text.length) }
}

const linkedOf = (node: Node): string =>
  node.nodeName === 'A' ? node.textContent : childrenOf(node).map(linkedOf).join('')

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

const PROSE_CHARACTERS_MIN = 80

/** At least a sentence, and no list of links. */
export const isProse = ({ name, text, linkShare }: Block): boolean =>
  !/^(H[1-6]|FIGURE|FIGCAPTION|TABLE|PRE)$/.test(name) &&
  text.length >= PROSE_CHARACTERS_MIN &&
  linkShare < 0.5
