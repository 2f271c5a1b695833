import { jsonType, pointerTo } from '../../../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'

/** The narrowest plain schema that all given values satisfy. */

export interface InferOptions {
  readonly formats: boolean
  readonly enums: boolean
  readonly additional: boolean
}

const CHOICES_MAX = 8
const SEEN_EACH = 3
const CHOICE_CHARACTERS_MAX = 60
const FIELDS_MAX = 1_000

const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']

export function schemaOf(values: readonly unknown[], options: InferOptions): JsonObject {
  const found = new Set(values.map(jsonType))
  // Every integer is a number.
  if (found.has('number')) found.delete('integer')
  const types = TYPES.filter((type) => found.has(type))
  const texts = values.filter((value) => typeof value === 'string')
  const lists = values.filter((value) => Array.isArray(value))
  const objects = values.filter(isObject)
  const items = lists.flat()
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(texts.length > 0 && aboutTexts(texts, types, options)),
    ...(items.length > 0 && { items: schemaOf(items, options) }),
    ...(objects.length > 0 && aboutObjects(objects, options)),
  }
}

function aboutTexts(
  texts: readonly string[],
  types: readonly string[],
  { formats, enums }: InferOptions,
): JsonObject {
  const format = formats ? formatOf(texts) : undefined
  if (format !== undefined) return { format }
  const choices = new Set(texts)
  const isShort = texts.every((text) => text.length <= CHOICE_CHARACTERS_MAX)
  const repeats = choices.size <= CHOICES_MAX && texts.length >= choices.size * SEEN_EACH
  if (!enums || !isShort || !repeats || types.some((type) => type !== 'string' && type !== 'null'))
    return {}
  return { enum: [...choices].toSorted().concat(types.includes('null') ? [null as never] : []) }
}

function aboutObjects(objects: readonly JsonObject[], options: InferOptions): JsonObject {
  const byName = new Map<string, unknown[]>()
  for (const object of objects)
    for (const [name, value] of Object.entries(object)) {
      const seen = byName.get(name)
      if (seen) seen.push(value)
      else byName.set(name, [value])
    }
  const required = [...byName].filter(([, seen]) => seen.length === objects.length)
  return {
    properties: Object.fromEntries(
      [...byName].map(([name, seen]) => [name, schemaOf(seen, options)]),
    ),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    ...(!options.additional && { additionalProperties: false }),
  }
}

const MONTHS_OF_30 = new Set([4, 6, 9, 11])
const isDay = (text: string): boolean => {
  const [, year, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []).map(Number)
  if (year === undefined || month < 1 || month > 12 || day < 1) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 ? (isLeap ? 29 : 28) : MONTHS_OF_30.has(month) ? 30 : 31
  return day <= last
}

const TIME = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)'
const OCTET = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)'

/** The first format that fits all texts. */
const FORMATS: readonly (readonly [name: string, fits: (text: string) => boolean])[] = [
  [
    'date-time',
    (text) => new RegExp(`^\\d{4}-\\d\\d-\\d\\d[Tt]${TIME}$`).test(text) && isDay(text),
  ],
  ['date', (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text)],
  ['time', (text) => new RegExp(`^${TIME}$`).test(text)],
  ['uuid', (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)],
  ['email', (text) => /^[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}$/i.test(text)],
  [
    'ipv4',
    (text) => new RegExp(`^${OCTET}(\\.${OCTET}){3}$`).test(text) && !/(^|\.)0\d/.test(text),
  ],
  ['uri', (text) => /^[a-z][a-z0-9+.-]*:\/\/[^\s<>"{}|\\^`]+$/i.test(text) && URL.canParse(text)],
]

const formatOf = (texts: readonly string[]): string | undefined =>
  FORMATS.find(([, fits]) => texts.every(fits))?.[0]

interface Field {
  readonly path: string
  readonly types: readonly string[]
  readonly required: boolean
  readonly format: string | null
}

export function fieldsOf(schema: JsonObject): readonly Field[] {
  const fields: Field[] = []
  visit(schema, '', true)
  return fields

  function visit(at: JsonObject, path: string, isRequired: boolean): void {
    if (fields.length === FIELDS_MAX) return
    const { type, format, properties, required, items } = at as {
      type?: string | readonly string[]
      format?: string
      properties?: Readonly<Record<string, JsonObject>>
      required?: readonly string[]
      items?: JsonObject
    }
    if (path !== '')
      fields.push({
        path,
        types: type === undefined ? [] : typeof type === 'string' ? [type] : type,
        required: isRequired,
        format: format ?? null,
      })
    for (const [name, inner] of Object.entries(properties ?? {}))
      visit(inner, pointerTo(path, name), required?.includes(name) ?? false)
    if (items) visit(items, `${path}/*`, false)
  }
}
