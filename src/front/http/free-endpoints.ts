import { readdir } from 'node:fs/promises'
import { z } from 'zod'
import { parseBody, parseInput, parseQuery, type ParsedInput } from '../../selling/call/input.ts'
import type { CallRequest } from '../../base/core/call.ts'
import { namingIgnored } from '../../selling/call/reply.ts'
import { Fault } from '../../base/core/fault.ts'
import { isUnitFile, unitNameOf } from '../../base/core/source-file.ts'
import { allSurfaces } from '../surfaces/all.ts'
import { formFields, isForm } from './_forms.ts'
import { crawlerFiles } from '../surfaces/crawler-files.ts'
import type {
  Endpoint,
  EndpointDefinition,
  EndpointSpec,
  FrontParts,
  Instance,
} from './endpoint.ts'
import { surfaceEndpoints } from './free/_surfaces.ts'
import { openOperatorAuth } from './operator-auth.ts'
import { openPages, type Pages } from './pages/open.ts'

const FOLDER = new URL('free/', import.meta.url)

/** Every file of `free/` is an endpoint that answers without the till, and its name is the id. */
export async function loadFreeEndpoints(): Promise<readonly EndpointDefinition[]> {
  const files = (await readdir(FOLDER)).filter(isUnitFile)
  return Promise.all(
    files.toSorted().map(async (file) => {
      const { default: spec } = (await import(new URL(file, FOLDER).href)) as {
        readonly default?: EndpointSpec
      }
      if (!spec) throw new Error(`src/front/http/free/${file} has no default export`)
      return { ...spec, id: unitNameOf(file) }
    }),
  )
}

/** The routes of everything that is free, pages included. */
export function allFree(
  parts: FrontParts,
  instance: Instance,
  definitions: readonly EndpointDefinition[],
): Pages {
  const { shop } = instance
  const auth = openOperatorAuth(parts, instance)
  const { endpoints, forPeople } = openPages(parts, instance, auth)
  const declared = definitions.flatMap((definition) => {
    const { methods, path, aliases = [], access, body, urgent } = definition
    const why = definition.closed?.(parts) ?? null
    const checking =
      why === null ? withInput(definition, definition.open(parts, instance)) : closedBy(why)
    const handle = access === 'operator' ? auth.guard(checking) : checking
    return [path, ...aliases].flatMap((at) =>
      methods.map((method) => ({
        method,
        path: at,
        handle,
        ...(body && { body }),
        ...(urgent && { urgent }),
      })),
    )
  })
  const documents = [...allSurfaces, ...crawlerFiles].flatMap((surface) =>
    surfaceEndpoints(surface, shop),
  )
  return { endpoints: [...declared, ...documents, ...endpoints], forPeople }
}

/** The same refusal for everybody, before anything of a request is read. */
const closedBy = (why: string) => (): never => {
  throw new Fault('not_configured', why)
}

const NO_INPUT: ParsedInput = { value: {}, ignored: [] }

/**
 * Refuses what does not fit the declared input: 400 that names the field. What a query has beyond
 * it is named in the answer. Bodies of other services' wires may have more than is declared here.
 */
function withInput(
  { id, input = {}, required = [], takesForms, readsText }: EndpointDefinition,
  handle: ReturnType<EndpointSpec['open']>,
): Endpoint['handle'] {
  const schema = z.fromJSONSchema({
    type: 'object',
    properties: input,
    required: [...required],
  }) as z.ZodObject
  const example = Object.fromEntries(
    Object.entries(input).flatMap(([name, { examples = [] }]) =>
      (examples as readonly unknown[]).slice(0, 1).map((value) => [name, value]),
    ),
  )
  const examples = [{ input: example }] as const
  const owner = { slug: id, spec: { input: schema, examples } }
  const ofQuery = { slug: id, spec: { input: schema.strip(), examples } }
  async function inputOf(request: CallRequest): Promise<ParsedInput> {
    if (request.method !== 'POST') return parseQuery(ofQuery, request.query)
    const text = await request.text()
    const isOurForm = takesForms && isForm(request)
    return isOurForm ? parseInput(owner, formFields(text)) : parseBody(owner, text)
  }
  return async (request, params) => {
    const { value, ignored } = readsText ? NO_INPUT : await inputOf(request)
    const reply = await handle(request, params, value as Readonly<Record<string, unknown>>)
    return namingIgnored(reply, ignored)
  }
}
