import { badInput } from '../../../core/fault.ts'
import { excerpt } from '../../../lib/bytes.ts'
import { escapedMarkup } from '../../../lib/escaped-markup.ts'
import { isObject } from '../../../lib/json-object.ts'

/** As in XML 1.0, save for a few signs that are hardly ever part of a name. */
const NAME = /^[\p{L}\p{Nl}_:][\p{L}\p{N}\p{M}_:.·-]*$/u

export const isXmlName = (name: string): boolean => NAME.test(name)

/** Characters that XML 1.0 cannot hold, not even as a number. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/u

function escaped(text: string): string {
  const bad = FORBIDDEN.exec(text)
  // C1 controls are allowed, if discouraged.
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

/** One element for a value; members with the prefix are its attributes, `#text` its text. */
export function elementOf(name: string, value: unknown, form: Form, depth = 0): string {
  if (!isXmlName(name)) throw badInput(`data: ${excerpt(name)} is no name for an element of XML`)
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
  if (!isXmlName(name)) throw badInput(`data: ${excerpt(name)} is no name for an attribute of XML`)
  return ` ${name}="${inAttribute(plainText(name, value))}"`
}

function listOf(key: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value]
  if (value.some(Array.isArray))
    throw badInput(`data: ${excerpt(key)} holds a list in a list, which has no form in XML`)
  return value
}

function plainText(name: string, value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'object')
    throw badInput(`data: ${excerpt(name)} must be plain, no list or object`)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
