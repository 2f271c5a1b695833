import type { CheerioAPI } from 'cheerio'
import { elementsById } from './by-id.ts'
import { lineOf, isElement, type Element, type Node } from './text.ts'

/** As the standard writes microdata in JSON. */
export type Item = {
  readonly type?: readonly string[]
  readonly id?: string
  readonly properties: Readonly<Record<string, readonly Value[]>>
}

type Value = string | Item

const VALUE_CHARACTERS_MAX = 5_000
const PROPERTIES_MAX = 10_000
const CHARACTERS_MAX = 2_000_000

interface MicrodataReading {
  readonly byId: ReadonlyMap<string, Element>
  /** Items that are being read, so that none holds itself. */
  readonly open: Set<Element>
  properties: number
  characters: number
}

/** Items that are no property of another one. */
export function microdataOf($: CheerioAPI): Item[] {
  const byId = elementsById($)
  const reading: MicrodataReading = { byId, open: new Set(), properties: 0, characters: 0 }
  const tops = $('[itemscope]:not([itemprop])').toArray()
  return tops.flatMap((top) => itemOf(top, reading) ?? [])
}

function itemOf(element: Element, reading: MicrodataReading): Item | null {
  if (reading.open.has(element) || reading.properties > PROPERTIES_MAX) return null
  reading.open.add(element)
  const properties = new Map<string, Value[]>()
  for (const holder of holdersOf(element, reading.byId)) {
    const value = valueOf(holder, reading)
    if (value === null) continue
    for (const name of wordsOf(holder.attribs['itemprop']).slice(0, 10)) {
      reading.properties += 1
      if (reading.properties <= PROPERTIES_MAX)
        properties.set(name, [...(properties.get(name) ?? []), value])
    }
  }
  reading.open.delete(element)
  const type = wordsOf(element.attribs['itemtype'])
  const id = element.attribs['itemid']?.trim().slice(0, 2_048)
  return {
    ...(type.length > 0 && { type: type.slice(0, 20) }),
    ...(id && { id: id.toWellFormed() }),
    properties: Object.fromEntries(properties),
  }
}

/** What bears a property of this item, also where `itemref` points to it. */
function holdersOf(element: Element, byId: MicrodataReading['byId']): Element[] {
  const found = new Set<Element>()
  const refs = wordsOf(element.attribs['itemref']).slice(0, 50)
  const elsewhere = refs.flatMap((id) => byId.get(id) ?? [])
  const visit = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (!isElement(node) || found.has(node) || node === element) continue
      if (node.attribs['itemprop'] !== undefined) found.add(node)
      if (node.attribs['itemscope'] === undefined) visit(node.children)
    }
  }
  visit(element.children)
  visit(elsewhere)
  return [...found]
}

/** The attribute that says the value of an element, where its text does not. */
const SAYING = new Map(
  Object.entries({
    a: 'href',
    area: 'href',
    audio: 'src',
    data: 'value',
    embed: 'src',
    iframe: 'src',
    img: 'src',
    link: 'href',
    meta: 'content',
    meter: 'value',
    object: 'data',
    source: 'src',
    time: 'datetime',
    track: 'src',
    video: 'src',
  }),
)

function valueOf(holder: Element, reading: MicrodataReading): Value | null {
  if (holder.attribs['itemscope'] !== undefined) return itemOf(holder, reading)
  if (reading.characters > CHARACTERS_MAX) return null
  const attribute = SAYING.get(holder.name)
  const said =
    (attribute === undefined ? undefined : holder.attribs[attribute]) ??
    holder.attribs['content'] ??
    lineOf(holder.children)
  const value = said.trim().slice(0, VALUE_CHARACTERS_MAX).toWellFormed()
  reading.characters += value.length
  return value
}

const wordsOf = (text = ''): string[] =>
  text
    .slice(0, 5_000)
    .split(/\s+/)
    .filter((word) => word !== '')
