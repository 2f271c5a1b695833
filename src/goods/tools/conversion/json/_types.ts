import type { TargetLanguage } from 'quicktype-core'
import { badInput } from '../../../../base/core/fault.ts'
import { isObject } from '../../../../base/lib/json-object.ts'

export const LANGUAGES = [
  'typescript',
  'python',
  'go',
  'rust',
  'java',
  'csharp',
  'swift',
  'kotlin',
  'zod',
] as const

export type Language = (typeof LANGUAGES)[number]

const NAMES: Partial<Record<Language, string>> = { zod: 'typescript-zod' }

/** Only types: the code that reads and writes JSON would need packages. */
const OPTIONS: Partial<Record<Language, Record<string, string>>> = {
  typescript: { 'just-types': 'true', 'prefer-unions': 'true' },
  python: { 'just-types': 'true', 'python-version': '3.7' },
  go: { 'just-types-and-package': 'true' },
  rust: { visibility: 'public', 'derive-debug': 'true' },
  java: { 'just-types': 'true', package: 'types' },
  csharp: { 'just-types': 'true', namespace: 'Types' },
  swift: { 'just-types': 'true' },
  kotlin: { 'just-types': 'true', package: 'types' },
}

/** Text stays text: the next sample need not look the same. */
const AS_WRITTEN = {
  inferEnums: false,
  inferDateTimes: false,
  inferUuids: false,
  inferIntegerStrings: false,
  inferBooleanStrings: false,
  leadingComments: [],
}

export interface TypeRequest {
  readonly language: Language
  readonly name: string
}

/** A line that declares a type, in any of the languages. */
const DECLARATION =
  /^\s*(?:(?:export|public|pub|partial|data|sealed|indirect)\s+)*(?:interface|type|typealias|class|struct|enum|const)\s+\w/m

/**
 * Type declarations that fit a sample of JSON, or a schema. Some languages have no name for a list
 * or a plain value. An object that the library takes as a dictionary is one of these; it is then
 * read by its members.
 */
export async function typesOf(source: Source, wanted: TypeRequest): Promise<string> {
  const code = await codeOf(source, wanted)
  if (DECLARATION.test(code)) return code
  const byMembers = await codeOf(source, wanted, { inferMaps: false })
  if (DECLARATION.test(byMembers)) return byMembers
  const field = 'schema' in source ? 'schema' : 'data'
  throw badInput(
    `${field}: must hold an object, because ${wanted.language} declares only types of objects; ` +
      'put the value into an object, or take go, rust or kotlin',
  )
}

type Source = { readonly data: unknown } | { readonly schema: unknown }

async function codeOf(
  source: Source,
  { language, name }: TypeRequest,
  inference: { readonly inferMaps?: boolean } = {},
): Promise<string> {
  const quicktype = await import('quicktype-core')
  const { InputData, JSONSchemaInput, jsonInputForTargetLanguage, quicktypeMultiFile } = quicktype
  const target = quicktype.languageNamed((NAMES[language] ?? language) as never) as TargetLanguage
  const inputData = new InputData()
  if ('schema' in source) {
    const noFetch = { get: () => undefined, fetch: async () => undefined }
    const input = new JSONSchemaInput(noFetch as never)
    await input.addSource({ name, schema: JSON.stringify(source.schema) })
    inputData.addInput(input)
  } else {
    const input = jsonInputForTargetLanguage(target)
    await input.addSource({ name, samples: [JSON.stringify(source.data)] })
    inputData.addInput(input)
  }
  const files = await quicktypeMultiFile({
    inputData,
    lang: target,
    rendererOptions: OPTIONS[language] ?? {},
    ...AS_WRITTEN,
    ...inference,
  })
  return [...files.values()].map(({ lines }) => lines.join('\n').trim()).join('\n\n') + '\n'
}

/** References outside the document: nothing is fetched, so they could not be resolved. */
export function assertNoOutsideReference(schema: unknown): void {
  if (Array.isArray(schema)) return schema.forEach(assertNoOutsideReference)
  if (!isObject(schema)) return
  const { $ref } = schema
  if (typeof $ref === 'string' && !$ref.startsWith('#'))
    throw badInput(`schema: $ref ${JSON.stringify($ref.slice(0, 100))} must stay within the schema`)
  Object.values(schema).forEach(assertNoOutsideReference)
}
