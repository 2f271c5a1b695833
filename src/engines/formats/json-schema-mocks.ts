import { badInput } from '../../base/core/fault.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { schemaCheck } from './json-schema.ts'

/** How often a value that does not satisfy the schema is made again. */
export const TRIES_MAX = 5
/** Of lists and texts whose schema sets no bound that is larger. */
const ITEMS_MAX = 10
const LENGTH_MAX = 100

export interface Mocks {
  /** The same number gives the same value. `flaws`: why it does not satisfy the schema. */
  sample(seed: number, optionalRatio: number): Promise<Mock>
}

interface Mock {
  readonly value: unknown
  readonly flaws: readonly string[]
}

/**
 * Made-up values that satisfy a schema. A generator that cannot follow a schema gives wrong values
 * and no error, so values are checked. Faults name the field that holds the schema.
 */
export async function mocksOf(schema: JsonObject, field: string): Promise<Mocks> {
  const least = leastOf(schema, field)
  const modest = modestOf(schema)
  const { generate } = await import('json-schema-faker')
  const { faultsOf } = await schemaCheck(field, schema)
  return {
    async sample(seed, optionalRatio) {
      let last: Mock = { value: null, flaws: [] }
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const value: unknown = await generate(modest as never, {
          seed: (seed + tries) % 2 ** 31,
          optionalsProbability: optionalRatio,
          maxItems: Math.max(ITEMS_MAX, least.items),
          maxLength: Math.max(LENGTH_MAX, least.length),
          minDateTime: '2020-01-01T00:00:00Z',
          maxDateTime: '2026-01-01T00:00:00Z',
        }).catch((thrown: unknown) => {
          throw badInput(`${field}: cannot be followed: ${reasonOf(thrown)}`)
        })
        const flaws = faultsOf(value).map(({ path, message }) => `${path}: ${message}`)
        last = { value: value ?? null, flaws }
        if (flaws.length === 0) break
      }
      return last
    },
  }
}

const reasonOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).split('\n')[0]?.slice(0, 200) ?? ''

/** A number of 31 bits by which the generator starts. */
export const firstNumber = (seed: string): number =>
  [...Buffer.from(seed)].reduce((sum, byte) => (sum * 31 + byte) % 2_147_483_647, 7)

/** Bounds of what a schema may demand of each sample, because the generator sets none. */
const MOST: Readonly<Record<string, number>> = {
  minItems: 1_000,
  minLength: 10_000,
  minProperties: 1_000,
  minContains: 1_000,
}
const PATTERN_CHARACTERS_MAX = 500
const REPEAT_MAX = 1_000

interface SchemaDemand {
  readonly field: string
  items: number
  length: number
}

/**
 * The most items and characters that any part demands. Throws where that is more than is made, or
 * where a part refers to something outside of the schema.
 */
function leastOf(schema: JsonObject, field: string): Readonly<SchemaDemand> {
  const least: SchemaDemand = { field, items: 0, length: 0 }
  visit(schema, '#', least)
  return least
}

function visit(value: unknown, at: string, least: SchemaDemand): void {
  const { field } = least
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'number') assertBound(key, inner, { at: `${at}/${key}`, ...least })
    if (key === 'minItems') least.items = Math.max(least.items, Number(inner) || 0)
    if (key === 'minLength') least.length = Math.max(least.length, Number(inner) || 0)
    if (key === 'pattern' && typeof inner === 'string') assertPattern(inner, { at, ...least })
    if (/^\$(dynamic)?ref$/i.test(key) && typeof inner === 'string' && !inner.startsWith('#'))
      throw badInput(`${field}: ${at}/${key} must refer to a place in the schema itself, as #/...`)
    visit(inner, `${at}/${key}`, least)
  }
}

interface Place {
  readonly field: string
  readonly at: string
}

function assertBound(key: string, value: number, { field, at }: Place): void {
  const most = Object.hasOwn(MOST, key) ? MOST[key] : undefined
  if (most !== undefined && value > most) throw badInput(`${field}: ${at} must be at most ${most}`)
}

function assertPattern(pattern: string, { field, at }: Place): void {
  if (pattern.length > PATTERN_CHARACTERS_MAX)
    throw badInput(`${field}: ${at}/pattern must be at most ${PATTERN_CHARACTERS_MAX} characters`)
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, from, to]) => [
    Number(from),
    Number(to ?? 0),
  ])
  if (counts.some((count) => count > REPEAT_MAX))
    throw badInput(`${field}: ${at}/pattern must repeat at most ${REPEAT_MAX} times`)
}

/** The most that is made where a schema allows more than anybody reads. */
const MODEST: Readonly<Record<string, readonly [least: string, most: number]>> = {
  maxLength: ['minLength', LENGTH_MAX],
  maxItems: ['minItems', ITEMS_MAX],
  maxProperties: ['minProperties', ITEMS_MAX],
}

/** The schema with smaller upper bounds: what fits it fits the schema. */
function modestOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modestOf)
  if (typeof value !== 'object' || value === null) return value
  const whole = value as JsonObject
  return Object.fromEntries(
    Object.entries(whole).map(([key, inner]) => {
      const [least, most] = Object.hasOwn(MODEST, key) ? (MODEST[key] ?? []) : []
      if (least === undefined || most === undefined || typeof inner !== 'number')
        return [key, modestOf(inner)]
      return [key, Math.min(inner, Math.max(most, Number(whole[least]) || 0))]
    }),
  )
}
