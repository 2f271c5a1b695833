import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import { isObject } from '../../../../base/lib/json-object.ts'
import { challengesIn, linksIn, parametersIn } from './_header-lists.ts'
import { structuredFields } from './_structured.ts'
import { resetSeconds, retryAfterMs } from './_waits.ts'

const FIELDS_MAX = 500
const Parameters = z.record(z.string(), z.string())

export default defineTool({
  route: 'POST /api/http-headers-parse',
  name: 'HTTP header parser',
  description:
    'Meaning of HTTP headers in names and numbers: cookies, caching, links, rate limits, retry times, challenges and ' +
    'structured fields, with what is wrong in them.',
  asks: [
    'parse a Link header for the next page',
    'what do these response headers say about caching',
    'what do these response headers mean',
    'read a Set-Cookie or Cache-Control line',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    headers: json({ bytesMax: 64 * KB, valuesMax: 2_000 }).describe(
      'Headers as an object, with lists for repeated ones, or as text with one header per line, up to 64 KB.',
    ),
  }),
  output: z.object({
    headers: Parameters.describe(
      'Headers by name in lower case; repeated ones are joined by a comma.',
    ),
    cookies: z.array(
      z.object({
        name: z.string(),
        value: z.string(),
        domain: z.string().optional(),
        path: z.string().optional(),
        expiresIso: z.string().optional(),
        maxAgeSeconds: z.number().optional(),
        secure: z.boolean(),
        httpOnly: z.boolean(),
        sameSite: z.string().optional(),
        partitioned: z.boolean(),
      }),
    ),
    cacheControl: z
      .record(z.string(), z.union([z.string(), z.number(), z.literal(true)]))
      .describe('Directives; those without a value are true.'),
    links: z.array(z.object({ url: z.string(), rel: z.string(), parameters: Parameters })),
    contentType: z.object({ type: z.string(), parameters: Parameters }).nullable(),
    retryAfterSeconds: z.number().nullable(),
    rateLimit: z
      .object({
        limit: z.number().nullable(),
        remaining: z.number().nullable(),
        resetSeconds: z.number().nullable(),
      })
      .nullable(),
    auth: z.array(
      z.object({ scheme: z.string(), data: z.string().nullable(), parameters: Parameters }),
    ),
    structured: z
      .record(z.string(), z.unknown())
      .describe('Structured fields of RFC 9651; parameters stand beside each value.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        headers: 'Cache-Control: max-age=60\r\nLink: <https://example.com?p=2>; rel="next"',
      },
      output: {
        headers: {
          'cache-control': 'max-age=60',
          link: '<https://example.com?p=2>; rel="next"',
        },
        cookies: [],
        cacheControl: { 'max-age': 60 },
        links: [{ url: 'https://example.com?p=2', rel: 'next', parameters: { rel: 'next' } }],
        contentType: null,
        retryAfterSeconds: null,
        rateLimit: null,
        auth: [],
        structured: {},
        problems: [],
      },
    },
    {
      input: {
        headers: {
          'set-cookie': ['a=1; Secure; SameSite=Lax'],
          'WWW-Authenticate': 'Basic realm="x"',
        },
      },
    },
  ],

  async run({ headers: given }, context) {
    const problems: string[] = []
    const pairs = typeof given === 'string' ? pairsIn(given, problems) : pairsOf(given)
    if (pairs.length > FIELDS_MAX) throw badInput(`headers: must be at most ${FIELDS_MAX} headers`)
    const all = Map.groupBy(pairs, ([name]) => name)
    const header = (name: string) =>
      all
        .get(name)
        ?.map(([, value]) => value)
        .join(', ')
    const wait = retryAfterMs(header, context.now())
    if (wait === undefined && header('retry-after') !== undefined)
      problems.push('retry-after: is neither seconds nor a date')
    return {
      headers: Object.fromEntries([...all.keys()].map((name) => [name, header(name) ?? ''])),
      cookies: await cookiesIn(
        (all.get('set-cookie') ?? []).map(([, value]) => value),
        problems,
      ),
      cacheControl: directivesIn(header('cache-control') ?? '', problems),
      links: [...linksIn(header('link') ?? '', problems)],
      contentType: mediaTypeIn(header('content-type'), problems),
      retryAfterSeconds: wait === undefined ? null : Math.max(0, Math.round(wait) / 1000),
      rateLimit: rateLimitIn(header, context.now()),
      auth: [...challengesIn(header('www-authenticate') ?? '', problems)],
      structured: await structuredFields(header, problems),
      problems,
    }
  },
})

type Pair = readonly [name: string, value: string]
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/

