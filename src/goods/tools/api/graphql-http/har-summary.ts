import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { isObject } from '../../../../base/lib/json-object.ts'
import { harEntries, type HarEntry } from './_har.ts'

const URL_CHARACTERS_MAX = 300
const SECRETS_MAX = 200

const Row = z.object({
  method: z.string(),
  url: z.string().describe('URL without its query, which may hold secrets.'),
  status: z.int().describe('Status of the answer; 0 if there was no answer.'),
  timeMs: z.number(),
  bytes: z.int(),
})

export default defineTool({
  route: 'POST /api/har-summary',
  name: 'HAR summary',
  description:
    'Numbers of a HAR recording of a browser or proxy: totals, slow requests, errors, and secrets ' +
    'that leak.',
  asks: [
    'analyze a HAR file for slow requests',
    'do secrets leak in this HAR recording',
    'why does my page load slowly, here is the recording',
    'which requests in the HAR took longest',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    har: jsonObject({ bytesMax: 8 * MB, valuesMax: 400_000 }).describe(
      'HAR 1.2 recording, up to 8 MB.',
    ),
    limit: z.int().min(1).max(500).default(50).describe('Most entries of each list, 1 to 500.'),
  }),
  output: z.object({
    requests: z.int(),
    bytes: z.int().describe('Bytes of the answers as sent, else as decoded.'),
    durationMs: z.number().describe('Milliseconds from the first request to the last end.'),
    byType: z.record(z.string(), z.object({ requests: z.int(), bytes: z.int() })),
    byDomain: z.array(
      z.object({ domain: z.string(), requests: z.int(), bytes: z.int(), timeMs: z.number() }),
    ),
    slowest: z.array(Row),
    errors: z.array(Row).describe('Entries without an answer, or with a status of 400 or more.'),
    cookies: z.int().describe('Cookies sent, counted for each request.'),
    secrets: z
      .array(
        z.object({
          request: z.int().describe('Index of the entry, from 0.'),
          where: z.string(),
          name: z.string(),
          shown: z.string().describe('The first characters of the secret only.'),
        }),
      )
      .describe('Credentials that should be taken out before the file is shared; at most 200.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: { har: { log: { entries: [] } } },
      output: {
        requests: 0,
        bytes: 0,
        durationMs: 0,
        byType: {},
        byDomain: [],
        slowest: [],
        errors: [],
        cookies: 0,
        secrets: [],
        problems: [],
      },
    },
    {
      input: {
        har: {
          log: {
            entries: [
              {
                startedDateTime: '2026-01-01T00:00:00Z',
                time: 120,
                request: {
                  method: 'GET',
                  url: 'https://example.com/a?api_key=abcdef123456',
                  headers: [{ name: 'Authorization', value: 'Bearer abcdef' }],
                },
                response: { status: 500, bodySize: 10, content: { mimeType: 'text/html' } },
              },
            ],
          },
        },
      },
    },
  ],

  run({ har, limit }) {
    const { log } = har
    if (!isObject(log) || !Array.isArray(log['entries']))
      throw badInput('har: must have log.entries, a list')
    const { entries, skipped } = harEntries(log)
    const starts = entries.flatMap(({ startedMs }) => startedMs ?? [])
    const ends = entries.flatMap(({ startedMs, timeMs }) =>
      startedMs === null ? [] : [startedMs + timeMs],
    )
    const slow = entries.toSorted((a, b) => b.timeMs - a.timeMs)
    return {
      requests: entries.length,
      bytes: sum(entries, ({ bytes }) => bytes),
      durationMs: starts.length === 0 ? 0 : most(ends) - least(starts),
      byType: Object.fromEntries(
        [...Map.groupBy(entries, typeOf)].map(([type, all]) => [
          type,
          { requests: all.length, bytes: sum(all, ({ bytes }) => bytes) },
        ]),
      ),
      byDomain: byDomain(entries).slice(0, limit),
      slowest: slow.slice(0, limit).map(rowOf),
      errors: entries.filter(isError).slice(0, limit).map(rowOf),
      cookies: sum(entries, ({ cookies }) => cookies),
      secrets: entries.flatMap(secretsOf).slice(0, SECRETS_MAX),
      problems: skipped === 0 ? [] : [`${skipped} entries have no address and are not counted`],
    }
  },
})

