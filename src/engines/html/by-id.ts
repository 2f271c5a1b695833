import type { CheerioAPI } from 'cheerio'
import type { Element } from './text.ts'

/** The first element of each id, found in one pass. */
export function elementsById($: CheerioAPI): ReadonlyMap<string, Element> {
  const found = new Map<string, Element>()
  for (const element of $('[id]').toArray()) {
    const id = element.attribs['id'] ?? ''
    if (!found.has(id)) found.set(id, element)
  }
  return found
}