function pairsIn(text: string, problems: string[]): readonly Pair[] {
  // A line that begins with a space continues the one before, as RFC 9112 lets readers take it.
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return lines.flatMap((line, index): readonly Pair[] => {
    if (line.trim() === '' || (index === 0 && /^(HTTP\/\d|[A-Z]+ \S+ HTTP\/)/.test(line))) return []
    const [name = '', value] = line.split(/:(.*)/s)
    if (value !== undefined && NAME.test(name)) return [[name.toLowerCase(), value.trim()]]
    problems.push(`line ${index + 1}: ${excerpt(line)} is no header`)
    return []
  })
}

function pairsOf(given: unknown): readonly Pair[] {
  if (!isObject(given)) throw badInput('headers: must be an object or text')
  return Object.entries(given).flatMap(([name, value]) => {
    if (!NAME.test(name))
      throw badInput(`headers: ${excerpt(name)} must be a header name, such as x-request-id`)
    return [value].flat().map((one): Pair => {
      if (typeof one !== 'string' && typeof one !== 'number')
        throw badInput(`headers: ${excerpt(name)} must be text`)
      return [name.toLowerCase(), String(one).trim()]
    })
  })
}

async function cookiesIn(values: readonly string[], problems: string[]) {
  if (values.length === 0) return []
  const { parseSetCookie } = await import('set-cookie-parser')
  return parseSetCookie(values, { decodeValues: false, split: false }).map((cookie) => {
    const { name, value, domain, path, expires, maxAge, sameSite } = cookie
    const secure = cookie.secure === true
    const isNone = sameSite?.toLowerCase() === 'none'
    const problem = (text: string) => void problems.push(`set-cookie: ${excerpt(name)} ${text}`)
    if (isNone && !secure) problem('says SameSite=None without Secure, and is refused')
    if (name.startsWith('__Secure-') && !secure) problem('has the prefix __Secure- without Secure')
    if (name.startsWith('__Host-') && (!secure || domain !== undefined || path !== '/'))
      problem('has the prefix __Host- and must have Secure, Path=/ and no Domain')
    const hasDate = expires !== undefined && !Number.isNaN(expires.getTime())
    if (expires !== undefined && !hasDate) problem('has an Expires that is no date')
    return {
      name,
      value,
      ...(domain !== undefined && { domain }),
      ...(path !== undefined && { path }),
      ...(hasDate && { expiresIso: expires.toISOString() }),
      ...(maxAge !== undefined && !Number.isNaN(maxAge) && { maxAgeSeconds: maxAge }),
      secure,
      httpOnly: cookie.httpOnly === true,
      ...(sameSite !== undefined && { sameSite }),
      partitioned: cookie.partitioned === true,
    }
  })
}

function directivesIn(value: string, problems: string[]) {
  const directive = /\s*([!#$%&'*+.^_`|~\w-]+)(?:=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?\s*(?:,|$)/y
  const found: Record<string, string | number | true> = {}
  for (let at = 0; at < value.length; at = directive.lastIndex) {
    directive.lastIndex = at
    const match = directive.exec(value)
    if (!match) {
      problems.push(`cache-control: ${excerpt(value.slice(at))} is not understood`)
      break
    }
    const key = (match[1] ?? '').toLowerCase()
    const given = match[2] ?? match[3]
    if (Object.hasOwn(found, key)) problems.push(`cache-control: ${excerpt(key)} stands twice`)
    else found[key] = given === undefined ? true : /^\d{1,15}$/.test(given) ? Number(given) : given
  }
  if (found['no-store'] === true && found['max-age'] !== undefined)
    problems.push('cache-control: no-store and max-age contradict each other')
  return found
}

function mediaTypeIn(value: string | undefined, problems: string[]) {
  if (value === undefined) return null
  const [type = ''] = value.split(';')
  if (!/^\s*[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*$/.test(type)) {
    problems.push(`content-type: ${excerpt(value)} is no media type`)
    return null
  }
  const { parameters } = parametersIn(value, type.length)
  return { type: type.trim().toLowerCase(), parameters: Object.fromEntries(parameters) }
}

const number = (value: string | undefined) =>
  value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : null

/** The fields that most services send, whatever they put in front. */
function rateLimitIn(header: (name: string) => string | undefined, now: number) {
  const first = (name: string) =>
    ['ratelimit-', 'x-ratelimit-', 'x-rate-limit-']
      .map((prefix) =>
        header(prefix + name)
          ?.split(/[,;]/)[0]
          ?.trim(),
      )
      .find((value) => value !== undefined)
  const [limit, remaining, reset] = [first('limit'), first('remaining'), first('reset')]
  if (limit === undefined && remaining === undefined && reset === undefined) return null
  const seconds = resetSeconds(reset, now)
  return {
    limit: number(limit),
    remaining: number(remaining),
    resetSeconds: seconds === undefined ? null : Math.max(0, Math.round(seconds)),
  }
}
