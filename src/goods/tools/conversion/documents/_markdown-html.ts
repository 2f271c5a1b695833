import type { Token, Tokens } from 'marked'
import { badInput } from '../../../../base/core/fault.ts'
import { escapedMarkup } from '../../../../base/lib/escaped-markup.ts'
import type { Heading } from './_gfm.ts'

/** HTML whose headings have anchors. */
export async function rendered(
  tokens: readonly Token[],
  headings: readonly Heading[],
  gfm: boolean,
): Promise<string> {
  const { Marked } = await import('marked')
  let at = 0
  const marked = new Marked({
    gfm,
    renderer: {
      heading({ tokens: inner, depth }: Tokens.Heading) {
        const id = headings[at]?.id ?? ''
        at += 1
        return `<h${depth} id="${escapedMarkup(id)}">${this.parser.parseInline(inner)}</h${depth}>\n`
      },
    },
  })
  try {
    return marked.parser([...tokens])
  } catch (thrown) {
    if (thrown instanceof RangeError) throw badInput('markdown: is nested too deep')
    throw thrown
  }
}

/** A list of links to the headings. */
export const contentsOf = (headings: readonly Heading[]): string => {
  const items = headings.map(({ level, text, id }) => {
    const indent = level > 1 ? '&nbsp;&nbsp;'.repeat(level - 1) : ''
    return `<li>${indent}<a href="#${escapedMarkup(id)}">${escapedMarkup(text)}</a></li>`
  })
  return items.length === 0 ? '' : `<nav>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>\n`
}
