import { markdownText } from '../../base/lib/markdown-text.ts'
import { markdownOf } from './markdown.ts'
import { NO_PAGE } from '../html/head.ts'

/** The content of one of our own pages as Markdown; what surrounds it is left out. */
export function work(markup: string): string {
  const main = markup.slice(markup.indexOf('<main'), markup.indexOf('</main>'))
  const content = main.length > 0 ? main : markup
  const bare = content.replaceAll(BESIDE, '').replaceAll(PANE, '<p><strong>$1</strong></p><div>')
  return `${markdownOf(apart(bare), NO_PAGE, markdownText)}\n`
}

/**
 * Pictures, notes that only make sense beside a form, labels of tabs, and the menu at the side,
 * which would stand before the title.
 */
const BESIDE =
  /<svg[\s\S]*?<\/svg>|<p class="fine of-form"[\s\S]*?<\/p>|<noscript>[\s\S]*?<\/noscript>|<nav class="side"[\s\S]*?<\/nav>|<label class="tab"[\s\S]*?<\/label>/g
/** Markdown has no tabs: the label of a pane stands above it. */
const PANE = /<div class="pane" data-label="([^"]*)">/g
const PROGRAMS = /(<pre[\s\S]*?<\/pre>)/
/** A link around a whole card becomes one around its heading. */
const CARD =
  /<a\b[^>]*href="([^"]*)"[^>]*>((?:(?!<\/a>)[\s\S])*?)<h3>([\s\S]*?)<\/h3>((?:(?!<\/a>)[\s\S])*?)<\/a\s*>/g

/** On the page, the style sheet keeps things apart; without it, they would run into one word. */
const apart = (markup: string): string =>
  markup
    .split(PROGRAMS)
    .map((part) =>
      part.startsWith('<pre')
        ? part
        : part
            .replaceAll(CARD, '<p><a href="$1">$3</a> $2 $4</p>')
            .replaceAll(/(<\/[a-z0-9]+\s*>|<(?:input|br|hr|img)[^>]*>)(?=<[a-z])/g, '$1 ')
            .replaceAll(/([\p{L}\p{N}])(?=<(?:a|span|code|b|small|strong|i|em|label)\b)/gu, '$1 '),
    )
    .join('')
