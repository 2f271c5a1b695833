import { isObject } from '../../base/lib/json-object.ts'
import type { Parameter } from './operations.ts'

/** Serialises parameters by `style` and `explode` of OpenAPI, which follow RFC 6570. */

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
const escaped = (value: unknown): string =>
  encodeURIComponent(text(value)).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Pairs of a query string or of a cookie. */
export function queryPairs(parameter: Parameter, value: unknown): readonly string[] {
  const { style, explode } = parameter
  const name = escaped(parameter.name)
  if (parameter.contentType !== null) return [`${name}=${escaped(JSON.stringify(value))}`]
  if (Array.isArray(value)) {
    if (explode) return value.map((one) => `${name}=${escaped(one)}`)
    const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ','
    return [`${name}=${value.map(escaped).join(separator)}`]
  }
  if (!isObject(value)) return [`${name}=${escaped(value)}`]
  const members = Object.entries(value)
  if (style === 'deepObject')
    return members.map(([key, one]) => `${name}%5B${escaped(key)}%5D=${escaped(one)}`)
  if (explode) return members.map(([key, one]) => `${escaped(key)}=${escaped(one)}`)
  return [`${name}=${members.map(([key, one]) => `${escaped(key)},${escaped(one)}`).join(',')}`]
}

export function pathText({ name, style, explode, contentType }: Parameter, value: unknown): string {
  if (contentType !== null) return escaped(JSON.stringify(value))
  const lead = style === 'label' ? '.' : style === 'matrix' ? ';' : ''
  const separator = explode && lead !== '' ? lead : ','
  const own = style === 'matrix' ? `${escaped(name)}=` : ''
  if (Array.isArray(value))
    return explode && style === 'matrix'
      ? value.map((one) => `;${own}${escaped(one)}`).join('')
      : lead + own + value.map(escaped).join(separator)
  if (!isObject(value)) return lead + own + escaped(value)
  const members = Object.entries(value)
  return explode
    ? lead + members.map(([key, one]) => `${escaped(key)}=${escaped(one)}`).join(separator)
    : lead + own + members.map(([key, one]) => `${escaped(key)},${escaped(one)}`).join(',')
}

export function headerText({ explode, contentType }: Parameter, value: unknown): string {
  if (contentType !== null) return JSON.stringify(value)
  if (Array.isArray(value)) return value.map(text).join(',')
  if (!isObject(value)) return text(value)
  return Object.entries(value)
    .map(([key, one]) => `${key}${explode ? '=' : ','}${text(one)}`)
    .join(',')
}
