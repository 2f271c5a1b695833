import { pointerTo } from '../../../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { isLiteral, withNumbers, writtenOf } from './_number-literals.ts'
import { choiceOf, dayOf, isLike, isOf, partAt, turned } from './_likely-values.ts'

/** Changes a value so that it fits a schema, wherever only one reading is possible. */

export interface Change {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
  readonly why: string
}

/** A place where it cannot be decided whether the value fits. */
interface Undecided {
  readonly path: string
  readonly message: string
}

/** Keywords that restrict numbers only; a number of many digits is kept as text. */
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const

export interface ConformOptions {
  readonly defaults: boolean
  readonly dropUnknown: boolean
}

export const CHANGES_MAX = 1_000
const DEPTH_MAX = 64
const NAMES_MAX = 200

export function conformed(value: unknown, schema: JsonObject, wishes: ConformOptions) {
  const changes: Change[] = []
  const note = (path: string, from: unknown, to: unknown, why: string): void => {
    if (changes.length < CHANGES_MAX)
      changes.push({ path, from: withWrittenNumbers(from), to: withWrittenNumbers(to), why })
  }
  const unsure: Undecided[] = []
  const made = at(value, schema, '', 0)
  const data = withNumbers(made, '', (path, text) =>
    note(path, undefined, text, 'text, because a number would lose some of its digits'),
  )
  return { data, changes, unsure }

  function at(given: unknown, asked: unknown, path: string, depth: number): unknown {
    const node = resolved(asked)
    if (!node || depth > DEPTH_MAX) return given
    const typed = asType(given, node, path)
    const chosen = typeof typed === 'string' ? asChoice(typed, node, path) : typed
    if (isLiteral(chosen)) {
      const words = BOUNDS.filter((word) => node[word] !== undefined)
      if (words.length > 0)
        unsure.push({
          path,
          message: `has too many digits to be checked against ${words.join(', ')}`,
        })
      return chosen
    }
    if (Array.isArray(chosen)) {
      const firsts = Array.isArray(node['prefixItems']) ? node['prefixItems'] : []
      return chosen.map((item, number) => {
        const asked = number < firsts.length ? (firsts[number] as unknown) : node['items']
        return at(item, asked, `${path}/${number}`, depth + 1)
      })
    }
    return isObject(chosen) ? members(chosen, node, path, depth) : chosen
  }

  /** A schema, the schema that it refers to, or the only alternative beside null. */
  function resolved(asked: unknown): JsonObject | null {
    let node = asked
    for (let hop = 0; hop < 10 && isObject(node); hop += 1) {
      if (node['properties'] !== undefined) break
      const next = typeof node['$ref'] === 'string' ? partAt(schema, node['$ref']) : onlyWay(node)
      if (next === undefined) break
      node = next
    }
    return isObject(node) ? node : null
  }

  function asType(given: unknown, node: JsonObject, path: string): unknown {
    const types = [node['type'] ?? []].flat().map(String)
    if (types.length === 0 || types.some((type) => isOf(given, type))) return given
    for (const type of types) {
      const made = turned(given, type)
      if (made === undefined) continue
      note(path, given, made.value, made.why)
      return made.value
    }
    return given
  }

  /** The choice that a text differs from only slightly; a day in ISO 8601. */
  function asChoice(text: string, node: JsonObject, path: string): string {
    const made = choiceOf(text, node['enum']) ?? dayOf(text, node['format'])
    if (made === null || made === text) return text
    note(path, text, made, node['enum'] ? 'the only similar choice' : 'as in ISO 8601')
    return made
  }

  function members(given: JsonObject, node: JsonObject, path: string, depth: number): JsonObject {
    const known = isObject(node['properties']) ? node['properties'] : {}
    const required = new Set([node['required'] ?? []].flat().map(String))
    const renamed = withNames(given, Object.keys(known), path)
    const kept = Object.entries(renamed).filter(([name, value]) => {
      const child = resolved(known[name])
      const isNull = value === null && !required.has(name) && child?.['type'] !== undefined
      const drops = isNull
        ? ![child?.['type']].flat().includes('null')
        : wishes.dropUnknown && !Object.hasOwn(known, name) && !isOpen(node)
      if (drops)
        note(
          pointerTo(path, name),
          value,
          undefined,
          isNull ? 'null for an optional value' : 'not in the schema',
        )
      return !drops
    })
    const filled = wishes.defaults ? defaultsFor(kept, known, path) : []
    return Object.fromEntries(
      [...kept, ...filled].map(([name, value]) => {
        const asked = Object.hasOwn(known, name) ? known[name] : node['additionalProperties']
        return [name, at(value, asked, pointerTo(path, name), depth + 1)]
      }),
    )
  }

  function defaultsFor(kept: readonly [string, unknown][], known: JsonObject, path: string) {
    const names = new Set(kept.map(([name]) => name))
    return Object.entries(known).flatMap(([name, asked]): [string, unknown][] => {
      const value = resolved(asked)?.['default']
      if (names.has(name) || value === undefined) return []
      note(pointerTo(path, name), undefined, value, 'the default of the schema')
      return [[name, structuredClone(value)]]
    })
  }

  function withNames(given: JsonObject, known: readonly string[], path: string): JsonObject {
    const missing = known.filter((name) => !Object.hasOwn(given, name)).slice(0, NAMES_MAX)
    const strange = Object.keys(given)
      .filter((name) => !known.includes(name))
      .slice(0, NAMES_MAX)
    const names = new Map<string, string>()
    for (const name of strange) {
      const like = missing.filter((other) => isLike(name, other))
      const [only] = like
      const isOnly =
        like.length === 1 && strange.filter((one) => only && isLike(one, only)).length === 1
      if (!only || !isOnly) continue
      names.set(name, only)
      note(pointerTo(path, name), name, only, 'the only member of the schema with a similar name')
    }
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => [names.get(name) ?? name, value]),
    )
  }
}

/** Libraries write an optional member as a choice of its schema and null. */
function onlyWay(node: JsonObject): JsonObject | undefined {
  if (node['type'] !== undefined) return undefined
  const ways = [node['anyOf'] ?? node['oneOf'] ?? node['allOf'] ?? []].flat().filter(isObject)
  const [way, ...others] = ways.filter(({ type }) => type !== 'null')
  const hasNull = way !== undefined && ways.length > 1
  if (!way || others.length > 0) return undefined
  return hasNull && typeof way['type'] === 'string' ? { ...way, type: [way['type'], 'null'] } : way
}

/** The value with all numbers as they were written. */
const withWrittenNumbers = (value: unknown): unknown =>
  isLiteral(value) ? writtenOf(value) : withNumbers(value, '', () => {})

/** Keywords by which a schema may name members outside its own list. */
const OTHER_WORDS = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas']

const isOpen = (node: JsonObject): boolean =>
  isObject(node['additionalProperties']) ||
  (isObject(node['patternProperties']) && Object.keys(node['patternProperties']).length > 0) ||
  OTHER_WORDS.some((word) => node[word] !== undefined)
