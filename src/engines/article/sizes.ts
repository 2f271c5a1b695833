import type { CheerioAPI } from 'cheerio'
import { tagsOf, type Tag } from '../html/tags.ts'

/** Characters of text within each element, of those within links, and of those in paragraphs. */
export interface Sizes {
  textOf(tag: Tag): number
  /** From 0 to 1. */
  linkShareOf(tag: Tag): number
  /** What stands in blocks of at least a sentence that are no links. */
  proseOf(tag: Tag): number
}

const INLINE =
  /^(a|abbr|acronym|b|bdi|bdo|big|br|cite|code|data|del|dfn|em|font|i|img|ins|kbd|label|mark|q|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/
const PROSE_CHARACTERS_MIN = 80
const PROSE_LINK_SHARE_MAX = 0.5

const add = (to: Map<unknown, number>, tag: unknown, count: number) =>
  to.set(tag, (to.get(tag) ?? 0) + count)

/** Summed from the leaves up, so that deep nesting costs no more than flat pages. */
export function sizesOf($: CheerioAPI): Sizes {
  const texts = new Map<unknown, number>()
  const links = new Map<unknown, number>()
  const proses = new Map<unknown, number>()
  /** Text, and text in links, that stands in a block without a block of its own. */
  const loose = new Map<unknown, number>()
  const linked = new Map<unknown, number>()
  for (const tag of tagsOf($).toReversed()) {
    for (const child of tag.children)
      if ('data' in child) {
        const length = child.data.replace(/\s+/g, ' ').trim().length
        add(texts, tag, length)
        add(loose, tag, length)
      }
    const text = texts.get(tag) ?? 0
    if (tag.name === 'a') {
      links.set(tag, text)
      linked.set(tag, loose.get(tag) ?? 0)
    }
    add(texts, tag.parent, text)
    add(links, tag.parent, links.get(tag) ?? 0)
    const [own, ofLinks] = [loose.get(tag) ?? 0, linked.get(tag) ?? 0]
    if (INLINE.test(tag.name)) {
      add(loose, tag.parent, own)
      add(linked, tag.parent, ofLinks)
    } else if (own >= PROSE_CHARACTERS_MIN && ofLinks / own <= PROSE_LINK_SHARE_MAX)
      add(proses, tag, own)
    add(proses, tag.parent, proses.get(tag) ?? 0)
  }
  const textOf = (tag: Tag) => texts.get(tag) ?? 0
  return {
    textOf,
    linkShareOf: (tag) => (links.get(tag) ?? 0) / Math.max(1, textOf(tag)),
    proseOf: (tag) => proses.get(tag) ?? 0,
  }
}
