import { el, link, type Child } from './dom.ts'

/**
 * Renders Markdown of strangers as nodes: headings, lists, quotes, code, tables, links. Pictures
 * become links.
 */
export function markdown(text: string): HTMLElement {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const out = el('div', { class: 'prose' })
  while (lines.length > 0) {
    const block = BLOCKS.find(({ begins }) => begins(lines[0]!, lines[1] ?? ''))
    out.append(...(block ?? PARAGRAPH).read(lines))
  }
  return out
}

interface Block {
  begins(line: string, next: string): boolean
  /** Removes the lines that it reads from the front of the list. */
  read(lines: string[]): readonly Node[]
}

const HEAD = /^(#{1,6})\s+(.*)$/
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/
const RULE = /^(-{3,}|\*{3,})\s*$/
const UNDERLINE = /^\s*\|?[\s:|-]+\|[\s:|-]*$/
const FENCE = '```'

function take(lines: string[], isPart: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !isPart(line))
  return lines.splice(0, end < 0 ? lines.length : end)
}

const BLOCKS: readonly Block[] = [
  {
    begins: (line) => line.trim() === '',
    read(lines) {
      lines.shift()
      return []
    },
  },
  {
    begins: (line) => line.startsWith(FENCE),
    read(lines) {
      lines.shift()
      const code = take(lines, (line) => !line.startsWith(FENCE))
      lines.shift()
      return [el('pre', { tabindex: 0 }, code.join('\n'))]
    },
  },
  {
    begins: (line) => HEAD.test(line),
    read(lines) {
      const [, marks = '', words = ''] = HEAD.exec(lines.shift()!) ?? []
      const tag = `h${Math.min(4, marks.length + 1)}` as 'h2'
      return [el(tag, {}, ...inline(words))]
    },
  },
  {
    begins: (line) => RULE.test(line),
    read(lines) {
      lines.shift()
      return [el('hr')]
    },
  },
  {
    begins: (line) => line.startsWith('>'),
    read(lines) {
      const quoted = take(lines, (line) => line.startsWith('>')).map((line) => line.slice(1).trim())
      return [el('blockquote', {}, ...inline(quoted.join(' ')))]
    },
  },
  {
    begins: (line) => ITEM.test(line),
    read(lines) {
      const list = el(/^\s*\d/.test(lines[0]!) ? 'ol' : 'ul')
      for (const line of take(lines, (each) => ITEM.test(each) || /^\s{2,}\S/.test(each))) {
        const [, words] = ITEM.exec(line) ?? []
        if (words !== undefined) list.append(el('li', {}, ...inline(words)))
        else list.lastElementChild?.append(' ', ...(inline(line.trim()) as (Node | string)[]))
      }
      return [list]
    },
  },
  {
    begins: (line, next) => line.includes('|') && UNDERLINE.test(next),
    read(lines) {
      const [head = [], , ...rows] = take(lines, (line) => line.includes('|')).map(cellsOf)
      const body = el('tbody', {}, ...rows.map((cells) => row(cells, 'td')))
      const table = el('table', {}, el('thead', {}, row(head, 'th')), body)
      return [el('div', { class: 'scroll' }, table)]
    },
  },
]

const row = (cells: readonly string[], tag: 'th' | 'td') =>
  el('tr', {}, ...cells.map((cell) => el(tag, {}, ...inline(cell))))

const cellsOf = (line: string): readonly string[] =>
  line
    .replaceAll(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim())

const ENDS_PARAGRAPH = /^(#{1,6}\s|```|>|\s*[-*+]\s|\s*\d+[.)]\s)/

const PARAGRAPH: Pick<Block, 'read'> = {
  read(lines) {
    const first = lines.shift()!
    const rest = take(lines, (line) => line.trim() !== '' && !ENDS_PARAGRAPH.test(line))
    return [el('p', {}, ...inline([first, ...rest].join(' ')))]
  },
}

const SPANS =
  /(`[^`]+`)|(!?\[([^\]]*)\]\(([^)\s]+)[^)]*\))|(\*\*([^*]+)\*\*)|(\*([^*]+)\*|_([^_]+)_)/

function inline(text: string): Child[] {
  const out: Child[] = []
  let rest = text
  for (let found = SPANS.exec(rest); found; found = SPANS.exec(rest)) {
    const [whole, code, linked, words = '', address = '', , strong, , starred, lined] = found
    out.push(rest.slice(0, found.index))
    if (code) out.push(el('code', {}, code.slice(1, -1)))
    else if (linked?.startsWith('!')) out.push(link(address, `picture: ${words || address}`))
    else if (linked) out.push(link(address, ...inline(words)))
    else if (strong) out.push(el('strong', {}, ...inline(strong)))
    else out.push(el('em', {}, ...inline(starred ?? lined ?? '')))
    rest = rest.slice(found.index + whole.length)
  }
  return [...out, rest].filter((child) => child !== '')
}
