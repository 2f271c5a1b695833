import type { z } from 'zod'
import type { Dollars } from '../../base/core/money.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'

/** The settings of all tools that are made from one document or one server. */
export interface GroupSpec {
  /** Kebab-case; the prefix of all tool names, and of the setting that replaces the host. */
  readonly slug: string
  /** One price for all calls, or prices by name; `*` is for all other names. */
  readonly price: Dollars | Readonly<Record<string, Dollars>>
  /** What is sold: names of the source, or patterns with `*`. */
  readonly allow: readonly string[]
  /** Valid inputs by name, if none can be derived from the schema. */
  readonly examples?: Readonly<Record<string, JsonObject>>
  /** The page with its terms. */
  readonly terms?: string
  /** Headers of every call, such as a key from the environment. */
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** The rate limit of the API. */
  readonly perSecond?: number
}

interface Offered {
  readonly names: readonly string[]
  /** A call changes nothing. */
  readonly isSafe: boolean
}

const LISTED_MAX = 20

/** The operations that `allow` names, each once. The pattern `*` alone only allows safe ones. */
export function allowed<O extends Offered>({ slug, allow }: GroupSpec, all: readonly O[]) {
  const found = new Map<O, boolean>()
  for (const one of allow) {
    const isPattern = one.includes('*')
    const hits = all.filter((offered) =>
      one === '*' ? offered.isSafe : offered.names.some((name) => fits(one, name)),
    )
    if (hits.length === 0) {
      const names = all.slice(0, LISTED_MAX).map(({ names: [id, name] }) => id || name)
      throw new Error(`${slug}: allow names ${one}, which is none of ${names.join(', ')}`)
    }
    for (const hit of hits) found.set(hit, (found.get(hit) ?? false) || !isPattern)
  }
  return [...found].map(([offered, isNamed]) => ({ ...offered, isNamed }))
}

/** Whether a name matches a pattern, in which `*` stands for any text. */
function fits(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === name
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const next = index === rest.length - 1 ? name.lastIndexOf(part) : name.indexOf(part, at)
    if (next < at || (index === rest.length - 1 && next + part.length !== name.length)) return false
    at = next + part.length
  }
  return true
}

export function priceOf({ slug, price }: GroupSpec, names: readonly string[]): Dollars {
  if (typeof price === 'string') return price
  const found = [...names, '*'].find((name) => Object.hasOwn(price, name))
  const dollars = found === undefined ? undefined : price[found]
  if (dollars === undefined) throw new Error(`${slug}: price says nothing of ${names.join(' or ')}`)
  return dollars
}

const SLUG_CHARACTERS_MAX = 60

/** Makes a unique slug: `pets` and `listPets` become `pets-list-pets`. */
export function slugIn(prefix: string, name: string, taken: Set<string>): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const whole = `${prefix}-${words || 'call'}`.slice(0, SLUG_CHARACTERS_MAX).replace(/-+$/, '')
  let slug = whole
  for (let count = 2; taken.has(slug); count += 1) slug = `${whole}-${count}`
  taken.add(slug)
  return slug
}

/** Foreign text as one line of plain text. */
export function wordsOf(text: string, charactersMax: number): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[<>`*]/g, '')
    .trim()
  return line.length > charactersMax ? `${line.slice(0, charactersMax - 1).trimEnd()}…` : line
}

interface Exemplary {
  readonly name: string
  readonly required: boolean
  readonly example: unknown
}

/** A valid input: the operator's example, or one of all fields, or one of the required fields. */
export function exampleOf(
  input: z.ZodObject,
  given: GroupSpec['examples'] = {},
  names: readonly string[],
  fields: readonly Exemplary[],
): JsonObject | null {
  const own = names.find((name) => Object.hasOwn(given, name))
  const schemaOf = (kept: readonly Exemplary[]): JsonObject =>
    Object.fromEntries(
      kept.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
    )
  const choices =
    own === undefined
      ? [schemaOf(fields), schemaOf(fields.filter(({ required }) => required))]
      : [given[own] ?? {}]
  return choices.find((one) => input.safeParse(one).success) ?? null
}

/**
 * The result of opening a source. A failure becomes a sentence: the service starts even if a source
 * is away or has changed.
 */
export async function orAway<T>(
  { slug, isAsked }: { readonly slug: string; readonly isAsked: boolean },
  open: () => Promise<T>,
): Promise<T | string> {
  try {
    return await open()
  } catch (thrown) {
    if (!isAsked || !(thrown instanceof Error)) throw thrown
    return thrown.message.startsWith(`${slug}: `) ? thrown.message : `${slug}: ${thrown.message}`
  }
}
