import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import type { SchemaCheck } from './json-schema.ts'

/** Correcting one type may reveal errors below it; more rounds than this are not needed. */
const ROUNDS_MAX = 4
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * The value with those of its parts turned into the type that the schema asks for that can be
 * turned back into what they were. The faults of type say which parts those are, so references and
 * conditions are followed as the check follows them.
 */
export function coerced(value: unknown, check: SchemaCheck): unknown {
  const root: Record<string, unknown> = { value: structuredClone(value) }
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const faults = check.faultsOf(root['value']).filter(({ keyword }) => keyword === 'type')
    const changed = faults.filter(({ path, params }) => change(root, path, params['expected']))
    if (changed.length === 0) break
  }
  return root['value']
}

/** Converts the part at a path to one of the types; false if that is not possible. */
function change(root: JsonObject, path: string, expected: unknown): boolean {
  const keys = path.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const names = ['value', ...keys.slice(1)]
  const last = names.pop() ?? ''
  const holder = names.reduce<unknown>((at, name) => partOf(at, name), root)
  if (typeof holder !== 'object' || holder === null) return false
  const types = Array.isArray(expected) ? expected : [expected]
  for (const type of types) {
    const made = asType(partOf(holder, last), String(type))
    if (made === undefined) continue
    ;(holder as Record<string, unknown>)[last] = made
    return true
  }
  return false
}

const partOf = (value: unknown, name: string): unknown =>
  isObject(value) || Array.isArray(value) ? (value as unknown as JsonObject)[name] : undefined

function asType(value: unknown, type: string): unknown {
  if (type === 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  if (type === 'boolean') return { true: true, false: false }[value]
  if (type === 'null') return value === '' || value === 'null' ? null : undefined
  if ((type !== 'number' && type !== 'integer') || !NUMBER.test(value)) return undefined
  const number = Number(value)
  const keepsDigits = !/^-?\d+$/.test(value) || Number.isSafeInteger(number)
  if (!Number.isFinite(number) || !keepsDigits) return undefined
  return type === 'integer' && !Number.isInteger(number) ? undefined : number
}
