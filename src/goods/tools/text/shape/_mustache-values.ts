import { badInput } from '../../../../base/core/fault.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { isObject } from '../../../../base/lib/json-object.ts'

/** What a template takes from its data: own members only. */

/** The first part of a dotted name is looked up in all contexts, the others in its value. */
export function valueOf(stack: readonly unknown[], name: string): unknown {
  if (name === '.') return stack.at(-1)
  const [first = '', ...rest] = name.split('.')
  const holder = stack.findLast((context) => isObject(context) && Object.hasOwn(context, first))
  return rest.reduce(memberOf, memberOf(holder, first))
}

const memberOf = (holder: unknown, key: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Readonly<Record<string, unknown>>)[key]
    : undefined

export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0)

export const plain = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object')
    throw badInput(`data: ${excerpt(JSON.stringify(value))} is not text; name a member of it`)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (mark) => ESCAPED[mark] ?? '')
