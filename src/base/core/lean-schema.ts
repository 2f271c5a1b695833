import { z } from 'zod'

const seen = new WeakSet<object>()

/**
 * Lets go of the schemas that a schema was made from, and those of its fields: each step of
 * `z.string().min(1).describe('…')` is a schema of its own, which the next one would hold for good.
 * What it validates, and what is written down of it, stays; in JSON Schema the order of its words
 * may change.
 */
export function forgetOrigins(schema: z.ZodType): void {
  if (seen.has(schema)) return
  seen.add(schema)
  const inner = schema._zod
  if (inner.parent) {
    // What was written down of an origin is inherited.
    const written = z.globalRegistry.get(schema)
    inner.parent = undefined
    if (written) schema.register(z.globalRegistry, written)
  }
  for (const part of partsOf(inner.def)) forgetOrigins(part)
}

/** The schemas that it consists of; those that a function makes when they are needed are left. */
const partsOf = (def: object): readonly z.ZodType[] =>
  Object.entries(def)
    .filter(([name]) => name !== 'getter')
    .flatMap(([name, value]: [string, unknown]) =>
      Array.isArray(value) ? value : name === 'shape' ? Object.values(value as object) : [value],
    )
    .filter(isSchema)

/** Checks have inner parts as well, and no type. */
const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' &&
  value !== null &&
  '_zod' in value &&
  'type' in (value as z.ZodType)._zod.def
