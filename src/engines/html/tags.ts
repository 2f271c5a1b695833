import type { CheerioAPI } from 'cheerio'

/** An element, as the parser has it. */
export type Tag = ReturnType<typeof linksOf>[number]

const linksOf = ($: CheerioAPI) => $('a').toArray()

/** In the order of the page. */
export const tagsOf = ($: CheerioAPI, selector?: string): readonly Tag[] =>
  selector === undefined ? allTags($) : $<Tag, string>(selector).toArray()

/** A selector of everything takes several times as long. */
function allTags($: CheerioAPI): readonly Tag[] {
  const tags: Tag[] = []
  const open: Tag['children'] = $.root().contents().toArray().toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('children' in node)) continue
    if ('attribs' in node) tags.push(node)
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at] as Tag)
  }
  return tags
}

/** Takes all of them out at once: one after the other takes quadratic time among many siblings. */
export function removeTags(tags: ReadonlySet<Tag>): void {
  for (const parent of new Set(Array.from(tags, (tag) => tag.parent))) {
    if (!parent) continue
    const children = parent.children.filter((child) => !tags.has(child as Tag))
    for (const [at, child] of children.entries()) {
      child.prev = children[at - 1] ?? null
      child.next = children[at + 1] ?? null
    }
    parent.children = children
  }
  for (const tag of tags) tag.parent = tag.prev = tag.next = null
}
