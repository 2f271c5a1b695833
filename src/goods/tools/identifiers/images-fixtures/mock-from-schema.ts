import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { KB } from '../../../lib/fields.ts'
import { jsonObject } from '../../../lib/json-guard.ts'
import type { JsonObject } from '../../../lib/json-object.ts'
import { schemaCheck } from '../../../lib/json-schema.ts'
import { seedField } from '../ids/_fields.ts'

const COUNT_MAX = 200
const ANSWER_CHARACTERS_MAX = 2_000_000
const SCHEMA = { bytesMax: 200 * KB, valuesMax: 20_000 }
/** How often a value that does not satisfy the schema is made again. */
const TRIES_MAX = 5

const Input = z.object({
  schema: jsonObject(SCHEMA).describe('JSON Schema, up to 200 KB; references must stay inside it.'),
  count: z.int().min(1).max(COUNT_MAX).default(1).describe('How many samples, 1 to 200.'),
  seed: seedField(),
  optionalRatio: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe('How often optional properties are present, 0 to 1.'),
})

export default defineTool({
  route: 'POST /api/mock-from-schema',
  name: 'Mock from JSON Schema',
  description:
    'Sample documents that satisfy a JSON Schema, each checked against it, repeatable by seed.',
  asks: ['sample documents from a JSON Schema', 'generate mock JSON that satisfies my schema'],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: Input,
  output: z.object({
    values: z.array(z.unknown()).describe('The samples.'),
    count: z.int().describe('Number of all.'),
    valid: z.boolean().describe('Whether all satisfy the schema.'),
    problems: z.array(z.string()).describe('Why samples do not satisfy it; empty when they do.'),
  }),
  examples: [
    {
      input: {
        schema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      },
    },
    { input: { schema: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2 }, seed: '1' } },
  ],

  async run(input) {
    const { schema, count, optionalRatio } = input
    const least = leastOf(schema)
    const modest = modestOf(schema)
    const { generate } = await import('json-schema-faker')
    const check = await checkOf(schema)
    const seed = input.seed ?? randomBytes(16).toString('hex')
    const first = firstNumber(seed)
    const values: unknown[] = []
    const problems = new Set<string>()
    let left = ANSWER_CHARACTERS_MAX
    for (let at = 0; at < count; at += 1) {
      const { value, flaws } = await sample(at)
      values.push(value)
      for (const flaw of flaws) problems.add(flaw)
      left -= JSON.stringify(value)?.length ?? 0
      if (left < 0) throw badInput('count: must be smaller for so large samples')
    }
    const told = [...problems].slice(0, PROBLEMS_MAX)
    return { values, count, valid: told.length === 0, problems: told }

    /**
     * A generator that cannot follow a schema gives wrong values and no error, so values are
     * checked.
     */
    async function sample(at: number) {
      let last: { value: unknown; flaws: readonly string[] } = { value: null, flaws: [] }
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const value: unknown = await generate(modest as never, {
          seed: (first + at * TRIES_MAX + tries) % 2 ** 31,
          optionalsProbability: optionalRatio,
          maxItems: Math.max(ITEMS_MAX, least.items),
          maxLength: Math.max(LENGTH_MAX, least.length),
          minDateTime: '2020-01-01T00:00:00Z',
          maxDateTime: '2026-01-01T00:00:00Z',
        }).catch((thrown: unknown) => {
          throw badInput(`schema: cannot be followed: ${reasonOf(thrown)}`)
        })
        last = { value: value ?? null, flaws: check(value) }
        if (last.flaws.length === 0) break
      }
      return last
    }
  },
})

const PROBLEMS_MAX = 10
/** Of lists and texts whose schema sets no bound that is larger. */
const ITEMS_MAX = 10
const LENGTH_MAX = 100

const reasonOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).split('\n')[0]?.slice(0, 200) ?? ''

/** A number of 31 bits by which the generator starts. */
const firstNumber = (seed: string): number =>
  [...Buffer.from(seed)].reduce((sum, byte) => (sum * 31 + byte) % 2_147_483_647, 7)

async function checkOf(schema: JsonObject): Promise<(value: unknown) => readonly string[]> {
  const { faultsOf } = await schemaCheck('schema', schema)
  return (value) => faultsOf(value).map(({ path, message }) => `${path}: ${message}`)
}

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
  items: number
  length: number
}

/**
 * The most items and characters that any part demands. Throws where that is more than is made, or
 * where a part refers to something outside of the schema.
 */
function leastOf(schema: JsonObject): Readonly<SchemaDemand> {
  const least: SchemaDemand = { items: 0, length: 0 }
  visit(schema, '#', least)
  return least
}

function visit(value: unknown, at: string, least: SchemaDemand): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'number') assertBound(key, inner, `${at}/${key}`)
    if (key === 'minItems') least.items = Math.max(least.items, Number(inner) || 0)
    if (key === 'minLength') least.length = Math.max(least.length, Number(inner) || 0)
    if (key === 'pattern' && typeof inner === 'string') assertPattern(inner, at)
    if (/^\$(dynamic)?ref$/i.test(key) && typeof inner === 'string' && !inner.startsWith('#'))
      throw badInput(`schema: ${at}/${key} must refer to a place in the schema itself, as #/...`)
    visit(inner, `${at}/${key}`, least)
  }
}

function assertBound(key: string, value: number, at: string): void {
  const most = Object.hasOwn(MOST, key) ? MOST[key] : undefined
  if (most !== undefined && value > most) throw badInput(`schema: ${at} must be at most ${most}`)
}

function assertPattern(pattern: string, at: string): void {
  if (pattern.length > PATTERN_CHARACTERS_MAX)
    throw badInput(`schema: ${at}/pattern must be at most ${PATTERN_CHARACTERS_MAX} characters`)
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, from, to]) => [
    Number(from),
    Number(to ?? 0),
  ])
  if (counts.some((count) => count > REPEAT_MAX))
    throw badInput(`schema: ${at}/pattern must repeat at most ${REPEAT_MAX} times`)
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
