import type { CheerioAPI } from 'cheerio'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

export interface JsonLd {
  readonly objects: readonly JsonObject[]
  /** What is wrong with which block, counted from 1. */
  readonly errors: readonly string[]
}

const DEPTH_MAX = 64
const OBJECTS_MAX = 2_000
const ERRORS_MAX = 100

/** The objects of all JSON-LD blocks as they are; lists of objects are taken apart. */
export function jsonLdOf($: CheerioAPI): JsonLd {
  const objects: JsonObject[] = []
  const errors: string[] = []
  for (const [at, script] of $('script[type^="application/ld+json" i]').toArray().entries()) {
    const { value, error } = parseJson($(script).text())
    const found = [value].flat().filter(isObject)
    const what = error ?? (found.length === 0 ? 'holds no object' : null)
    if (what !== null && errors.length < ERRORS_MAX) errors.push(`Block ${at + 1}: ${what}.`)
    for (const one of found.slice(0, OBJECTS_MAX - objects.length)) objects.push(one)
  }
  return { objects, errors }
}

function parseJson(text: string): { readonly value?: unknown; readonly error?: string } {
  const json = text.replace(/^[\s;]*(<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[)/, '')
  try {
    const value: unknown = JSON.parse(
      json.trimEnd().replace(/(-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>)$|;$/, ''),
    )
    return isDeep(value, DEPTH_MAX) ? { error: `nests more than ${DEPTH_MAX} deep` } : { value }
  } catch (thrown) {
    const [, at] = /at position (\d+)/.exec((thrown as Error).message) ?? []
    return { error: at === undefined ? 'is no valid JSON' : `is no valid JSON at character ${at}` }
  }
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isDeep(inner, left - 1))
}

const TYPES_MAX = 500
const TYPE_CHARACTERS_MAX = 200

/** Every type that JSON-LD or microdata names, each once, by its own name. */
export function typesIn(values: readonly unknown[]): string[] {
  const types = new Set<string>()
  const open = [...values]
  for (let at = 0; at < open.length && types.size < TYPES_MAX; at++) {
    const value = open[at]
    if (typeof value !== 'object' || value === null) continue
    const { '@type': type, type: ofItem } = value as JsonObject
    for (const said of [type, Array.isArray(ofItem) ? ofItem : []].flat())
      if (typeof said === 'string' && said.length <= TYPE_CHARACTERS_MAX) types.add(said)
    for (const inner of Object.values(value)) open.push(inner)
  }
  return [...types].map((type) => type.replace(/^https?:\/\/schema\.org\//, '').toWellFormed())
}
