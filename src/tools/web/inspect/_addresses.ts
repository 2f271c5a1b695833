import { isObject, type JsonObject } from '../../../lib/json-object.ts'

const VALUES_MAX = 50
const CHARACTERS_MAX = 300
const PARTS = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry']

/** The texts that bear a name, anywhere in structured data. */
export function stringsIn(values: readonly unknown[], name: string): string[] {
  const found = fieldsIn(values).flatMap((fields) => [fields[name]].flat())
  return found
    .map((value) => (isObject(value) ? value['name'] : value))
    .filter((value) => typeof value === 'string')
    .slice(0, VALUES_MAX)
    .map((value) => value.slice(0, CHARACTERS_MAX))
}

/** Postal addresses in structured data, each on a line. */
export function addressesIn(values: readonly unknown[]): string[] {
  return fieldsIn(values)
    .filter((fields) => typeof fields['streetAddress'] === 'string')
    .slice(0, VALUES_MAX)
    .map((fields) => PARTS.flatMap((part) => stringsIn([{ part: fields[part] }], 'part')[0] ?? []))
    .map((parts) => parts.join(', ').replace(/\s+/g, ' ').slice(0, CHARACTERS_MAX).toWellFormed())
}

function fieldsIn(values: readonly unknown[]): JsonObject[] {
  const found: JsonObject[] = []
  const open = [...values]
  for (let at = 0; at < open.length; at++) {
    const value = open[at]
    if (isObject(value)) found.push(value)
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) open.push(inner)
  }
  return found
}
