import { markdownOf } from './markdown.ts'

/** The content of one of our own pages as Markdown; what surrounds it is left out. */
export function work(markup: string): string {
  const main = markup.slice(markup.indexOf('<main'), markup.indexOf('</main>'))
  const content = main.length > 0 ? main : markup
  const bare = content.replaceAll(/<svg[\s\S]*?<\/svg>|<noscript>[\s\S]*?<\/noscript>/g, '')
  return `${markdownOf(bare)}\n`
}
