import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { escapedMarkup } from '../../../../base/lib/escaped-markup.ts'
import { isObject } from '../../../../base/lib/json-object.ts'

/** As in XML 1.0, except for a few characters that are very rare in names. */
const NAME = /^[\p{L}\p{Nl}_:][\p{L}\p{N}\p{M}_:.·-]*$/u

const isXmlName = (name: string): boolean => NAME.test(name)

const ANSWER_CHARACTERS_MAX = 8_000_000

export default defineTool({
  route: 'POST /api/json-to-xml',
  name: 'JSON to XML',
  description:
    'A JSON object to well-formed XML: lists as repeated elements, prefixed keys as attributes.',
  asks: [
    'convert json to xml',
    'build xml with attributes from an object',
    "the partner's system only takes XML",
    'make XML elements from an object',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    data: jsonObject().describe(
      'A JSON object, up to 1 MB, 64 deep; #text is the text beside attributes.',
    ),
    root: z
      .string()
      .max(200)
      .refine(isXmlName, { error: 'must be a valid XML name' })
      .default('root')
      .describe('Name of the outermost element.'),
    attributePrefix: z
      .string()
      .max(10)
      .default('@')
      .describe('Prefix of the keys that are attributes; empty for none.'),
    indent: z.int().min(0).max(8).default(2).describe('Spaces for each level; 0 for one line.'),
  }),
  output: z.object({ xml: z.string().describe('Without a declaration; UTF-8.') }),
  examples: [
    { input: { data: { a: 1 } }, output: { xml: '<root>\n  <a>1</a>\n</root>' } },
    {
      input: {
        data: { '@id': 7, item: ['x', { '@k': '"', '#text': 'a<b' }], none: null },
        root: 'list',
        indent: 0,
      },
      output: {
        xml: '<list id="7"><item>x</item><item k="&quot;">a&lt;b</item><none/></list>',
      },
    },
  ],

  run({ data, root, attributePrefix, indent }) {
    const xml = elementOf(root, data, { prefix: attributePrefix, indent })
    if (xml.length > ANSWER_CHARACTERS_MAX)
      throw badInput(`data: makes more than ${ANSWER_CHARACTERS_MAX} characters; take indent 0`)
    return { xml }
  },
})

/** Characters that XML 1.0 cannot hold, not even as a number. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/u

function escaped(text: string): string {
  const bad = FORBIDDEN.exec(text)
  // C1 controls are allowed, though discouraged.
  if (bad && (bad[0] < '\u007F' || bad[0] > '\u009F'))
    throw badInput(`data: ${excerpt(text)} holds a control character, which XML cannot hold`)
  return escapedMarkup(text).replaceAll('\r', '&#13;')
}

const inAttribute = (text: string): string =>
  escaped(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')

interface Form {
  readonly prefix: string
  readonly indent: number
}

/** The element of a value; members with the prefix are its attributes, `#text` is its text. */
function elementOf(name: string, value: unknown, form: Form, depth = 0): string {
  if (!isXmlName(name))
    throw badInput(`data: ${excerpt(name)} is not a valid name of an XML element`)
  if (!isObject(value)) {
    const text = plainText(name, value)
    return text === '' ? `<${name}/>` : `<${name}>${escaped(text)}</${name}>`
  }
  const members = Object.entries(value)
  const isAttribute = (key: string): boolean => form.prefix !== '' && key.startsWith(form.prefix)
  const attributes = members
    .filter(([key]) => isAttribute(key))
    .map(([key, inner]) => attributeOf(key.slice(form.prefix.length), inner))
    .join('')
  const text = escaped(plainText('#text', value['#text'] ?? null))
  const children = members
    .filter(([key]) => !isAttribute(key) && key !== '#text')
    .flatMap(([key, inner]) =>
      listOf(key, inner).map((one) => elementOf(key, one, form, depth + 1)),
    )
  if (children.length === 0 && text === '') return `<${name}${attributes}/>`
  if (children.length === 0 || text !== '' || form.indent === 0)
    return `<${name}${attributes}>${text}${children.join('')}</${name}>`
  const line = (level: number) => `\n${' '.repeat(form.indent * level)}`
  const inside = children.map((child) => line(depth + 1) + child).join('')
  return `<${name}${attributes}>${inside}${line(depth)}</${name}>`
}

function attributeOf(name: string, value: unknown): string {
  if (!isXmlName(name))
    throw badInput(`data: ${excerpt(name)} is not a valid name of an XML attribute`)
  return ` ${name}="${inAttribute(plainText(name, value))}"`
}

function listOf(key: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value]
  if (value.some(Array.isArray))
    throw badInput(`data: ${excerpt(key)} holds a list in a list, which XML cannot represent`)
  return value
}

function plainText(name: string, value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'object')
    throw badInput(`data: ${excerpt(name)} must be a plain value, not a list or object`)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
