import type { CheerioAPI } from 'cheerio'
import { removeTags, tagsOf, type Tag } from '../html/tags.ts'
import { lettersOf } from '../language/words.ts'

const CAPTION = /(^|[\s_-])(caption|cutline)($|[\s_-])/i
const CREDIT =
  /(^|[\s_-])(credits?|copyright|photographer|photo-?by|attribution|courtesy)($|[\s_-])/i
const NEVER = /^(figure|body|main|article|section|table|td|caption)$/
const CHARACTERS_MAX = 600
const NODES_MAX = 100
/** How far above a caption its image may hang. */
const LEVELS = 3

/**
 * Leaves of the captions of images those that say what the image does not: credits go, and so does
 * what repeats the image's own text. What only its class calls a caption becomes that text. In
 * place.
 */
export function normaliseCaptions($: CheerioAPI): void {
  const images = imagesWithin($)
  const gone = new Set<Tag>()
  for (const tag of tagsOf($)) {
    const names = tag.attribs['class'] ?? ''
    const isMarked = tag.name === 'figcaption'
    const isCredit = !isMarked && CREDIT.test(names)
    if ((!isMarked && !isCredit && !CAPTION.test(names)) || NEVER.test(tag.name)) continue
    const image = ancestorsOf(tag, LEVELS).flatMap((one) => images.get(one) ?? [])[0]
    const text = image && !images.has(tag) ? shortTextOf(tag) : null
    if (!image || text === null) continue
    const alt = image.attribs['alt']?.trim() ?? ''
    if (isMarked && !repeats(alt, text)) continue
    if (!isCredit && !alt) image.attribs['alt'] = text
    gone.add(tag)
  }
  removeTags(gone)
}

/** The first image below each element that is not far above it. */
function imagesWithin($: CheerioAPI): ReadonlyMap<unknown, Tag> {
  const images = new Map<unknown, Tag>()
  for (const image of tagsOf($, 'img'))
    for (const around of ancestorsOf(image, LEVELS + 2))
      if (!images.has(around)) images.set(around, image)
  return images
}

function ancestorsOf(tag: Tag, levels: number): readonly unknown[] {
  const ancestors: unknown[] = []
  let { parent } = tag
  for (; parent && ancestors.length < levels; { parent } = parent) ancestors.push(parent)
  return ancestors
}

/** Null for what is longer than any caption. */
function shortTextOf(tag: Tag): string | null {
  const open: Tag['children'] = [tag]
  const texts: string[] = []
  let length = 0
  let nodes = 0
  for (let node = open.pop(); node; node = open.pop()) {
    if (++nodes > NODES_MAX || length > CHARACTERS_MAX) return null
    if ('data' in node) {
      texts.push(node.data)
      length += node.data.trim().length
    } else if ('children' in node) {
      if (node.children.length > NODES_MAX) return null
      open.push(...node.children.toReversed())
    }
  }
  return texts.join('').replace(/\s+/g, ' ').trim()
}

/** A caption is often longer than what the image says of itself by the name of who took it. */
const CREDIT_CHARACTERS_MAX = 30
const BEGINNING_CHARACTERS = 80

function repeats(alt: string, caption: string): boolean {
  const [said, again] = [lettersOf(alt), lettersOf(caption)]
  if (again === '' || said.length <= 10) return false
  const isSame = again.startsWith(said.slice(0, BEGINNING_CHARACTERS))
  return said.includes(again) || (isSame && again.length < said.length + CREDIT_CHARACTERS_MAX)
}
