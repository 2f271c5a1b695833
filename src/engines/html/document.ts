import { load, type CheerioAPI } from 'cheerio'
import { parseHTML } from 'linkedom'
import { assertShallow } from './page-bounds.ts'

/** What is used of a node of a parsed page; this runtime has no types for them. */
export interface Node {
  readonly nodeName: string
  readonly nodeType: number
  readonly textContent: string
  readonly parentNode: Node | null
  readonly children: ArrayLike<Node>
  readonly firstChild: Node | null
  readonly nextSibling: Node | null
  innerHTML: string
  getAttribute(name: string): string | null
  remove(): void
  getElementsByTagName(name: string): ArrayLike<Node>
  querySelector(selector: string): Node | null
  querySelectorAll(selector: string): Iterable<Node>
}

export interface Document extends Node {
  readonly body: Node
  /** Joins texts that stand side by side. */
  normalize(): void
}

/** Two breaks make a gap; thousands of them hold up whoever looks for its end. */
const GAPS = /(?:<br\b[^<>]{0,100}>\s*){4,}/gi

/** A page as browsers would build it: parsed to the standard, whatever it leaves open. */
export function parsedPage(html: string): CheerioAPI {
  return load(assertShallow(html.replace(GAPS, '<br><br>')))
}

/** As a light DOM, for code that wants one. */
export function domOf(html: string): Document {
  const { document } = parseHTML(html) as unknown as { document: Document }
  document.normalize()
  return document
}
