import type { CheerioAPI } from 'cheerio'
import type { Tag } from '../html/tags.ts'

const NAMED =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight)-|brush:\s*|sourceCode\s+)([\w+#.-]+)/i
const NO_LANGUAGE = /^(none|plain|plaintext|text|txt|default|nohighlight|rouge|auto|source)$/i
const ANCESTORS_MAX = 7
/** A title, or a button to copy. */
const AROUND_CHARACTERS_MAX = 60
const LINE_NUMBERS = '.linenos,.lineno,.linenodiv,.line-number,.line-numbers-rows,.gutter,.blob-num'

/** Code as one text in `pre`, with the language that highlighters leave in class names. */
export function normaliseCode($: CheerioAPI, tag: Tag): void {
  const code = $(tag)
  const language = languageOf($, tag)
  code.find(LINE_NUMBERS).remove()
  code.find('br').replaceWith('\n')
  code.find('div,p,li,tr').after('\n')
  const table = code.closest('table')
  const isGutter = table.length > 0 && table.find('td').length <= 2 && isAllOf(table)
  if (isGutter && /^[\s\d]*$/.test(code.text()) && table.find('pre').length > 1)
    return void code.remove()
  code.text(bounded(code.text()))
  if (language) tag.attribs['data-language'] = language
  if (isGutter) table.replaceWith(code)
}

const lengthOf = (text: string): number => text.replace(/[\s\d]/g, '').length

/** Whether a table holds code, with or without its line numbers, and not a page laid out. */
function isAllOf(table: ReturnType<CheerioAPI>): boolean {
  const codes = table.find('pre')
  if (codes.length > 2) return false
  return lengthOf(table.text()) <= lengthOf(codes.text()) + AROUND_CHARACTERS_MAX
}

function languageOf($: CheerioAPI, tag: Tag): string | null {
  const inner = $(tag).find('code').first()
  const around = $(tag).parents().slice(0, ANCESTORS_MAX).toArray()
  for (const { attribs } of [...inner.toArray(), tag, ...around]) {
    const said = attribs['data-language'] ?? attribs['data-lang'] ?? attribs['lang-name']
    const name = said ?? NAMED.exec(attribs['class'] ?? '')?.[1]
    if (name && !NO_LANGUAGE.test(name)) return name.toLowerCase().replace(/[^\w+#.-]/g, '')
  }
  return null
}

/** Longer runs say nothing, and take the writer of markdown quadratic time. */
const bounded = (text: string): string =>
  text.replace(/[^\S\n]{200,}/g, (run) => run.slice(0, 200)).replace(/\n{20,}/g, '\n\n')
