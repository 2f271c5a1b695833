import { isUtf8 } from 'node:buffer'
import type { X2jOptions } from 'fast-xml-parser'
import { Fault } from '../../base/core/fault.ts'

/** An element: text, or members by tag and by `@attribute`; repeated ones as lists. */
export type Xml = string | Readonly<Record<string, unknown>>

const OPTIONS: X2jOptions = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  // Entities that a document declares itself are the classic bomb; those of HTML are not.
  processEntities: { enabled: true, maxEntityCount: 0, maxTotalExpansions: 100_000 },
  htmlEntities: true,
}

/** Markup within these is content, and is not to be taken apart. */
const STOP_NODES = ['..div', '..xhtml:div', '..xhtml::div']

/**
 * The document element and what is in it. Throws when it is no XML that can be read. What is in
 * elements that are named in `whole` stays as it is written, in its order.
 */
export async function parseXml(
  text: string,
  subject: string,
  whole: readonly string[] = [],
): Promise<readonly [string, Xml]> {
  const { XMLParser } = await import('fast-xml-parser')
  const stopNodes = [...STOP_NODES, ...whole.map((name) => `..${name}`)]
  const parser = new XMLParser({ ...OPTIONS, stopNodes })
  const parsed = attempt(() => parser.parse(text) as Record<string, Xml>)
  const root = Object.entries(parsed ?? {}).find(([name]) => !/^([?#]|!)/.test(name))
  if (!root) throw new Fault('upstream_failed', `${subject} is no XML that can be read.`)
  return root
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** The children of that name, whatever their number. */
export function childrenOf(parent: unknown, name: string): readonly Xml[] {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return []
  const found = (parent as Record<string, unknown>)[name]
  return (Array.isArray(found) ? found : [found]) as Xml[]
}

export const childOf = (parent: unknown, name: string): Xml | null =>
  childrenOf(parent, name)[0] ?? null

/** The text of an element, or of the first child by one of the names that has any. */
export function textIn(parent: unknown, ...names: readonly string[]): string | null {
  for (const name of names) {
    for (const child of childrenOf(parent, name)) {
      const text = contentOf(child)
      if (text !== null) return text
    }
  }
  return null
}

/** Markup that nobody wrapped is read as its text; deeper than this it is no text any more. */
const MARKUP_DEPTH_MAX = 8

export function contentOf(element: Xml): string | null {
  const text = textsOf(element, MARKUP_DEPTH_MAX).join(' ').trim() || null
  return text !== null && isBase64(element) ? textOfBase64(text) : text
}

function textsOf(element: unknown, depth: number): readonly string[] {
  if (typeof element === 'string') return [element]
  if (typeof element !== 'object' || element === null || depth === 0) return []
  if (Array.isArray(element)) return element.flatMap((each) => textsOf(each, depth))
  // Where the text stood between its markup is not told: what begins it is taken to.
  const { '#text': own, ...others } = element as Readonly<Record<string, unknown>>
  const inner = Object.entries(others).filter(([name]) => !name.startsWith('@'))
  return [own, ...inner.map(([, child]) => child)].flatMap((each) => textsOf(each, depth - 1))
}

/** Atom 0.3 says so; in Atom 1.0 it is what has a type that is neither text nor XML. */
function isBase64(element: Xml): boolean {
  const type = attributeOf(element, 'type') ?? ''
  const isText = /^text\/|[/+]xml$/i.test(type)
  return attributeOf(element, 'mode') === 'base64' || (type.includes('/') && !isText)
}

function textOfBase64(written: string): string | null {
  const bytes = Buffer.from(written, 'base64')
  if (!isUtf8(bytes)) return null
  const text = bytes.toString('utf8').trim()
  return text === '' || text.includes('\0') ? null : text
}

export function attributeOf(element: Xml | null, name: string): string | null {
  const found = typeof element === 'object' && element !== null ? element[`@${name}`] : null
  return typeof found === 'string' && found !== '' ? found : null
}
