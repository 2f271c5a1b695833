import type { Node } from '../html/document.ts'
import type { Rule } from './markdown-rule.ts'

const RAISED: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  n: 'ⁿ',
}
const LOWERED = '₀₁₂₃₄₅₆₇₈₉'

/** Text in superscript or subscript characters; unchanged if one is missing. */
const small = (text: string, formOf: (letter: string) => string | undefined): string => {
  const letters = Array.from(text, formOf)
  return letters.every((letter) => letter !== undefined) ? letters.join('') : text
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Encodes characters that would end a link destination. */
const destination = (url: string): string =>
  url.replace(/[\s()<>]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

function link(content: string, node: Node): string {
  const text = oneLine(content)
  const href = node.getAttribute('href')
  const [, before = '', after = ''] = /^(\s*)[\s\S]*?(\s*)$/.exec(content) ?? []
  if (!href || !text) return content
  return `${before && ' '}[${text}](${destination(href)})${after && ' '}`
}

function image(_content: string, node: Node): string {
  const alt = oneLine(node.getAttribute('alt') ?? '').replace(/[[\]]/g, '\\$&')
  const source = node.getAttribute('src')
  return source ? `![${alt}](${destination(source)})` : ''
}

/** Inline code in a fence that is longer than any run of backticks in it. */
function code(_content: string, node: Node): string {
  const text = oneLine(node.textContent)
  if (!text) return ''
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 && /^`|`$/.test(text) ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

const isInPre = (node: Node): boolean =>
  node.parentNode !== null && (node.parentNode.nodeName === 'PRE' || isInPre(node.parentNode))

export const inlineRules: Readonly<Record<string, Rule>> = {
  link: { filter: 'a', replacement: link },
  image: { filter: 'img', replacement: image },
  code: {
    filter: ({ nodeName }) => /^(CODE|KBD|SAMP|TT)$/.test(nodeName),
    replacement: (content, node) => (isInPre(node) ? content : code(content, node)),
  },
  struck: {
    filter: ['del', 's', 'strike'],
    replacement: (content) => (content.trim() ? `~~${content.trim()}~~` : ''),
  },
  raised: {
    filter: 'sup',
    replacement: (content) => small(content, (letter) => RAISED[letter]),
  },
  note: {
    filter: (node) => node.nodeName === 'SPAN' && node.getAttribute('data-note') !== null,
    replacement: (content) => `[^${content.trim()}]`,
  },
  lowered: {
    filter: 'sub',
    replacement: (content) => small(content, (letter) => LOWERED[Number.parseInt(letter, 10)]),
  },
}
