import { badInput } from '../../base/core/fault.ts'
import { clipped, excerpt } from '../../base/lib/bytes.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { objectAt, type ApiDocument } from './document.ts'
import { entriesOf, listOf, textOf, type Media, type Operation } from './operations.ts'

/**
 * Chooses parts of a document for callers: an operation, a media type, a server, a security scheme.
 */

/** The ways to authenticate that a document defines. */
export const securitySchemes = ({
  root,
  version,
}: ApiDocument): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(
    entriesOf(
      version === '2.0'
        ? root['securityDefinitions']
        : objectAt(root, root['components'])['securitySchemes'],
    ).map(([name, scheme]) => [name, objectAt(root, scheme)]),
  )

/** The base addresses of the paths. Variables have their defaults. */
export function serversOf({ root, version }: ApiDocument, raw: JsonObject = {}): readonly string[] {
  if (version === '2.0') {
    if (typeof root['host'] !== 'string') return []
    const schemes = listOf(raw['schemes'] ?? root['schemes']).map(String)
    const base = textOf(root['basePath']).replace(/\/$/, '')
    return (schemes.length > 0 ? schemes : ['https']).map(
      (scheme) => `${scheme}://${String(root['host'])}${base}`,
    )
  }
  return listOf(raw['servers'] ?? root['servers'])
    .filter(isObject)
    .map(({ url, variables }) =>
      textOf(url)
        .replace(/\{([^{}]+)\}/g, (whole, name: string) => {
          const fallback = isObject(variables)
            ? objectAt(root, variables[name])['default']
            : undefined
          return typeof fallback === 'string' ? fallback : whole
        })
        .replace(/\/$/, ''),
    )
}

export interface Chosen {
  readonly operationId?: string | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
}

/** The operation that a caller names by its id, or by method and path. */
export function chosenOperation(
  operations: readonly Operation[],
  { operationId, method, path }: Chosen,
): Operation {
  const field = operationId === undefined ? 'path' : 'operationId'
  if (operationId === undefined && path === undefined)
    throw badInput('operationId: is required, or path, with method where a path has several')
  const named = operations.filter(
    (one) =>
      (operationId === undefined || one.id === operationId) &&
      (method === undefined || one.method === method.toUpperCase()),
  )
  const exact = named.filter((one) => path === undefined || one.path === path)
  // If no template matches exactly, the path may be a called one, such as /users/7.
  const found = exact.length > 0 ? exact : named.filter((one) => isPathOf(one.path, path ?? ''))
  const [first, second] = found
  const meant = operations.find(({ id }) => operationId !== undefined && id === operationId)
  if (!first && meant) {
    const { method: own, path: at } = meant
    const name = excerpt(operationId ?? '')
    throw method !== undefined && method.toUpperCase() !== own
      ? badInput(`method: ${name} is ${own}; send that, or leave it out`)
      : badInput(`path: ${name} is at ${clipped(at, 80)}; send that, or leave it out`)
  }
  if (!first)
    throw badInput(
      `${field}: ${wanted({ operationId, method, path })} is no operation of the document`,
    )
  if (second && method === undefined && path !== undefined && second.path === first.path)
    throw badInput(`method: is required, because ${clipped(first.path, 80)} has several`)
  return first
}

const wanted = ({ operationId, method = '', path }: Chosen): string =>
  [
    operationId === undefined ? '' : excerpt(operationId),
    method,
    path === undefined ? '' : excerpt(path, 80),
  ]
    .filter(Boolean)
    .join(' ')

function isPathOf(template: string, path: string): boolean {
  const [parts, given] = [template.split('/'), path.split('?')[0]?.split('/') ?? []]
  return (
    parts.length === given.length &&
    parts.every((part, at) => part === given[at] || (/\{[^{}]+\}/.test(part) && given[at] !== ''))
  )
}

/** The name of an operation in lists and messages. */
export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

/** JSON if it is offered, else the first media type. */
export function preferredMedia(
  content: ReadonlyMap<string, Media>,
): readonly [type: string, media: Media] | undefined {
  const all = [...content]
  return all.find(([type]) => isJsonType(type)) ?? all[0]
}

export const isJsonType = (type: string): boolean => /^[^;]*[/+]json\b/i.test(type)
