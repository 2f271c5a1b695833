import { z } from 'zod'
import type { ToolGroup } from '../../base/core/tool-group.ts'
import type { Dollars } from '../../base/core/money.ts'
import type { Route, ToolSpec } from '../../base/core/tool.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { isJsonType, nameOf, preferredMedia, serversOf } from '../../engines/openapi/choose.ts'
import { readDocument, type ApiDocument } from '../../engines/openapi/document.ts'
import { operationsOf, type Operation, type Parameter } from '../../engines/openapi/operations.ts'
import { createSchemas, type Schemas } from '../../engines/openapi/schemas.ts'
import { defineUpstream } from '../../capabilities/upstreams/define.ts'
import { allowed, exampleOf, orAway, priceOf, slugIn, wordsOf, type GroupSpec } from './allow.ts'
import { fieldsOf, type OperationField } from './openapi-fields.ts'
import { requestFor } from './openapi-request.ts'
import { answerIn, refusalsOf } from './answer.ts'
import { readText } from './read-text.ts'
import { checkOf, inputOf } from './schema.ts'

/** The operations of an OpenAPI document, each with a price. */
export interface OpenApiProxySpec extends GroupSpec {
  /** The document, a file beside this one, or the address where it is read at every start. */
  readonly openapi: URL | `http${'' | 's'}://${string}` | JsonObject
  /** The base address of the API. Default: that of its document. */
  readonly base?: `http${'' | 's'}://${string}`
  /** Query parameters of every call, such as a key. */
  readonly query?: Readonly<Record<string, string>>
  /** False: answers of the API are not checked. Default: they must fit the document. */
  readonly checkAnswers?: boolean
}

const TIMEOUT_MS = 20_000
const BYTES_MAX = 2_000_000
const BODY_BYTES_MAX = 1_000_000
const OPERATIONS_MAX = 500

/** Every allowed operation becomes a tool. The document is read when the service starts. */
export function openApiProxy(spec: OpenApiProxySpec): ToolGroup {
  const { openapi, slug } = spec
  const isAsked =
    typeof openapi === 'string' || (openapi instanceof URL && openapi.protocol !== 'file:')
  return { open: () => orAway({ slug, isAsked }, () => toolsOf(spec)) }
}

async function toolsOf(spec: OpenApiProxySpec): Promise<Readonly<Record<string, ToolSpec>>> {
  const document = await documentOf(spec)
  const api = apiOf(spec, baseOf(spec, document))
  const schemas = createSchemas(document)
  const all = operationsOf(document).map((operation) => ({
    names: [operation.id ?? '', nameOf(operation)],
    isSafe: operation.method === 'GET',
    operation,
  }))
  const chosen = allowed(spec, all)
  const taken = new Set<string>()
  if (chosen.length > OPERATIONS_MAX)
    throw new Error(
      `${spec.slug}: allow names ${chosen.length} operations, above ${OPERATIONS_MAX}`,
    )
  return Object.fromEntries(
    chosen.flatMap(({ operation, isNamed, names }) => {
      const slug = slugIn(spec.slug, operation.id ?? nameOf(operation), taken)
      const made = toolOf({ spec, operation, schemas, api, slug, names })
      if (typeof made !== 'string') return [[slug, made] as const]
      if (isNamed) throw new Error(`${spec.slug}: ${nameOf(operation)} cannot be sold: ${made}`)
      taken.delete(slug)
      return []
    }),
  )
}

async function documentOf({ openapi, slug, headers }: OpenApiProxySpec): Promise<ApiDocument> {
  const isPlace = typeof openapi === 'string' || openapi instanceof URL
  const given = isPlace ? await readText(new URL(openapi), slug, headers) : openapi
  const document = await readDocument(slug, given)
  if (document.version === '2.0')
    throw new Error(`${slug}: openapi is of version 2.0; version 3 is sold`)
  return document
}

