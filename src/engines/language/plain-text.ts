import { decodeHTML } from 'entities'

const BREAKS: Readonly<Record<string, string>> = {
  p: '\n\n',
  pre: '\n\n',
  br: '\n',
  li: '\n- ',
}

/**
 * The text of a small piece of HTML, as comments are written in: paragraphs apart, entities
 * decoded, and links in full where their text was cut short.
 */
export function plainText(html: string): string {
  let cutLink: string | null = null
  const parts = html.split(/(<[^<>]*>)/).map((part) => {
    const tag = /^<\/?([a-z][a-z0-9]*)/i.exec(part)?.[1]?.toLowerCase()
    if (tag !== undefined && part.endsWith('>')) {
      if (tag === 'a') cutLink = hrefOf(part)
      const isOpening = !part.startsWith('</')
      return isOpening ? (BREAKS[tag] ?? '') : ''
    }
    const text = decodeHTML(part)
    return cutLink?.startsWith(text.replace(/\.\.\.$/, '')) && text.endsWith('...') ? cutLink : text
  })
  return parts
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function hrefOf(tag: string): string | null {
  const [, href = null] = /\shref="([^"]*)"/.exec(tag) ?? []
  return href === null ? null : decodeHTML(href)
}
