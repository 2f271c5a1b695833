import TurndownService from 'turndown'
import { domOf, parsedPage, type Node } from '../html/document.ts'
import { blockRules } from './markdown-blocks.ts'
import { inlineRules } from './markdown-inline.ts'
import { tableRules } from './markdown-tables.ts'
import { NO_PAGE, normalise } from './normalise.ts'

/**
 * All that a page shows, as GitHub flavoured markdown with absolute links. It is heavy work on what
 * strangers wrote: call it in a thread.
 */
export function markdownOf(html: string, url = NO_PAGE): string {
  const $ = parsedPage(html)
  normalise($, url)
  return markdownOfNode(domOf($.html()).body)
}

/** Takes the tree apart: a copy of it would take as much memory again. */
export function markdownOfNode(node: Node): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  service.escape = escaped
  for (const [name, rule] of Object.entries({ ...inlineRules, ...blockRules, ...tableRules() }))
    service.addRule(name, rule as unknown as TurndownService.Rule)
  return tidy(service.turndown(Object.assign(node, { cloneNode: () => node })))
}

/** Escapes what would read as markup, and leaves what reads as text: snake_case, [1], 2 * 3. */
function escaped(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/`|~~|<(?=[a-zA-Z/!?])/g, '\\$&')
    .replace(/\](?=[(:[])/g, '\\]')
    .replace(/^(#{1,6}(?=\s)|>|[-+](?=\s)|=+$|-{3,}$)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s)/, '$1\\$2')
}

function tidy(markdown: string): string {
  const text = markdown.replace(/[\u200b\ufeff\u00ad]/g, '').replace(/\u00a0/g, ' ')
  return text
    .split('\n')
    .map((line) => (/\S {2}$/.test(line.slice(-3)) ? line : line.trimEnd()))
    .join('\n')
    .trim()
}
