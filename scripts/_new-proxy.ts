import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../src/base/core/fault.ts'
import { isObject } from '../src/base/lib/json-object.ts'
import { nameOf, serversOf } from '../src/engines/openapi/choose.ts'
import { readDocument } from '../src/engines/openapi/document.ts'
import { operationsOf } from '../src/engines/openapi/operations.ts'
import { createClient, type Client } from '../src/outside/net/request.ts'
import { connectMcp } from '../src/goods/proxies/mcp-client.ts'
import { assertName, inWords, writeNew } from './_new-file.ts'

/** What stands at an address: a document of an API, a server of MCP, or an API as it is. */
type Found =
  | {
      readonly kind: 'openapi'
      readonly document: unknown
      readonly names: readonly string[]
      readonly base: string | null
    }
  | { readonly kind: 'mcp'; readonly names: readonly string[] }
  | { readonly kind: 'url' }

const TIMEOUT_MS = 15_000
const BYTES_MAX = 8 * 1024 * 1024
const NAMES_MAX = 200

/** Writes a proxy into the folder of own tools, as `<family>/<slug>`; answers what it wrote. */
export async function writeProxy(folder: string, address: string, place?: string) {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`${address}: must be an address with http:// or https://`)
  const [family, slug] = placeOf(url, place)
  const found = await foundAt(url)
  const texts = textsOf(found, url, slug)
  const hasFamily = existsSync(join(folder, family, '_family.ts'))
  const files = Object.entries({
    ...texts,
    ...(!hasFamily && { '_family.ts': familyText(family) }),
  })
  const written = await writeNew(
    folder,
    Object.fromEntries(files.map(([name, text]) => [join(family, name), text])),
  )
  return { kind: found.kind, files: written.map((path) => join(folder, path)) }
}

function placeOf(url: URL, place: string | undefined): readonly [family: string, slug: string] {
  const [family = 'proxies', slug] = place?.includes('/') ? place.split('/') : ['proxies', place]
  const name = slug ?? nameOfHost(url.hostname)
  for (const one of [family, name]) assertName(one)
  return [family, name]
}

/** `bikes` of `api.bikes.example`. */
function nameOfHost(hostname: string): string {
  const parts = hostname.split('.').filter((part) => !/^(www|api|mcp|\d+)$/.test(part))
  const name = (parts.length > 1 ? parts.at(-2) : parts[0]) ?? ''
  const kebab = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-\d]+|-+$/g, '')
  return kebab || 'my-api'
}

async function foundAt(url: URL): Promise<Found> {
  const http = createClient({ policy: 'trusted' })
  try {
    return (await documentAt(http, url)) ?? (await serverAt(http, url)) ?? { kind: 'url' }
  } finally {
    await http.close()
  }
}

async function documentAt(http: Client, url: URL): Promise<Found | null> {
  const asked = { timeoutMs: TIMEOUT_MS, bytesMax: BYTES_MAX }
  const answer = await http.request(url, asked).catch(() => null)
  const text = answer?.bytes.toString('utf8') ?? ''
  if (answer?.status !== 200 || !/\b(openapi|swagger)\b/.test(text)) return null
  try {
    const document = await readDocument('openapi', text)
    if (document.version === '2.0')
      throw new Error(`${url.href} is of version 2.0 of OpenAPI; version 3 is sold`)
    const safe = operationsOf(document).filter(({ method }) => method === 'GET')
    const [server = ''] = serversOf(document)
    const base = /^https?:/.test(server) ? null : (URL.parse(server, url.href)?.href ?? url.origin)
    return {
      kind: 'openapi',
      document: document.root,
      names: safe.map((one) => one.id ?? nameOf(one)),
      base,
    }
  } catch (thrown) {
    if (thrown instanceof Fault) return null
    throw thrown
  }
}

async function serverAt(http: Client, url: URL): Promise<Found | null> {
  try {
    const client = await connectMcp(http, { url: url.href, headers: {}, timeoutMs: TIMEOUT_MS })
    const { tools } = await client.listTools()
    await client.close()
    const safe = tools.filter(({ annotations }) => annotations?.readOnlyHint === true)
    return { kind: 'mcp', names: (safe.length > 0 ? safe : tools).map(({ name }) => name) }
  } catch {
    return null
  }
}

function textsOf(found: Found, url: URL, slug: string): Readonly<Record<string, string>> {
  if (found.kind === 'url') return { [`${slug}.ts`]: urlText(url, slug) }
  if (found.names.length === 0) throw new Error(`${url.href} offers nothing that can be asked for`)
  const { names, kind } = found
  const of = (place: string): string =>
    groupText({ slug, place, names, base: kind === 'openapi' ? found.base : null })
  if (kind === 'mcp') return { [`${slug}.ts`]: of(`mcp: ${quoted(url.href)},`) }
  const file = `${slug}.openapi.json`
  const document = isObject(found.document) ? found.document : {}
  return {
    [`${slug}.ts`]: of(`openapi: new URL('${file}', import.meta.url),`),
    [file]: `${JSON.stringify(document, null, 2)}\n`,
  }
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replace(/\s/g, ' ')}'`

interface Group {
  readonly slug: string
  readonly place: string
  readonly names: readonly string[]
  readonly base: string | null
}

const groupText = ({
  slug,
  place,
  names,
  base,
}: Group): string => `import { defineProxy } from 'farebox'

export default defineProxy({
  slug: '${slug}',
  ${place}${base === null ? '' : `\n  base: ${quoted(base)},`}
  // For each call; { name: '$0.010', '*': '$0.002' } where they differ.
  price: '$0.002',
  // Sent with every call, such as a key: { authorization: \`Bearer \${process.env.MY_KEY}\` }.
  headers: {},
  // What is sold; take out what is not.
  allow: [
${names
  .slice(0, NAMES_MAX)
  .map((name) => `    ${quoted(name)},`)
  .join('\n')}
  ],
})
`

function urlText(url: URL, slug: string): string {
  const fields = [...new Map(url.searchParams)].filter(([name]) => /^\w+$/.test(name))
  const given = fields.length > 0 ? fields : [['q', 'something'] as const]
  const inputs = given.map(
    ([name]) => `    ${name}: z.string().max(200).describe('What the API takes as ${name}.'),`,
  )
  const examples = given.map(([name, value]) => `${name}: ${quoted(value)}`)
  return `import { defineProxy, z } from 'farebox'

export default defineProxy({
  slug: '${slug}',
  name: ${quoted(inWords(slug))},
  description: ${quoted(`What ${url.host} answers, in one call.`)},
  price: '$0.002',
  url: ${quoted(url.origin + url.pathname)},
  // Sent with every call, such as a key: { authorization: \`Bearer \${process.env.MY_KEY}\` }.
  headers: {},
  input: z.object({
${inputs.join('\n')}
  }),
  // What the API must answer, such as z.object({ free: z.int() }); without it, any JSON.
  example: { ${examples.join(', ')} },
})
`
}

const familyText = (family: string): string => `import { defineFamily } from 'farebox'

export default defineFamily({ title: '${inWords(family)}', description: 'APIs with a price.' })
`
