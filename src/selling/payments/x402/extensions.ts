import type { PaymentPayload } from '@x402/core/types'
import { inputShape, type JsonSchema } from '../../../base/core/shape.ts'
import type { Tool } from '../../../base/core/tool.ts'

type Members = Readonly<Record<string, unknown>>

/** The extensions of a 402, by name. */
export type Extensions = Readonly<Record<string, { readonly info: Members; schema?: Members }>>

const PAYMENT_ID = 'payment-identifier'
const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/**
 * `whole`: with the schema of the input and an example of the output, as catalogues want it.
 * `example`: how to call. `route`: only what kind of call it is.
 */
export type Depth = 'whole' | 'example' | 'route'

const wholes = new WeakMap<Tool, Extensions>()

/** How a tool is called, for indexes; and that a payer may name its payment. */
export function extensionsOf(tool: Tool, depth: Depth): Extensions {
  if (depth !== 'whole') return made(tool, depth)
  const known = wholes.get(tool) ?? made(tool, depth)
  wholes.set(tool, known)
  return known
}

function made(tool: Tool, depth: Depth): Extensions {
  const { method, spec } = tool
  const [{ input, output }] = spec.examples
  const route = { type: 'http', method, ...(method === 'POST' ? { bodyType: 'json' } : {}) }
  const field = method === 'POST' ? 'body' : 'queryParams'
  const brief = (info: Members) => ({
    bazaar: { info, schema: BRIEF_SCHEMA },
    [PAYMENT_ID]: NAMING,
  })
  if (depth === 'route') return brief({ input: route })
  const info = { input: { ...route, [field]: input } }
  if (depth === 'example') return brief(info)
  const answer = output === undefined ? {} : { output: { type: 'json', example: output } }
  const schema = schemaOf(route, field, inputShape(tool).schema)
  return { bazaar: { info: { ...info, ...answer }, schema }, [PAYMENT_ID]: NAMING }
}

/** Catalogues refuse an extension without a schema; the whole one may not fit into a header. */
const BRIEF_SCHEMA = {
  type: 'object',
  properties: { input: { type: 'object' } },
  required: ['input'],
}

const NAMING = { info: { required: false } }

function schemaOf(route: Readonly<Record<string, string>>, field: string, input: JsonSchema) {
  const fixed = Object.entries(route).map(([name, value]) => [name, { const: value }] as const)
  return {
    $schema: DIALECT,
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: { ...Object.fromEntries(fixed), [field]: input },
        required: [...Object.keys(route), field],
      },
    },
    required: ['input'],
  }
}

/** The name that a payer gave its payment, if it fits. */
export function paymentIdOf({ extensions }: PaymentPayload): string | undefined {
  const info = infoOf(extensions?.[PAYMENT_ID])
  const id = info?.['id']
  return typeof id === 'string' && /^[a-zA-Z0-9_-]{16,128}$/.test(id) ? id : undefined
}

/** A payer may leave out or add members of the extensions, but not change them. */
export function echoes({ extensions }: PaymentPayload, tool: Tool): boolean {
  if (!isMembers(extensions)) return true
  return Object.entries(extensionsOf(tool, 'whole')).every(([name, { info }]) => {
    const echoed = extensions[name]
    return echoed === undefined || agrees(infoOf(echoed), info)
  })
}

/** A payload may leave out what it was made for, but not name another tool. */
export function isMadeFor({ resource }: PaymentPayload, { slug, path, spec }: Tool): boolean {
  const url: unknown = isMembers(resource) ? resource['url'] : resource
  if (typeof url !== 'string') return true
  const named = URL.parse(url.trim().startsWith('/') ? `http://here${url.trim()}` : url)
  if (named?.protocol === 'mcp:') {
    const name = mcpToolIn(named)
    return name === undefined || name === slug || CONNECTOR_CALL.test(name)
  }
  if (!named || !/^https?:$/.test(named.protocol)) return true
  const below = named.pathname.replace(/\/$/, '')
  const own = [path, ...(spec.aliases ?? [])]
  return own.some((each) => below.endsWith(each)) || isEntry(below)
}

/** The tool of the connector that calls any other. Clients may write its dot as another sign. */
const CONNECTOR_CALL = /^catalog[._-]call$/

/**
 * The name in `mcp://tool/<name>`, or at the end of what follows a server; undefined where only a
 * server or its connector is named.
 */
function mcpToolIn({ href }: URL): string | undefined {
  const parts = href.replace(/[?#].*$/s, '').split('/')
  const at = parts.findIndex((part) => /^(?:mcp:)?tools?$/i.test(part))
  const path = parts.slice(3).filter((part) => part !== '')
  const name = at >= 0 ? parts[at + 1] : isEntry(`/${path.join('/')}`) ? undefined : path.at(-1)
  return name === undefined || name === '' ? undefined : decodeName(name)
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The address of the service, of its connector or of its agent, which names no tool. */
const isEntry = (path: string): boolean => path === '' || /\/(?:mcp|a2a)$/.test(path)

const infoOf = (extension: unknown): Members | undefined =>
  isMembers(extension) && isMembers(extension['info']) ? extension['info'] : undefined

function agrees(echoed: unknown, said: unknown): boolean {
  if (isMembers(echoed) && isMembers(said)) {
    return Object.entries(said).every(
      ([name, value]) => !(name in echoed) || agrees(echoed[name], value),
    )
  }
  return JSON.stringify(echoed) === JSON.stringify(said)
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
