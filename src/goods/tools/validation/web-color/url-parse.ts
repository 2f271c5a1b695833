import { domainToUnicode } from 'node:url'
import { parse as parseHost } from 'tldts'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'

/** Parameters that only record where a visitor came from. */
const TRACKING =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|igsh|mc_[ce]id|_hs(enc|mi)|hsa_\w+|yclid|_openstat|vero_(id|conv)|oly_(anon|enc)_id|s_cid|mkt_tok|wickedid|rb_clickid|srsltid|epik|_kx|ref_src|ref_url|cmpid|piwik_\w+|pk_\w+|mtm_\w+|matomo_\w+)$/i
const PARAMETERS_MAX = 1_000

export default defineTool({
  route: 'POST /api/url-parse',
  name: 'URL parser',
  description:
    'Parse a URL into host, domain, path and query, normalise it, remove tracking parameters such ' +
    'as utm, and warn of tricks such as look-alike hosts.',
  asks: [
    'remove utm parameters from a link',
    'parse a URL into host, path and query',
    'parts of a link',
    'remove tracking from a link',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    url: line(8_192).min(1).describe('The URL, up to 8,192 characters. Nothing is fetched.'),
    baseUrl: z.url().max(2_048).optional().describe('Base of a relative URL.'),
    normalize: z
      .boolean()
      .default(false)
      .describe('Whether to sort the parameters, and drop an empty query and fragment.'),
    stripTracking: z.boolean().default(false).describe('Whether to remove tracking parameters.'),
  }),
  output: z.object({
    valid: z.boolean().describe('Whether it is a URL by the WHATWG standard, which browsers use.'),
    href: z.string().optional(),
    scheme: z.string().optional(),
    host: z.string().optional().describe('Host in ASCII.'),
    unicodeHost: z.string().optional().describe('Host in its own script, if that differs.'),
    domain: z
      .string()
      .nullable()
      .optional()
      .describe('Registrable domain, by the public suffix list; null for addresses.'),
    publicSuffix: z.string().nullable().optional(),
    privateSuffix: z
      .boolean()
      .optional()
      .describe('Whether a company issues names under the suffix, such as github.io.'),
    port: z
      .int()
      .nullable()
      .optional()
      .describe('Port; the default of the scheme if none is written.'),
    path: z.string().optional(),
    query: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .optional()
      .describe('Decoded query; a list for a repeated name.'),
    fragment: z.string().nullable().optional(),
    normalized: z.string().optional().describe('Normalised URL, sorted and stripped as requested.'),
    trackingParams: z.array(z.string()).describe('Names of the tracking parameters in the URL.'),
    warnings: z.array(z.string()),
  }),
  examples: [
    {
      input: { url: 'https://example.com/a?utm_source=x&id=1', stripTracking: true },
      output: {
        valid: true,
        href: 'https://example.com/a?utm_source=x&id=1',
        scheme: 'https',
        host: 'example.com',
        domain: 'example.com',
        publicSuffix: 'com',
        privateSuffix: false,
        port: 443,
        path: '/a',
        query: { utm_source: 'x', id: '1' },
        fragment: null,
        normalized: 'https://example.com/a?id=1',
        trackingParams: ['utm_source'],
        warnings: [],
      },
    },
    { input: { url: 'https://paypal.com@evil.example/login' } },
  ],

  run({ url, baseUrl, normalize, stripTracking }) {
    const parsed = URL.parse(url, baseUrl)
    if (!parsed) {
      const warnings = [
        baseUrl ? 'it is not a URL, even with baseUrl' : 'it is not an absolute URL',
      ]
      return { valid: false, trackingParams: [], warnings }
    }
    const query = queryOf(parsed.searchParams)
    const trackingParams = Object.keys(query).filter((name) => TRACKING.test(name))
    const { domain, publicSuffix, isPrivate } = parseHost(parsed.hostname, {
      allowPrivateDomains: true,
    })
    const unicodeHost = domainToUnicode(parsed.hostname)
    return {
      valid: true,
      href: parsed.href,
      scheme: parsed.protocol.slice(0, -1),
      host: parsed.hostname,
      ...(unicodeHost !== parsed.hostname && unicodeHost !== '' && { unicodeHost }),
      domain,
      publicSuffix,
      privateSuffix: isPrivate === true,
      port: parsed.port === '' ? (PORTS[parsed.protocol] ?? null) : Number(parsed.port),
      path: parsed.pathname,
      query,
      fragment: parsed.hash === '' ? null : parsed.hash.slice(1),
      normalized: cleanedOf(parsed, stripTracking ? trackingParams : [], normalize),
      trackingParams,
      warnings: warningsOf(parsed, url, unicodeHost),
    }
  },
})

const PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'ws:': 80,
  'wss:': 443,
  'ftp:': 21,
}

const nameOf = (pair: string): string => [...new URLSearchParams(pair).keys()][0] ?? ''

/** Unchanged parameters keep their bytes. */
function cleanedOf(url: URL, dropped: readonly string[], normalize: boolean): string {
  const copy = new URL(url)
  const pairs = copy.search.slice(1).split('&')
  const kept = pairs.filter((pair) => !dropped.includes(nameOf(pair)))
  if (kept.length < pairs.length) copy.search = kept.join('&')
  if (!normalize) return copy.href
  copy.searchParams.sort()
  return copy.href.replace(/\?(?=#|$)/, '').replace(/#$/, '')
}

function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
  const all = [...parameters]
  if (all.length > PARAMETERS_MAX)
    throw badInput(`url: must have at most ${PARAMETERS_MAX} parameters`)
  const grouped = Map.groupBy(all, ([name]) => name)
  return Object.fromEntries(
    [...grouped].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

function warningsOf(url: URL, written: string, unicodeHost: string): string[] {
  const name = unicodeHost.replace(/\.[^.]+$/, '')
  const scripts = [
    ['Latin', /\p{Script=Latin}/u],
    ['Cyrillic', /\p{Script=Cyrillic}/u],
    ['Greek', /\p{Script=Greek}/u],
  ].flatMap(([script, pattern]) => ((pattern as RegExp).test(name) ? [script as string] : []))
  const isAddress = /^[\d.]+$|^\[/.test(url.hostname)
  const found: readonly (readonly [boolean, string])[] = [
    [url.username !== '', 'a user name before the host may be mistaken for the host'],
    [url.password !== '', 'a password is in the URL'],
    [scripts.length > 1, `the host mixes scripts: ${scripts.join(', ')}`],
    [
      url.hostname.includes('xn--'),
      'the host has letters beyond ASCII, which may look like others',
    ],
    [isAddress, 'the host is an address, not a name'],
    [isAddress && !written.includes(url.hostname), 'the address is written in an unusual way'],
    [
      /^(javascript|data|vbscript|file|blob):/.test(url.protocol),
      `${url.protocol} is not for links`,
    ],
    [written.includes('\\'), 'it has a backslash, which browsers read as a slash'],
    [/%2f|%5c|%00/i.test(url.pathname), 'the path has an encoded slash, backslash or NUL'],
    [/(^|\/)(%2e|\.){2}(\/|$)/i.test(written), 'it has dot segments'],
    [url.port !== '', `the port is ${url.port}`],
  ]
  return found.flatMap(([is, warning]) => (is ? [warning] : []))
}
