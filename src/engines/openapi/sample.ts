import { sample } from 'openapi-sampler'
import { badInput } from '../../base/core/fault.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import type { Direction } from './schemas.ts'

const CHARACTERS_MAX = 1_000_000

/** A sample value for a schema. Circular references and missing schemas become empty objects. */
export function sampleOf(
  schema: JsonObject,
  direction: Direction,
  members: 'all' | 'required' = 'all',
): unknown {
  const skips = {
    ...(direction === 'request' ? { skipReadOnly: true } : { skipWriteOnly: true }),
    skipNonRequired: members === 'required',
  }
  const value: unknown = sampled(schema, skips)
  if ((JSON.stringify(value)?.length ?? 0) > CHARACTERS_MAX)
    throw badInput('spec: the schema makes a sample of more than 1 MB')
  return value ?? null
}

function sampled(schema: JsonObject, skips: object): unknown {
  try {
    return sample(schema, { ...skips, quiet: true }, schema)
  } catch (thrown) {
    const told = thrown instanceof Error ? thrown.message : String(thrown)
    throw badInput(`spec: no sample can be made of the schema: ${told.slice(0, 150)}`)
  }
}
