import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped, excerpt } from '../../../../base/lib/bytes.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { typedCell } from '../../../../engines/formats/rows.ts'
import { readXml as wellFormed } from '../../../../engines/formats/xml-reading.ts'

const DEPTH_MAX = 100
const NODES_MAX = 200_000
const WARNINGS_MAX = 50

export default defineTool({
  route: 'POST /api/xml-to-json',
  name: 'XML to JSON',
  description:
    'XML to JSON with attributes kept; document types and external entities are refused.',
  asks: [
    'convert xml to json',
    'parse a soap response or rss as json',
    'the bank sends XML and I want objects',
    'parse a SOAP reply',
    'read an XML feed as JSON',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    xml: text(2 * MB).describe('Well-formed XML, up to 2 MB, 100 levels, no DOCTYPE.'),
    attributePrefix: z.string().max(10).default('@').describe('Prefix of the names of attributes.'),
    alwaysArray: z
      .array(z.string().max(200))
      .max(100)
      .default([])
      .describe('Names of elements that are always lists, even if there is only one; up to 100.'),
    typed: z
      .boolean()
      .default(false)
      .describe('Whether to answer numbers and booleans if they would give the same text again.'),
  }),
  output: z.object({
    data: z
      .record(z.string(), z.unknown())
      .describe('The root element by name; #text if an element has more than its text.'),
    root: z.string(),
    warnings: z
      .array(z.string())
      .describe('Elements with mixed text and children, whose order is lost; up to 50.'),
  }),
  examples: [
    {
      input: { xml: '<a x="1"><b>2</b></a>' },
      output: { data: { a: { '@x': '1', b: '2' } }, root: 'a', warnings: [] },
    },
    {
      input: { xml: '<a><b>1</b><b n="&lt;">02</b>tail</a>', typed: true },
      output: {
        data: { a: { b: [1, { '@n': '<', '#text': '02' }], '#text': 'tail' } },
        root: 'a',
        warnings: ['a: text and elements are mixed; their order is lost'],
      },
    },
  ],

  run({ xml, attributePrefix, alwaysArray, typed }) {
    const nodes = readXml(xml)
    const elements = nodes.filter((node) => !(TEXT in node) && nameOf(node) !== '')
    const [root] = elements
    if (!root || elements.length > 1) throw badInput('xml: must have one outermost element')
    const warnings: string[] = []
    const lists = new Set(alwaysArray)
    const read = typed ? typedCell : (value: string) => value
    const name = nameOf(root)
    const value = createReader({ prefix: attributePrefix, lists, read, warnings })(root, name)
    return { data: { [name]: value }, root: name, warnings }
  },
})

/** The output of the parser when it keeps the order. */
type XmlNode = Readonly<Record<string, unknown>>

const TEXT = '#text'
const ATTRIBUTES = ':@'

const MARK = '.'

const nameOf = (node: XmlNode): string =>
  (Object.keys(node).find((key) => key !== ATTRIBUTES) ?? '').slice(MARK.length)

function readXml(xml: string): readonly XmlNode[] {
  const bare = xml.replace(/^\uFEFF?[ \t\r\n]*/, '')
  const markup = bare.replaceAll(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, '')
  if (/<!DOCTYPE/i.test(markup)) throw badInput('xml: must have no DOCTYPE')
  assertShape(bare)
  // The parser takes much that is not well formed, such as names without their namespace.
  const { error } = wellFormed(bare)
  if (error)
    throw badInput(
      `xml: line ${error.line}, column ${error.column}: ${clipped(error.message, 200)}`,
    )
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    // Names of JavaScript members, such as constructor, are treated like any other name.
    attributeNamePrefix: MARK,
    transformTagName: (name) => (name.startsWith(MARK) ? name : MARK + name),
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    cdataPropName: '#cdata',
    maxNestedTags: DEPTH_MAX,
  })
  try {
    return parser.parse(bare) as readonly XmlNode[]
  } catch (thrown) {
    throw badInput(`xml: ${clipped((thrown as Error).message, 200)}`)
  }
}

/** Checks depth and size before anything walks the document. */
function assertShape(xml: string): void {
  let depth = 0
  let nodes = 0
  for (const [tag] of xml.matchAll(
    /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[/?]?[^\s<>/]+[^<>]*>/g,
  )) {
    if (/^<[!?]/.test(tag)) continue
    nodes += 1
    depth += tag.startsWith('</') ? -1 : tag.endsWith('/>') ? 0 : 1
    if (depth > DEPTH_MAX) throw badInput(`xml: is nested deeper than ${DEPTH_MAX} levels`)
    if (nodes > NODES_MAX) throw badInput(`xml: has more than ${NODES_MAX} tags`)
  }
}

interface XmlReading {
  readonly prefix: string
  readonly lists: ReadonlySet<string>
  readonly read: (text: string) => unknown
  readonly warnings: string[]
}

function createReader({ prefix, lists, read, warnings }: XmlReading) {
  return function valueOf(node: XmlNode, path: string): unknown {
    const children = (node[MARK + nameOf(node)] ?? []) as readonly XmlNode[]
    const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, string>)
    const elements = children.filter((child) => !(TEXT in child) && !('#cdata' in child))
    const texts = children.map(textOf)
    const whole = texts.join('')
    const text = elements.length > 0 || whole.trim() !== whole ? whole.trim() : whole
    if (elements.length > 0 && text !== '' && warnings.length < WARNINGS_MAX)
      warnings.push(`${path}: text and elements are mixed; their order is lost`)
    if (elements.length === 0 && attributes.length === 0) return text === '' ? '' : read(text)
    const members = new Map<string, unknown>()
    for (const [name, value] of attributes)
      members.set(prefix + name.slice(MARK.length), read(decodeEntities(value)))
    for (const [name, same] of Map.groupBy(elements, nameOf)) {
      const values = same.map((child) => valueOf(child, `${path}.${name}`))
      if (members.has(name))
        throw badInput(
          `attributePrefix: ${excerpt(name)} is the name of an attribute and of an element; take another prefix`,
        )
      members.set(name, values.length === 1 && !lists.has(name) ? values[0] : values)
    }
    if (text !== '') members.set(TEXT, read(text))
    return Object.fromEntries(members)
  }
}

function textOf(node: XmlNode): string {
  if ('#cdata' in node) {
    const inner = (node['#cdata'] ?? []) as readonly XmlNode[]
    return inner.map((one) => plainText(one)).join('')
  }
  return TEXT in node ? decodeEntities(plainText(node)) : ''
}

const plainText = (node: XmlNode): string => {
  const { [TEXT]: text } = node
  return typeof text === 'string' ? text : ''
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  return text.replaceAll(/&([^;\s&<]{0,20});?/g, (all, name: string) => {
    const code = /^#x([0-9a-fA-F]+)$/.exec(name)?.[1]
    const number = code
      ? Number.parseInt(code, 16)
      : Number(/^#(\d+)$/.exec(name)?.[1] ?? Number.NaN)
    if (number > 0 && number <= 0x10ffff && (number < 0xd800 || number > 0xdfff))
      return String.fromCodePoint(number)
    const mark = NAMED[name]
    if (mark === undefined || !all.endsWith(';'))
      throw badInput(`xml: ${excerpt(all)} is not a character or one of the five entities`)
    return mark
  })
}
