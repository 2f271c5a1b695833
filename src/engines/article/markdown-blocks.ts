import type { Node } from '../html/document.ts'
import type { Rule } from './markdown-rule.ts'

const block = (text: string): string => `\n\n${text}\n\n`

const indented = (text: string, width: number): string =>
  text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)

/** Blocks of one item stand apart only where it has several paragraphs. */
function item(content: string, node: Node): string {
  const number = node.getAttribute('data-number')
  const mark = number === null ? '- ' : `${number}. `
  const text = content.replace(/^\n+|\n+$/g, '')
  return `${mark}${indented(text, mark.length)}\n`
}

function list(content: string, node: Node): string {
  const items = content.replace(/^\n+|\n+$/g, '').replace(/\n{2,}(?=- |\d+\. )/g, '\n')
  return node.parentNode?.nodeName === 'LI' ? `\n${items}\n` : block(items)
}

function code(_content: string, node: Node): string {
  const text = node.textContent.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  if (!text) return ''
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return block(`${fence}${node.getAttribute('data-language') ?? ''}\n${text}\n${fence}`)
}

function heading(content: string, { nodeName }: Node): string {
  const text = content.replace(/\s+/g, ' ').replace(/\*\*/g, '').trim()
  return text ? block(`${'#'.repeat(Number(nodeName[1]))} ${text}`) : ''
}

export const blockRules: Readonly<Record<string, Rule>> = {
  item: { filter: 'li', replacement: item },
  list: { filter: ['ul', 'ol', 'menu'], replacement: list },
  pre: { filter: 'pre', replacement: code },
  heading: { filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], replacement: heading },
  term: { filter: 'dt', replacement: (content) => `\n\n**${content.trim()}**\n` },
  meaning: {
    filter: 'dd',
    replacement: (content) => `\n: ${indented(content.trim(), 2)}\n`,
  },
  summary: { filter: 'summary', replacement: (content) => block(`**${content.trim()}**`) },
  caption: { filter: 'figcaption', replacement: (content) => block(content.trim()) },
}
