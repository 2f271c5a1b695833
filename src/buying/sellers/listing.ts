import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { askedBy, type Accept } from './accepts.ts'
import type { Nanos } from './price.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** One route that a seller sells, as one of its documents or a registry describes it. */
export interface Listing {
  /** Null where no document says: a call finds out. */
  readonly method: Method | null
  /** Absolute; may hold placeholders such as `{id}`. */
  readonly url: string
  readonly name: string
  readonly description: string
  readonly category: string | null
  /** What one call costs; null where it is unknown, 0 only where it is said to be free. */
  readonly price: Nanos | null
  readonly accepts: readonly Accept[]
  /** JSON Schemas, where they are told. */
  readonly input: JsonObject | null
  readonly output: JsonObject | null
}

/** What a reader found, before it is cleaned. */
export interface RawListing {
  readonly method?: unknown
  readonly url: unknown
  readonly name?: unknown
  readonly description?: unknown
  readonly category?: unknown
  readonly price: Nanos | null
  readonly accepts: readonly Accept[]
  readonly input?: unknown
  readonly output?: unknown
}

const URL_CHARACTERS_MAX = 2_048
const NAME_CHARACTERS_MAX = 80
const TEXT_CHARACTERS_MAX = 4_096
const SCHEMA_CHARACTERS_MAX = 16_384

/** Null where no address can be made of it. Relative addresses are those of the origin. */
export function listingOf(found: RawListing, origin: string): Listing | null {
  const { method, url: written } = splitMethod(found.url, found.method)
  const url = addressOf(written, origin)
  if (url === null) return null
  const priced = found.price ?? cheapestOf(found.accepts)
  return {
    method,
    url,
    name: cleaned(found.name, NAME_CHARACTERS_MAX) || nameOf(url),
    description: cleaned(found.description, TEXT_CHARACTERS_MAX),
    category: cleaned(found.category, NAME_CHARACTERS_MAX) || null,
    price: priced,
    accepts: found.accepts,
    input: schemaOf(found.input),
    output: schemaOf(found.output),
  }
}

/** Sellers list what they ask in the order in which they like to be paid. */
function cheapestOf(accepts: readonly Accept[]): Nanos | null {
  for (const accept of accepts) {
    const asked = askedBy(accept)
    if (asked !== null) return asked
  }
  return null
}

const WITH_METHOD = /^([A-Z]+)\s+(\S.*)$/

/** `GET /path`, or the path and a method beside it. */
export function splitMethod(url: unknown, method?: unknown) {
  const text = typeof url === 'string' ? url.trim() : ''
  const [, first = '', rest = ''] = WITH_METHOD.exec(text) ?? []
  const named = typeof method === 'string' ? method.trim().toUpperCase() : first
  const isMethod = (METHODS as readonly string[]).includes(named)
  return { method: isMethod ? (named as Method) : null, url: rest || text }
}

function addressOf(text: string, origin: string): string | null {
  if (text === '' || text.length > URL_CHARACTERS_MAX) return null
  const url = URL.parse(text, `${origin}/`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return null
  url.hash = ''
  // Placeholders stay readable: they are looked for, and shown to buyers.
  return url.href.replaceAll('%7B', '{').replaceAll('%7D', '}')
}

/** `:id`, `{id}`, `[id]` or `*` in the path: nobody can call it as it stands. */
export function isTemplate(url: string): boolean {
  const { pathname, search } = new URL(url)
  return /\/:\w|[{}*]|%7b|\[\w+\]/i.test(pathname + search.replace(/^\?/, ''))
}

/** A name for a route that has none: the last words of its path. */
function nameOf(url: string): string {
  const { hostname, pathname } = new URL(url)
  const words = pathname.split('/').filter((part) => part !== '' && !/[:{*[]/.test(part))
  return (words.slice(-2).join(' ') || hostname)
    .replaceAll(/[-_]+/g, ' ')
    .slice(0, NAME_CHARACTERS_MAX)
}

/** Strangers' text as one line: no control characters, nothing that turns the direction of text. */
export function cleaned(text: unknown, charactersMax: number): string {
  if (typeof text !== 'string') return ''
  const line = text
    .slice(0, 4 * charactersMax)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // No half of a character beyond the first plane is left at the end.
  return line
    .slice(0, charactersMax)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}

const schemaOf = (schema: unknown): JsonObject | null =>
  isObject(schema) && JSON.stringify(schema).length <= SCHEMA_CHARACTERS_MAX ? schema : null

/**
 * Stable inside a seller as long as the address is: the parts of the path, the method where it is
 * not GET, and the host where it is another one than the seller's.
 */
export function slugOf({ url, method }: Pick<Listing, 'url' | 'method'>, origin: string): string {
  const { host, pathname, search } = new URL(url)
  const parts = [
    host === new URL(origin).host ? '' : host,
    pathname,
    search,
    method === null || method === 'GET' ? '' : method,
  ]
  const words = parts
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return (
    words
      .replaceAll(/^-+|-+$/g, '')
      .slice(-100)
      .replace(/^-+/, '') || 'root'
  )
}
