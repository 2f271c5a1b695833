import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { defineTool, type Asks, type ToolSpec } from '../../base/core/tool.ts'
import type { Dollars } from '../../base/core/money.ts'
import { defineUpstream } from '../../capabilities/upstreams/define.ts'

/** An existing HTTP API, and the price of a call. */
export interface UrlProxySpec {
  /**
   * Kebab-case; the address is `/api/<slug>`. The name of the setting for another host is derived
   * from it.
   */
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly asks?: Asks
  readonly price: Dollars
  /** With the path; `{name}` stands for a field of the input, and every other field is sent. */
  readonly url: `http${'' | 's'}://${string}`
  readonly method?: 'GET' | 'POST'
  /** The input of callers. It is checked before a payment. */
  readonly input: z.ZodObject
  /** The answer of the API. An answer that does not fit is a fault and is not charged. */
  readonly output?: z.ZodType
  /** A valid input. */
  readonly example: Readonly<Record<string, unknown>>
  /** The page with its terms. */
  readonly terms?: string
  /** Headers of every call, such as a key from the environment. */
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** The rate limit of the API. */
  readonly perSecond?: number
}

const jsonValue = z.json()

const TIMEOUT_MS = 20_000
const BYTES_MAX = 2_000_000
const IN_PATH = /\{(\w+)\}/g

/** Puts a price on an HTTP API: a tool like any other, whose work is one call of it. */
export function urlProxy(spec: UrlProxySpec): ToolSpec {
  const { slug, name, description, asks, price, input, example, method = 'GET' } = spec
  const { origin, pathname, search, username } = new URL(spec.url.replaceAll(IN_PATH, '{$1}'))
  if (username) throw new Error(`${slug}: url holds a password; send it in headers`)
  for (const [, field = ''] of spec.url.matchAll(IN_PATH))
    if (!(field in input.shape)) throw new Error(`${slug}: url names {${field}}, which is no input`)
  const path = decodeURI(pathname) + search
  const api = defineUpstream({
    name: `proxy-${slug}`,
    title: new URL(origin).host,
    terms: spec.terms ?? origin,
    base: origin,
    texts: 'public',
    limits: {
      timeoutMs: spec.timeoutMs ?? TIMEOUT_MS,
      bytesMax: BYTES_MAX,
      ...(spec.perSecond !== undefined && { perSecond: spec.perSecond }),
    },
    headers: () => spec.headers ?? {},
    api: (http) => ({
      call: async (sent: Readonly<Record<string, unknown>>) => {
        const { filled, rest } = filledIn(path, sent)
        const ask = method === 'GET' ? { query: queryOf(rest) } : { json: rest }
        return http.json(filled, spec.output ?? jsonValue, { ...ask, method })
      },
    }),
  })
  return defineTool({
    route: `${method} /api/${slug}`,
    name,
    description,
    ...(asks && { asks }),
    price,
    uses: { api },
    input,
    output: z.object({ result: (spec.output ?? jsonValue).describe('What the API answered.') }),
    examples: [{ input: example }],
    run: async (sent, { api: asked }) => ({
      result: await asked.call(sent as Readonly<Record<string, unknown>>),
    }),
  })
}

/** Fills fields into the path; the others go into the query or the body. */
function filledIn(path: string, sent: Readonly<Record<string, unknown>>) {
  const rest = { ...sent }
  const filled = path.replaceAll(IN_PATH, (_whole, field: string) => {
    delete rest[field]
    const text = textOf(sent[field])
    // An empty segment, `.` or `..` would change the path.
    if (/^\.{0,2}$/.test(text))
      throw badInput(`${field}: must be a name; empty, . and .. are none.`)
    return encodeURIComponent(text)
  })
  return { filled, rest }
}

const queryOf = (rest: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(rest).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, textOf(value)]],
    ),
  )

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '')
