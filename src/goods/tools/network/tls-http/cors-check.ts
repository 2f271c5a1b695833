import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { sites, type Visit } from '../../../../outside/net/sites.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const SIMPLE = new Set<string>(['GET', 'HEAD', 'POST'])

const Side = z.object({
  status: z.int().describe('HTTP status.'),
  allowOrigin: z.string().nullable().describe('Access-Control-Allow-Origin.'),
  allowCredentials: z
    .boolean()
    .describe('Access-Control-Allow-Credentials: whether cookies may be sent.'),
  allowMethods: z.array(z.string()).describe('Access-Control-Allow-Methods.'),
  allowHeaders: z.array(z.string()).describe('Access-Control-Allow-Headers.'),
  exposeHeaders: z.array(z.string()).describe('Access-Control-Expose-Headers.'),
  maxAgeSeconds: z.int().nullable().describe('How long the answer may be cached, in seconds.'),
  vary: z.string().nullable().describe('The Vary header.'),
})

type Side = z.output<typeof Side>

export default defineTool({
  route: 'GET /api/cors-check',
  name: 'CORS check',
  description:
    'Cross-origin (CORS) policy of a URL as a browser of a given origin would meet it: preflight, ' +
    'answer, credentials and what is wrong.',
  asks: [
    'test CORS of an API',
    "does this API allow requests from my web app's origin",
    'the browser blocks my request',
    'cross origin error',
  ],
  price: '$0.002',
  uses: { sites },
  input: z.object({
    url: webUrl().describe('Address that a page would request.'),
    origin: webUrl().prefault('https://example.org').describe('Origin of that page.'),
    method: line(10)
      .default('GET')
      .describe(`${METHODS.join(', ')}; other than GET and HEAD, only the preflight is sent.`),
  }),
  output: z.object({
    url: z.url().describe('The address that was asked.'),
    allowed: z.boolean().describe('Whether a browser would let the page read the answer.'),
    preflight: Side.describe('Answer to OPTIONS.'),
    actual: Side.optional().describe('Answer to the request itself, only for GET and HEAD.'),
    credentials: z.boolean().describe('Whether cookies are allowed too.'),
    reflectsOrigin: z.boolean().describe('Whether it allows any origin that asks.'),
    problems: z.array(z.string()).describe('Problems in words; empty if there are none.'),
  }),
  examples: [
    { input: { url: 'https://api.github.com', origin: 'https://example.org' } },
    { input: { url: 'https://example.com', method: 'DELETE' } },
  ],

  async run({ url, origin: page, method: wanted }, { sites }) {
    const method = wanted.toUpperCase()
    if (!(METHODS as readonly string[]).includes(method))
      throw badInput(`method: must be one of ${METHODS.join(', ')}.`)
    const { origin } = new URL(page)
    const options = async (from: string) =>
      sideOf(
        await sites.visit(url, {
          method: 'OPTIONS',
          headers: { origin: from, 'access-control-request-method': method },
          redirectsMax: 0,
        }),
      )
    const isRead = method === 'GET' || method === 'HEAD'
    const [preflight, strange, actual] = await Promise.all([
      options(origin),
      options(STRANGER),
      isRead
        ? sites.visit(url, { method, headers: { origin }, redirectsMax: 0 }).then(sideOf)
        : null,
    ])
    const decisive = actual ?? preflight
    const allowed =
      admits(decisive, origin) && (actual !== null || isPreflightPassed(preflight, method))
    const reflectsOrigin = strange.allowOrigin === STRANGER
    return {
      url,
      allowed,
      preflight,
      ...(actual ? { actual } : {}),
      credentials: allowed && decisive.allowOrigin === origin && decisive.allowCredentials,
      reflectsOrigin,
      problems: problemsOf({ decisive, origin, allowed, reflectsOrigin }),
    }
  },
})

/** An origin that no site has a reason to allow. */
const STRANGER = 'https://stranger.example'

const admits = ({ allowOrigin }: Side, origin: string): boolean =>
  allowOrigin === '*' || allowOrigin === origin

const isPreflightPassed = ({ status, allowMethods }: Side, method: string): boolean =>
  status >= 200 &&
  status < 300 &&
  (SIMPLE.has(method) || allowMethods.includes('*') || allowMethods.includes(method))

function sideOf({ status, headers }: Visit): Side {
  const list = (name: string) =>
    (headers.get(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  const maxAge = headers.get('access-control-max-age') ?? ''
  return {
    status,
    allowOrigin: headers.get('access-control-allow-origin'),
    allowCredentials: headers.get('access-control-allow-credentials') === 'true',
    allowMethods: list('access-control-allow-methods').map((name) => name.toUpperCase()),
    allowHeaders: list('access-control-allow-headers'),
    exposeHeaders: list('access-control-expose-headers'),
    maxAgeSeconds: /^\d{1,9}$/.test(maxAge) ? Number(maxAge) : null,
    vary: headers.get('vary'),
  }
}

interface Findings {
  readonly decisive: Side
  readonly origin: string
  readonly allowed: boolean
  readonly reflectsOrigin: boolean
}

function problemsOf({ decisive, origin, allowed, reflectsOrigin }: Findings): string[] {
  const { allowOrigin, allowCredentials, vary } = decisive
  const varies = /(^|,)\s*(\*|origin)\s*(,|$)/i.test(vary ?? '')
  return [
    ...(allowOrigin === null ? ['It sends no Access-Control-Allow-Origin.'] : []),
    ...(allowOrigin !== null && !allowed
      ? [`It allows ${allowOrigin.slice(0, 200)}, but not ${origin}, or not this method.`]
      : []),
    ...(allowOrigin === '*' && allowCredentials
      ? ['It allows credentials for *, which browsers ignore.']
      : []),
    ...(reflectsOrigin && allowCredentials
      ? ['It allows any origin with credentials: every site may act as its users.']
      : []),
    ...(allowOrigin === origin && !varies
      ? ['It names one origin without Vary: Origin, so a cache may give it to another.']
      : []),
    ...(allowOrigin?.includes(',') ? ['It names several origins, but only one is allowed.'] : []),
  ]
}
