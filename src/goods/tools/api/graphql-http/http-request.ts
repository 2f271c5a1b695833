import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt, isText } from '../../../../base/lib/bytes.ts'
import { decodedText } from '../../../../engines/language/decoded-text.ts'
import { KB, MB } from '../../../../base/lib/fields.ts'
import { isQuickJson } from '../../../../base/lib/foreign-json.ts'
import { json, jsonFlaw } from '../../../../base/lib/json-guard.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'

const HEADERS_MAX = 50
const HEADER_BYTES_MAX = 16 * KB
const BYTES_MAX = 5_000_000
/** Headers that frame the message, name the host, or would change its meaning. */
const OURS = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'accept-encoding',
])

export default defineTool({
  route: 'POST /api/http-request',
  name: 'HTTP request',
  description:
    'Plain HTTP request (GET, POST, PUT, PATCH, DELETE) with your own body to a public URL or REST ' +
    'API, for agents without a network; answers the raw body or its JSON.',
  asks: [
    'raw HTTP request to a public REST API',
    'POST a JSON body to a public URL',
    'call an API with my own headers and body',
    'send a POST to a URL and show me the reply',
    'fetch JSON from an endpoint',
    'ping a webhook',
  ],
  price: '$0.002',
  secret: true,
  uses: { web },
  input: z.object({
    url: webUrl().describe('A public http or https address.'),
    method: z
      .enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
      .default('GET')
      .describe('Request method.'),
    headers: z
      .record(z.string().max(200), z.string().max(8 * KB))
      .default({})
      .describe(
        'Headers to send, at most 50, 16 KB together. The request sets host, length and encoding itself.',
      ),
    body: json({ bytesMax: MB })
      .optional()
      .describe('Body to send: text as it is, anything else as JSON, up to 1 MB.'),
    followRedirects: z
      .boolean()
      .default(true)
      .describe(
        'Whether to follow redirects, at most 5; credentials are not sent to another origin.',
      ),
    maxBytes: z
      .int()
      .min(1)
      .max(BYTES_MAX)
      .default(500_000)
      .describe('Most bytes of the body, 1 to 5,000,000; the rest is cut off.'),
    timeoutSeconds: z.int().min(1).max(25).default(15).describe('Time limit in seconds, 1 to 25.'),
  }),
  output: z.object({
    status: z.int(),
    headers: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .describe('Headers by name in lower case; set-cookie is a list.'),
    body: z.string().optional().describe('The body, if it is text.'),
    json: z
      .unknown()
      .optional()
      .describe('The parsed body, if the server says that it is JSON and it is.'),
    base64: z.string().optional().describe('The body in base64, if it is not text.'),
    bytes: z.int().describe('Bytes of the body in this answer.'),
    finalUrl: z.url(),
    elapsedMs: z.int(),
    truncated: z.boolean(),
  }),
  examples: [
    { input: { url: 'https://example.com/app.js' } },
    { input: { url: 'https://example.com/', method: 'HEAD', headers: { accept: 'text/html' } } },
  ],

  async run(input, { web, now }) {
    const { url, method, maxBytes, timeoutSeconds, followRedirects } = input
    const headers = headersOf(input.headers, input.body)
    const body = bodyOf(method, input.body)
    const since = now()
    const answer = await web.stream(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      timeoutMs: timeoutSeconds * 1000,
      // A longer body is cut off here, which is not a fault of the server.
      bytesMax: Number.MAX_SAFE_INTEGER,
      ...(!followRedirects && { redirectsMax: 0 }),
    })
    const { bytes, truncated } = await first(answer.chunks, maxBytes)
    return {
      status: answer.status,
      headers: fieldsOf(answer.headers),
      ...(await read(answer.headers, bytes, truncated)),
      bytes: bytes.length,
      finalUrl: answer.url,
      elapsedMs: Math.max(0, Math.round(now() - since)),
      truncated,
    }
  },
})

/** RFC 9110: a name is a token, a value one line. */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

function headersOf(given: Readonly<Record<string, string>>, body: unknown) {
  const all = Object.entries(given)
  if (all.length > HEADERS_MAX) throw badInput(`headers: must be at most ${HEADERS_MAX} headers`)
  if (all.reduce((sum, pair) => sum + pair.join('').length, 0) > HEADER_BYTES_MAX)
    throw badInput('headers: must be at most 16 KB together')
  const sent: Record<string, string> = {}
  for (const [name, value] of all) {
    const key = name.toLowerCase()
    if (!NAME.test(name))
      throw badInput(`headers: ${excerpt(name)} must be a header name, such as x-request-id`)
    if (!VALUE.test(value)) throw badInput(`headers: ${excerpt(name)} must be one line of Latin-1`)
    if (OURS.has(key) || key.startsWith('proxy-'))
      throw badInput(`headers: ${excerpt(name)} must be left out; the request sets it itself`)
    if (sent[key] !== undefined) throw badInput(`headers: ${excerpt(name)} must be given only once`)
    sent[key] = value
  }
  if (body !== undefined && sent['content-type'] === undefined)
    sent['content-type'] =
      typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  return sent
}

function bodyOf(method: string, body: unknown): string | undefined {
  if (body === undefined) return undefined
  if (method === 'GET' || method === 'HEAD') throw badInput(`body: must be left out with ${method}`)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** The first bytes of a stream, which is then closed. */
async function first(chunks: AsyncIterable<Uint8Array>, bytesMax: number) {
  const pieces: Uint8Array[] = []
  let left = bytesMax
  let truncated = false
  for await (const piece of chunks) {
    pieces.push(piece.subarray(0, left))
    truncated = piece.length > left
    left -= Math.min(left, piece.length)
    if (truncated) break
  }
  return { bytes: Buffer.concat(pieces), truncated }
}

function fieldsOf(headers: Headers): Record<string, string | string[]> {
  const plain = Array.from(headers).filter(([name]) => name !== 'set-cookie')
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(plain), ...(cookies.length > 0 && { 'set-cookie': cookies }) }
}

const TEXT = /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript|x-www-form-urlencoded)\b)/i

async function read(headers: Headers, bytes: Buffer, truncated: boolean) {
  const type = headers.get('content-type') ?? ''
  // The last character of what was cut off may be half of one.
  const isRead = TEXT.test(type) || isText(truncated ? bytes.subarray(0, -4) : bytes)
  if (!isRead) return { base64: bytes.toString('base64') }
  const body = await decodedText({ headers, bytes })
  const isJson = /[/+]json\b/i.test(type) && !truncated && isQuickJson(bytes)
  const json = isJson ? jsonIn(body) : undefined
  return { body, ...(json !== undefined && { json }) }
}

/** JSON that is nested too deep or too large for callers stays text. */
function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return jsonFlaw(value, { bytesMax: 2 * BYTES_MAX }) === null ? value : undefined
  } catch {
    return undefined
  }
}
