import { sanitised } from '../../../../engines/html/sanitise.ts'
import { escapedMarkup } from '../../../../base/lib/escaped-markup.ts'
import { headingsOf, lexed } from './_gfm.ts'
import { contentsOf, rendered } from './_markdown-html.ts'

export interface PrintRequest {
  readonly markdown: string
  readonly title?: string | undefined
  readonly theme: keyof typeof THEMES
  readonly toc: boolean
}

/** No font names, because the machine has few fonts. Code and tables must not exceed the page. */
const BASE = `
  body { font: 11pt/1.5 sans-serif; margin: 0; overflow-wrap: anywhere }
  h1, h2, h3, h4, h5, h6 { line-height: 1.25; break-after: avoid }
  table { border-collapse: collapse; margin: 1em 0 }
  th, td { border: 1px solid #bbb; padding: .25em .6em; text-align: left; vertical-align: top }
  th { background: #f2f2f2 }
  [align=right] { text-align: right } [align=center] { text-align: center }
  tr, img, blockquote, li { break-inside: avoid-page }
  pre { background: #f5f5f5; padding: .7em; white-space: pre-wrap }
  code { font: .9em/1.4 monospace; background: #f5f5f5 }
  blockquote { border-left: 3px solid #bbb; margin: 1em 0; padding-left: 1em; color: #444 }
  img { max-width: 100% } a { color: #0645ad; text-decoration: none }
  hr { border: 0; border-top: 1px solid #bbb }
  nav ul { list-style: none; padding: 0 } nav a { color: inherit }
  .title { font-size: 2em; font-weight: bold; line-height: 1.2; margin: 0 0 1em }`

const THEMES = {
  plain: '',
  report: `
    h1, h2, h3, .title { color: #1f3b63 }
    h1 { border-bottom: 2px solid #1f3b63; padding-bottom: .2em }
    h1:not(:first-of-type) { break-before: page }
    .title { border-bottom: 4px solid #1f3b63; padding: 2em 0 .4em }
    nav { break-after: page } th { background: #e4eaf3 }`,
  letter: `
    body { font: 12pt/1.6 serif; text-align: justify; hyphens: auto }
    h1, h2, h3, .title { font-size: 1.15em; font-weight: bold }`,
} as const

/** The HTML of the whole document to print. */
export async function work({ markdown, title, theme, toc }: PrintRequest): Promise<string> {
  const tokens = await lexed(markdown)
  const headings = headingsOf(tokens)
  const html = await rendered(tokens, headings, true)
  const body = await sanitised((toc ? contentsOf(headings) : '') + html, 'inside')
  const name = escapedMarkup(title ?? headings[0]?.text ?? 'Document')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
<style>${BASE}${THEMES[theme]}</style></head><body>
${title ? `<p class="title">${name}</p>` : ''}${body}</body></html>`
}
