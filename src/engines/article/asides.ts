import type { Sizes } from './sizes.ts'
import type { Tag } from '../html/tags.ts'

/** A link within a text names a thing; a headline that leads elsewhere is longer. */
const NAME_CHARACTERS_MAX = 24
const PROSE_LINK_SHARE_MAX = 0.5
const NESTED_MAX = 200

/**
 * Whether an element stands between two paragraphs and links to what they are about: a note, or a
 * box of grammar. Such a box belongs to its text, however many links it has.
 */
export type IsAside = (tag: Tag) => boolean

export function asidesIn(sizes: Sizes): IsAside {
  const known = new WeakMap<Tag, ReadonlySet<Tag>>()
  return (tag) => {
    const { parent } = tag
    if (!parent || !('name' in parent)) return false
    const within = known.get(parent) ?? betweenParagraphs(parent, sizes)
    known.set(parent, within)
    return within.has(tag) && hasShortLinks(tag, sizes)
  }
}

/** The children of an element that have a paragraph before them and another behind. */
function betweenParagraphs(parent: Tag, sizes: Sizes): ReadonlySet<Tag> {
  const children = parent.children.filter((child): child is Tag => 'attribs' in child)
  const isParagraph = (tag: Tag): boolean =>
    tag.name === 'p' && sizes.proseOf(tag) > 0 && sizes.linkShareOf(tag) < PROSE_LINK_SHARE_MAX
  const first = children.findIndex(isParagraph)
  const last = children.findLastIndex(isParagraph)
  return new Set(first < 0 ? [] : children.slice(first + 1, Math.max(first + 1, last)))
}

function hasShortLinks(tag: Tag, sizes: Sizes): boolean {
  const open: Tag[] = [tag]
  let links = 0
  let characters = 0
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen > NESTED_MAX) return false
    const next = open.pop()!
    for (const child of next.children) {
      if (!('attribs' in child)) continue
      if (child.name === 'a') {
        links += 1
        characters += sizes.textOf(child)
      } else open.push(child)
    }
  }
  return links > 0 && characters / links <= NAME_CHARACTERS_MAX
}
