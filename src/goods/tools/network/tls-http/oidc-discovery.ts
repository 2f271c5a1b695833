import { z } from 'zod'
import { Fault, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { sites, type Sites } from '../../../../outside/net/sites.ts'
import { foreignObject } from '../../../../base/lib/foreign-json.ts'
import { textOr, isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { failure } from './_fetched.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'

const BYTES_MAX = 512 * 1024
const KEYS_MAX = 100
const REQUIRED = [
  'issuer',
  'authorization_endpoint',
  'jwks_uri',
  'response_types_supported',
  'subject_types_supported',
  'id_token_signing_alg_values_supported',
]

const Key = z.object({
  kid: z.string().nullable().describe('Key identifier.'),
  kty: z.string().nullable().describe('Key type, such as RSA.'),
  alg: z.string().nullable().describe('The algorithm that the key is for.'),
  use: z.string().nullable().describe('What the key is for: sig or enc.'),
})

export default defineTool({
  route: 'GET /api/oidc-discovery',
  name: 'OIDC discovery',
  description: 'OpenID Connect configuration and signing keys (JWKS) of an issuer, checked.',
  asks: [
    'get the OpenID configuration of a login provider',
    'find the JWKS of an identity provider',
    'login configuration of an identity provider',
    'JWKS',
  ],
  price: '$0.002',
  uses: { sites },
  input: z.object({
    issuer: webUrl().describe('Address of the issuer, such as https://accounts.google.com.'),
  }),
  output: z.object({
    issuer: z.url().describe('The issuer that the document names.'),
    configuration: z.record(z.string(), z.unknown()).describe('The discovery document as served.'),
    jwks: z.array(Key).describe('Signing keys, without the key material.'),
    problems: z.array(z.string()).describe('Problems in words; empty if there are none.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { issuer: 'https://accounts.google.com' },
      output: {
        untrustedContent: true,
        issuer: 'https://accounts.google.com',
        configuration: {
          issuer: 'https://accounts.google.com',
          authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
          jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        },
        jwks: [{ kid: 'k1', kty: 'RSA', alg: 'RS256', use: 'sig' }],
        problems: [],
        source: 'accounts.google.com, www.googleapis.com',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ issuer: given }, { sites }) {
    const issuer = given.replace(/\/(\.well-known\/openid-configuration)?$/, '')
    const url = `${issuer}/.well-known/openid-configuration`
    const visit = await sites.visit(url, { bytesMax: BYTES_MAX, redirectsMax: 3 })
    if (visit.status !== 200) throw notFound(`${url} answers ${visit.status}.`)
    const configuration = foreignObject(visit.bytes)
    if (!configuration) throw new Fault('upstream_failed', `${url} is not a JSON object.`)
    const keys = await keysOf(sites, configuration)
    return {
      issuer,
      configuration,
      jwks: keys.rows,
      problems: [...problemsOf(configuration, issuer), ...keys.problems],
    }
  },
})

function problemsOf(configuration: JsonObject, issuer: string): string[] {
  const named = textOr(configuration['issuer'], null)
  const plain = Object.entries(configuration).filter(
    ([name, value]) =>
      /_(endpoint|uri)$/.test(name) && typeof value === 'string' && value.startsWith('http:'),
  )
  const algorithms = configuration['id_token_signing_alg_values_supported']
  return [
    ...REQUIRED.filter((name) => !(name in configuration)).map((name) => `${name} is missing.`),
    ...(named !== null && named.replace(/\/$/, '') !== issuer
      ? [`It names another issuer, ${named.slice(0, 200)}, so its tokens are refused.`]
      : []),
    ...(issuer.startsWith('https:') ? [] : ['The issuer must be an https address.']),
    ...plain.map(([name]) => `${name} is not https.`),
    ...(Array.isArray(algorithms) && algorithms.includes('none')
      ? ['It allows unsigned tokens (none).']
      : []),
  ]
}

async function keysOf(sites: Sites, configuration: JsonObject) {
  const url = textOr(configuration['jwks_uri'], null)
  if (url === null || !URL.canParse(url)) return { rows: [], problems: [] }
  // Strangers name this address, so every failure of it is theirs.
  const visit = await sites.visit(url, { bytesMax: BYTES_MAX, redirectsMax: 3 }).catch(theirs)
  if (typeof visit === 'string') return { rows: [], problems: [`The keys: ${visit}`] }
  const keys = foreignObject(visit.bytes)?.['keys']
  if (visit.status !== 200 || !Array.isArray(keys))
    return { rows: [], problems: [`jwks_uri answers ${visit.status} without keys.`] }
  const rows = keys.filter(isObject).slice(0, KEYS_MAX)
  return {
    rows: rows.map((key) => ({
      kid: textOr(key['kid'], null),
      kty: textOr(key['kty'], null),
      alg: textOr(key['alg'], null),
      use: textOr(key['use'], null),
    })),
    problems: [
      ...(rows.length === 0 ? ['There are no keys.'] : []),
      ...(rows.some(isSecret) ? ['It publishes secret keys.'] : []),
    ],
  }
}

const isSecret = (key: JsonObject): boolean => 'd' in key || key['kty'] === 'oct'

function theirs(thrown: unknown): string {
  if (thrown instanceof Fault && thrown.code === 'bad_input') return thrown.message
  return failure(thrown)
}
