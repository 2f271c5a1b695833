import { createReadStream } from 'node:fs'
import { Parser } from 'htmlparser2'
import { unknownShape } from './_blocks.ts'

/** An element with all that is in it; names are without the prefix of their namespace. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

const ELEMENTS_MAX = 100_000
const TEXT_LENGTH_MAX = 2_000_000

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * The document element, without what is in it, then every element of these names: a file of a
 * hundred megabytes is never held. Numbers stay text.
 */
export async function* xmlElements(
  path: string,
  wanted: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const found: XmlElement[] = []
  const open: string[] = []
  const within: XmlElement[] = []
  let count = 0
  const parser = new Parser(
    {
      onopentag(prefixed, attributes) {
        const name = local(prefixed)
        const element: XmlElement = { name, attributes, children: [], text: '' }
        if (open.length === 0) found.push(element)
        open.push(name)
        const parent = within.at(-1)
        if (!parent && !wanted.has(name)) return
        if ((count += 1) > ELEMENTS_MAX) throw unknownShape(`one <${within[0]?.name}> is too large`)
        parent?.children.push(element)
        within.push(element)
      },
      ontext(text) {
        const element = within.at(-1)
        if (!element) return
        element.text += text
        if (element.text.length > TEXT_LENGTH_MAX)
          throw unknownShape(`the text of one <${element.name}> is too long`)
      },
      onclosetag() {
        open.pop()
        const element = within.pop()
        if (!element || within.length > 0) return
        found.push(element)
        count = 0
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    parser.write(chunk)
    yield* found.splice(0)
  }
  if (open.length > 0) throw unknownShape(`it ends within <${open.at(-1)?.slice(0, 40)}>`)
  parser.end()
  yield* found.splice(0)
}

export const childrenOf = (element: XmlElement, ...names: readonly string[]): XmlElement[] =>
  element.children.filter(({ name }) => names.includes(name))

/** Every element of that name beneath, however deep. */
export const beneath = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...beneath(child, name),
  ])

/** The text of the first child of that name; empty if there is none. */
export const textOf = (element: XmlElement | undefined, name: string): string =>
  element?.children.find((child) => child.name === name)?.text.trim() ?? ''