const isError = ({ status }: HarEntry) => status === 0 || status >= 400

const sum = (all: readonly HarEntry[], of: (one: HarEntry) => number): number =>
  Math.round(all.reduce((total, one) => total + of(one), 0))
const most = (all: readonly number[]): number => all.reduce((a, b) => Math.max(a, b), -Infinity)
const least = (all: readonly number[]): number => all.reduce((a, b) => Math.min(a, b), Infinity)

const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['document', /html/],
  ['script', /javascript|ecmascript/],
  ['style', /css/],
  ['image', /^image\//],
  ['font', /^font\/|font-/],
  ['media', /^(audio|video)\//],
  ['data', /json|xml|graphql|protobuf|text\/plain|event-stream/],
]

const typeOf = ({ mimeType }: HarEntry): string =>
  KINDS.find(([, pattern]) => pattern.test(mimeType))?.[0] ?? 'other'

const byDomain = (entries: readonly HarEntry[]) =>
  [...Map.groupBy(entries, ({ url }) => url.host)]
    .map(([domain, all]) => ({
      domain,
      requests: all.length,
      bytes: sum(all, ({ bytes }) => bytes),
      timeMs: sum(all, ({ timeMs }) => timeMs),
    }))
    .toSorted((a, b) => b.requests - a.requests)

const rowOf = ({ method, url, status, timeMs, bytes }: HarEntry) => ({
  method,
  url: clipped(url.origin + url.pathname, URL_CHARACTERS_MAX),
  status: Math.trunc(status),
  timeMs,
  bytes: Math.round(bytes),
})

const HEADER =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-(api|auth|access|csrf|amz-security)[\w-]*(key|token)?|api-?key)$/i
const NAME =
  /(^|[_.-])(api_?key|access_?token|refresh_?token|id_?token|auth|token|secret|client_secret|password|passwd|pwd|session(id)?|sig(nature)?)$/i
const JWT = /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]*/

function secretsOf(entry: HarEntry, request: number) {
  const found: { request: number; where: string; name: string; shown: string }[] = []
  const add = (where: string, name: string, value: string) => {
    if (value !== '') found.push({ request, where, name: clipped(name, 80), shown: masked(value) })
  }
  for (const [name, value] of entry.requestHeaders)
    if (HEADER.test(name)) add('request header', name, value)
  for (const [name, value] of entry.responseHeaders)
    if (HEADER.test(name)) add('response header', name, value)
  for (const [name, value] of entry.url.searchParams)
    if (NAME.test(name) || JWT.test(value)) add('query', name, value)
  if (entry.url.password !== '') add('address', 'password', entry.url.password)
  for (const [name, value] of fieldsOf(entry.postData?.text ?? ''))
    if (NAME.test(name)) add('request body', name, value)
  for (const [name, value] of fieldsOf(entry.responseText ?? ''))
    if (NAME.test(name)) add('response body', name, value)
  return found
}

const masked = (value: string): string =>
  value.length <= 8 ? '…' : clipped(value, Math.min(6, Math.floor(value.length / 4)))

/** Members of JSON at any depth whose value is text; else the fields of a form. */
function fieldsOf(text: string): readonly (readonly [string, string])[] {
  const json = [...text.matchAll(/"([\w.-]{1,60})"\s*:\s*"((?:[^"\\]|\\.){1,4000})"/g)]
  if (json.length > 0) return json.map(([, name = '', value = '']) => [name, value] as const)
  return /^[\w.%[\]-]+=[^\s<]*$/.test(text) ? [...new URLSearchParams(text)] : []
}
