import type { Client as McpClient, Tool as Listed } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Capability } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import type { ToolGroup } from '../../base/core/tool-group.ts'
import type { ToolSpec } from '../../base/core/tool.ts'
import { httpUrl } from '../../base/lib/fields.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { createPace } from '../../outside/net/pace.ts'
import { createClient, type Client } from '../../outside/net/request.ts'
import { allowed, exampleOf, orAway, priceOf, slugIn, wordsOf, type GroupSpec } from './allow.ts'
import { connectMcp } from './mcp-client.ts'
import { faultOf, resultIn } from './mcp-result.ts'
import { checkOf, exampleIn, inputOf, writtenOut, type Field } from './schema.ts'

/** The tools of an MCP server, each with a price. */
export interface McpProxySpec extends GroupSpec {
  /** Its address for Streamable HTTP. The tools are listed at every start. */
  readonly mcp: `http${'' | 's'}://${string}`
}

const TIMEOUT_MS = 60_000
const LIST_MS = 10_000
const PAGES_MAX = 10
const TOOLS_MAX = 500
const BODY_BYTES_MAX = 1_000_000

/** Every allowed tool of the server becomes a tool of this service. */
export function mcpProxy(spec: McpProxySpec): ToolGroup {
  const { host, username } = new URL(spec.mcp)
  if (username) throw new Error(`${spec.slug}: mcp holds a password; send it in headers`)
  const server = serverOf(spec, host)
  return { open: () => orAway({ slug: spec.slug, isAsked: true }, () => toolsOf(spec, server)) }
}

async function toolsOf(spec: McpProxySpec, server: Capability<Server>) {
  const listed = (await listOf(spec)).slice(0, TOOLS_MAX)
  const offered = listed.map((tool) => ({
    names: [tool.name],
    isSafe: tool.annotations?.readOnlyHint === true,
    tool,
  }))
  const taken = new Set<string>()
  return Object.fromEntries(
    allowed(spec, offered).flatMap(({ tool, isNamed }) => {
      const made = toolOf(spec, tool, server, slugIn(spec.slug, tool.name, taken))
      if (made) return [made]
      if (!isNamed) return []
      throw new Error(`${spec.slug}: no input of ${tool.name} can be made; write one in examples`)
    }),
  )
}

/** Lists the tools once, over a separate connection. */
async function listOf({ mcp: url, headers = {} }: McpProxySpec): Promise<readonly Listed[]> {
  const http = createClient({ policy: 'trusted' })
  try {
    const client = await connectMcp(http, { url, headers, timeoutMs: LIST_MS })
    const tools: Listed[] = []
    let cursor: string | undefined
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const listed = await client.listTools(cursor === undefined ? {} : { cursor })
      tools.push(...listed.tools)
      cursor = listed.nextCursor
      if (cursor === undefined || tools.length >= TOOLS_MAX) break
    }
    await client.close()
    return tools
  } catch (thrown) {
    throw faultOf(thrown, new URL(url).host)
  } finally {
    await http.close()
  }
}

interface Server {
  call(name: string, input: JsonObject): Promise<JsonObject>
}

function serverOf(spec: McpProxySpec, title: string): Capability<Server> {
  const name = `UPSTREAM_PROXY_${spec.slug.toUpperCase().replaceAll('-', '_')}_URL`
  const address = { name, description: `Another address of ${title}.`, schema: httpUrl }
  return {
    name: `proxy-${spec.slug}`,
    settings: [address],
    live: true,
    texts: 'public',
    providers: [{ title, terms: spec.terms ?? new URL(spec.mcp).origin, setting: name }],
    open(host) {
      const http = createClient({ policy: 'trusted' })
      host.onClose(() => http.close())
      const { headers = {}, timeoutMs = TIMEOUT_MS, perSecond } = spec
      const pace = perSecond === undefined ? null : createPace({ name: title, perSecond })
      const remote = remembered(http, { url: host.setting(name) ?? spec.mcp, headers, timeoutMs })
      return ({ signal, sources }) => ({
        async call(tool, input) {
          const note = sources?.asked(title)
          await pace?.turn(signal)
          const ask = async (client: McpClient) =>
            client.callTool({ name: tool, arguments: { ...input } }, { signal, timeout: timeoutMs })
          try {
            const result = await remote.ask(ask)
            note?.()
            return resultIn(result, title)
          } catch (thrown) {
            if (signal.aborted) throw thrown
            throw faultOf(thrown, title)
          }
        },
      })
    },
  }
}

/** Shares one connection among all calls. After a failure, the next call opens a new one. */
function remembered(http: Client, place: Parameters<typeof connectMcp>[1]) {
  let connecting: Promise<McpClient> | undefined
  const connected = () => (connecting ??= connectMcp(http, place))
  async function ask<T>(work: (client: McpClient) => Promise<T>, isAgain = false): Promise<T> {
    const mine = connected()
    try {
      return await work(await mine)
    } catch (thrown) {
      if (connecting === mine) connecting = undefined
      // The server has forgotten the session, so the call was not executed.
      const { status } = thrown as { readonly status?: number }
      if (status === 404 && !isAgain) return ask(work, true)
      throw thrown
    }
  }
  return { ask }
}

function toolOf(
  spec: McpProxySpec,
  { name, title, description = '', inputSchema, outputSchema }: Listed,
  server: Capability<Server>,
  slug: string,
): readonly [string, ToolSpec] | null {
  const fields = fieldsOf(inputSchema)
  const input = inputOf(fields)
  const exemplary = [...fields].map(([field, { schema, required }]) => ({
    name: field,
    required,
    example: exampleIn(schema as JsonObject),
  }))
  const example = exampleOf(input, spec.examples, [name], exemplary)
  if (!example) return null
  const structured = outputSchema === undefined ? z.json() : checkOf(outputSchema)
  const run: ToolSpec['run'] = async (sent, lent) => {
    const { server: asked } = lent as unknown as { readonly server: Server }
    const { structured: value, content } = await asked.call(name, sent)
    if (outputSchema === undefined) return { result: value ?? content }
    const read = structured.safeParse(value)
    if (read.success) return { result: read.data }
    const told = `${new URL(spec.mcp).host} answered in another shape than it describes.`
    throw new Fault('upstream_failed', told, { cause: read.error })
  }
  const tool: ToolSpec = {
    route: `POST /api/${slug}`,
    name: wordsOf(title ?? name.replace(/[_-]+/g, ' '), 60),
    description: wordsOf(description || `Calls ${name}.`, 400),
    price: priceOf(spec, [name]),
    uses: { server },
    input,
    output: z.object({ result: structured.describe('What the tool answered.') }),
    examples: [{ input: example }],
    limits: { firstEventMs: (spec.timeoutMs ?? TIMEOUT_MS) + 1_000 },
    bodyBytesMax: BODY_BYTES_MAX,
    run,
  }
  return [slug, tool]
}

function fieldsOf(schema: JsonObject): ReadonlyMap<string, Field> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const { required = [] } = schema as { readonly required?: readonly string[] }
  return new Map(
    Object.entries(properties).map(([name, given]) => {
      const own = writtenOut(given, schema)
      return [name, { schema: own, description: '', required: required.includes(name) }]
    }),
  )
}
