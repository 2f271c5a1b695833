import TurndownService from 'turndown'
import { escapedMarks } from '../../base/lib/markdown-text.ts'
import { domOf, parsedPage, type Node } from '../html/document.ts'
import { blockRules } from './markdown-blocks.ts'
import { inlineRules } from './markdown-inline.ts'
import { tableRules } from './markdown-tables.ts'
import { NO_PAGE } from '../html/head.ts'
import { normalise } from './normalise.ts'

/**
 * All that a page shows, as GitHub flavoured markdown with absolute links. It is heavy work on what
 * strangers wrote: call it in a thread.
 */
export function markdownOf(html: string, url = NO_PAGE, escape = escaped): string {
  const $ = parsedPage(html)
  normalise($, url)
  return markdownOfNode(domOf($.html()).body, escape)
}

/** Takes the tree apart: a copy of it would take as much memory again. */
export function markdownOfNode(node: Node, escape = escaped): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  service.escape = escape
  for (const [name, rule] of Object.entries({ ...inlineRules, ...blockRules, ...tableRules() }))
    service.addRule(name, rule as unknown as TurndownService.Rule)
  return tidy(service.turndown(Object.assign(node, { cloneNode: () => node })))
}

const escaped = (text: string): string => escapedMarks(text).replace(/<(?=[a-zA-Z/!?])/g, '\\$&')

function tidy(markdown: string): string {
  const text = markdown.replace(/[\u200b\ufeff\u00ad]/g, '').replace(/\u00a0/g, ' ')
  return text
    .split('\n')
    .map((line) => (/\S {2}$/.test(line.slice(-3)) ? line : line.trimEnd()))
    .join('\n')
    .trim()
}
