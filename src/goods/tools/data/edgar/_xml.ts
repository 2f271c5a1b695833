import { oddAnswer } from './_odd-answer.ts'

/** An element: its children by name, without the prefixes that some filers write. */
export interface Element {
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Readonly<Record<string, readonly Element[]>>
}

interface Growing {
  readonly name: string
  text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Record<string, Element[]>
}

const DEPTH_MAX = 40

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML as events, so that a table of twenty megabytes is never held as a tree. An element that
 * `each` names is passed on when it closes, and then dropped.
 */
export async function readXml(
  xml: string,
  each: Readonly<Record<string, (element: Element) => void>>,
): Promise<void> {
  const { Parser } = await import('htmlparser2')
  const open: Growing[] = []
  let elements = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements += 1
        if (open.length >= DEPTH_MAX) throw oddAnswer()
        const children = Object.create(null) as Growing['children']
        open.push({ name: localName(name), text: '', attributes, children })
      },
      ontext(text) {
        const last = open.at(-1)
        if (last) last.text += text
      },
      onclosetag() {
        const closed = open.pop()
        if (!closed) return
        const { name, attributes, children } = closed
        const element = { text: closed.text.trim(), attributes, children }
        const take = Object.hasOwn(each, name) ? each[name] : undefined
        const parent = open.at(-1)
        if (take) take(element)
        else if (parent) (parent.children[name] ??= []).push(element)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  if (elements === 0) throw oddAnswer()
}

export const childrenOf = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children[name] ?? []

/** The element at the end of a path. */
export const elementAt = (
  element: Element | undefined,
  ...path: readonly string[]
): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => childrenOf(at, name)[0], element)

/** The text of that element; null if there is none. */
export const textAt = (element: Element | undefined, ...path: readonly string[]): string | null =>
  elementAt(element, ...path)?.text || null

/** The number in that element, with or without commas between thousands; null if there is none. */
export function numberAt(element: Element | undefined, ...path: readonly string[]): number | null {
  const text = textAt(element, ...path)?.replaceAll(',', '')
  const value = text === undefined ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