function baseOf({ base, openapi, slug }: OpenApiProxySpec, document: ApiDocument): string {
  const [server = ''] = serversOf(document)
  const from = openapi instanceof URL || typeof openapi === 'string' ? String(openapi) : undefined
  const url = URL.parse(base ?? server, from?.startsWith('http') ? from : undefined)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`${slug}: its document does not say where the API is; set base`)
  if (url.username) throw new Error(`${slug}: base holds a password; send it in headers`)
  return url.href.replace(/\/+$/, '')
}

interface Api {
  call(
    operation: Operation,
    fields: readonly OperationField[],
    input: JsonObject,
    output: z.ZodType,
  ): Promise<unknown>
}

const apiOf = (spec: OpenApiProxySpec, base: string) =>
  defineUpstream<Api>({
    name: `proxy-${spec.slug}`,
    title: new URL(base).host,
    terms: spec.terms ?? new URL(base).origin,
    base,
    texts: 'public',
    limits: {
      timeoutMs: spec.timeoutMs ?? TIMEOUT_MS,
      bytesMax: BYTES_MAX,
      ...(spec.perSecond !== undefined && { perSecond: spec.perSecond }),
    },
    headers: () => spec.headers ?? {},
    refusals: refusalsOf(new URL(base).host),
    api: (http) => ({
      async call(operation, fields, input, output) {
        const { path, ...ask } = requestFor(operation, fields, input, spec.query ?? {})
        return answerIn(await http.bytes(path, ask), new URL(base).host, output)
      },
    }),
  })

interface Making {
  readonly spec: OpenApiProxySpec
  readonly operation: Operation
  readonly schemas: Schemas
  readonly api: ReturnType<typeof apiOf>
  readonly slug: string
  readonly names: readonly string[]
}

/** The tool of an operation, or why there can be none. */
function toolOf({ spec, operation, schemas, api, slug, names }: Making): ToolSpec | string {
  const isOurs = ({ name, in: place }: Parameter): boolean =>
    place === 'header'
      ? Object.keys(spec.headers ?? {}).some((one) => one.toLowerCase() === name.toLowerCase())
      : place === 'query' && Object.hasOwn(spec.query ?? {}, name)
  const fields = fieldsOf(operation, schemas, isOurs)
  if (typeof fields === 'string') return fields
  const output = outputOf(operation, schemas)
  if (typeof output === 'string') return output
  const input = inputOf(new Map(fields.map((field) => [field.name, field])))
  const example = exampleOf(input, spec.examples, names, fields)
  if (!example) return `no example of its input can be made; write one in examples`
  const checked = spec.checkAnswers === false ? z.json() : output
  const isPlain = operation.method === 'GET' && fields.every(({ isScalar }) => isScalar)
  const run: ToolSpec['run'] = async (sent, lent) => {
    const { api: asked } = lent as unknown as { readonly api: Api }
    return { result: await asked.call(operation, fields, sent, checked) }
  }
  return {
    route: `${isPlain ? 'GET' : 'POST'} /api/${slug}` satisfies Route,
    name: wordsOf(operation.summary || operation.id || nameOf(operation), 60),
    description: wordsOf(
      operation.description || operation.summary || `Calls ${nameOf(operation)}.`,
      400,
    ),
    price: priceOf(spec, names) satisfies Dollars,
    uses: { api },
    input,
    output: z.object({ result: checked.describe('What the API answered.') }),
    examples: [{ input: example }],
    bodyBytesMax: BODY_BYTES_MAX,
    run,
  }
}

/** The output schema: the JSON of the first success response in the document, or text. */
function outputOf({ replies }: Operation, schemas: Schemas): z.ZodType | string {
  const good =
    replies.find(({ status }) => status.startsWith('2')) ??
    replies.find(({ status }) => status === 'default')
  const media = good && preferredMedia(good.content)
  if (!media) return z.json()
  const [type, { schema }] = media
  if (isJsonType(type)) return checkOf(schemas.standalone(schema, 'response'))
  return /^(text\/|\*\/\*|application\/xml)/.test(type) ? z.string() : `it answers ${type}`
}
