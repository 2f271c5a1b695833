import { clipped } from '../../../../base/lib/bytes.ts'
import { nameOf, serversOf } from '../../../../engines/openapi/choose.ts'
import type { ApiDocument } from '../../../../engines/openapi/document.ts'
import { operationsOf, type Media, type Operation } from '../../../../engines/openapi/operations.ts'
import { createSchemas, type Direction, type Schemas } from '../../../../engines/openapi/schemas.ts'
import { schemaChanges } from '../../../../engines/formats/schema-changes.ts'

/** Changes between two documents, by their effect on callers. */

export interface ApiChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly breaking: boolean
  /** Method and path; empty for the whole document. */
  readonly operation: string
  /** Where in the operation. */
  readonly path: string
  readonly message: string
}

type Add = (kind: ApiChange['kind'], breaking: boolean, path: string, message: string) => void

export const CHANGES_MAX = 2_000

export function apiChanges(before: ApiDocument, after: ApiDocument): readonly ApiChange[] {
  const changes: ApiChange[] = []
  const [old, fresh] = [byName(before), byName(after)]
  const schemas = [createSchemas(before), createSchemas(after)] as const
  const adding =
    (operation: string): Add =>
    (kind, breaking, path, message) => {
      if (changes.length < CHANGES_MAX)
        changes.push({ kind, breaking, operation, path, message: clipped(message, 300) })
    }
  for (const [key, was] of old) {
    const is = fresh.get(key)
    const add = adding(nameOf(was))
    if (is) compare(was, is, schemas, add)
    else add('removed', true, '', was.deprecated ? 'was removed; it was deprecated' : 'was removed')
  }
  for (const [key, is] of fresh)
    if (!old.has(key)) adding(nameOf(is))('added', false, '', 'was added')
  const [from, to] = [serversOf(before).join(', '), serversOf(after).join(', ')]
  if (from !== to)
    adding('')('changed', false, 'servers', `were ${from || 'none'} and are ${to || 'none'}`)
  return changes.toSorted((a, b) => Number(b.breaking) - Number(a.breaking))
}

/** Names of path parameters do not matter to callers. */
const byName = (document: ApiDocument): ReadonlyMap<string, Operation> =>
  new Map(
    operationsOf(document).map((one) => [
      `${one.method} ${one.path.replace(/\{[^{}]*\}/g, '{}')}`,
      one,
    ]),
  )

type Pair = readonly [Schemas, Schemas]

function compare(was: Operation, is: Operation, schemas: Pair, add: Add): void {
  if (was.id !== is.id && was.id !== null)
    add('changed', false, 'operationId', `was ${was.id} and is ${is.id ?? 'none'}`)
  if (!was.deprecated && is.deprecated) add('changed', false, 'deprecated', 'is deprecated now')
  compareParameters(was, is, schemas, add)
  compareBodies(was, is, schemas, add)
  compareReplies(was, is, schemas, add)
  compareSecurity(was, is, add)
}

const keyOf = (place: string, name: string, names: readonly string[]): string =>
  place === 'path' ? `path ${names.indexOf(name)}` : `${place} ${fold(place, name)}`

function compareParameters(was: Operation, is: Operation, schemas: Pair, add: Add): void {
  const places = [...was.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const renamed = [...is.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const old = new Map(was.parameters.map((one) => [keyOf(one.in, one.name, places), one]))
  const fresh = new Map(is.parameters.map((one) => [keyOf(one.in, one.name, renamed), one]))
  for (const [key, one] of old) {
    const now = fresh.get(key)
    const at = `${one.in}.${one.name}`
    if (!now) {
      // Servers mostly ignore unknown parameters; but callers do not learn that it has no effect
      // now.
      add('removed', true, at, 'was removed')
      continue
    }
    if (!one.required && now.required) add('changed', true, at, 'is required now')
    if (one.required && !now.required) add('changed', false, at, 'is no longer required')
    if (one.style !== now.style || one.explode !== now.explode)
      add('changed', true, at, `is written by style ${now.style}, not ${one.style}`)
    compareSchemas(one.schema, now.schema, 'request', at, schemas, add)
  }
  for (const [key, one] of fresh)
    if (!old.has(key))
      add(
        'added',
        one.required,
        `${one.in}.${one.name}`,
        one.required ? 'was added and is required' : 'was added',
      )
}

/** Names of headers are the same in any case. */
const fold = (place: string, name: string): string =>
  place === 'header' ? name.toLowerCase() : name

function compareBodies({ body: was }: Operation, { body: is }: Operation, schemas: Pair, add: Add) {
  if (!was && is)
    add('added', is.required, 'body', is.required ? 'is required now' : 'may be sent now')
  if (was && !is) add('removed', true, 'body', 'is no longer read')
  if (!was || !is) return
  if (!was.required && is.required) add('changed', true, 'body', 'is required now')
  if (was.required && !is.required) add('changed', false, 'body', 'is no longer required')
  compareContent(was.content, is.content, 'request', 'body', schemas, add)
}

function compareContent(
  was: ReadonlyMap<string, Media>,
  is: ReadonlyMap<string, Media>,
  direction: Direction,
  path: string,
  schemas: Pair,
  add: Add,
): void {
  for (const [type, media] of was) {
    const now = is.get(type)
    if (now) compareSchemas(media.schema, now.schema, direction, `${path} ${type}`, schemas, add)
    else add('removed', true, path, `${type} was removed`)
  }
  for (const type of is.keys()) if (!was.has(type)) add('added', false, path, `${type} was added`)
}

function compareReplies(was: Operation, is: Operation, schemas: Pair, add: Add): void {
  const fresh = new Map(is.replies.map((one) => [one.status, one]))
  for (const { status, content } of was.replies) {
    const now = fresh.get(status)
    if (now) compareContent(content, now.content, 'response', `response ${status}`, schemas, add)
    else add('removed', /^[23]/.test(status), `response ${status}`, 'was removed')
  }
  const old = new Set(was.replies.map(({ status }) => status))
  for (const status of fresh.keys())
    if (!old.has(status)) add('added', false, `response ${status}`, 'was added')
}

function compareSchemas(
  was: unknown,
  is: unknown,
  direction: Direction,
  path: string,
  [before, after]: Pair,
  add: Add,
): void {
  const [old, fresh] = [before.standalone(was, direction), after.standalone(is, direction)]
  if (JSON.stringify(old) === JSON.stringify(fresh)) return
  const side = direction === 'request' ? 'writers' : 'readers'
  for (const { path: inner, kind, breaks, message } of schemaChanges(old, fresh))
    if (!inner.startsWith('/$defs'))
      add(kind, breaks.includes(side), inner === '' ? path : `${path} ${inner}`, message)
}

const demands = (all: Operation['security']) =>
  (all.length === 0 ? [{}] : all).map((one) =>
    Object.entries(one).flatMap(([name, scopes]) => [name, ...scopes.map((s) => `${name} ${s}`)]),
  )

/** Every way that was sufficient before must still be. */
function compareSecurity({ security: was }: Operation, { security: is }: Operation, add: Add) {
  const [old, fresh] = [demands(was), demands(is)]
  const isMet = (held: readonly string[]) =>
    fresh.some((needed) => needed.every((one) => held.includes(one)))
  const lost = old.filter((held) => !isMet(held))
  for (const held of lost)
    add('changed', true, 'security', `${held.join(' and ') || 'no credential'} is no longer enough`)
  if (lost.length === 0 && JSON.stringify(old) !== JSON.stringify(fresh))
    add('changed', false, 'security', 'asks for less or allows more ways')
}
