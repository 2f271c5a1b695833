import { createHash, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, text } from '../../../../base/lib/fields.ts'
import { sameText } from '../../../../base/lib/same-text.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { privateKeyOf } from './_private-key.ts'

const ASSERTION_SECONDS = 300
/** RFC 7636: unreserved characters, 43 to 128. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

export default defineTool({
  route: 'POST /api/oauth-client',
  name: 'OAuth client',
  description:
    'Make and check the parts of OAuth 2: PKCE pair, authorise link, check of the callback, Basic credentials and ' +
    'client assertion.',
  asks: [
    'generate a PKCE code verifier and challenge',
    'build an OAuth login link with state',
    'create a code challenge for a login',
    'build the link that sends users to sign in',
    'is the state of the OAuth redirect right',
  ],
  price: '$0.001',
  secret: true,
  uses: {},
  input: z.object({
    op: z
      .enum(['pkce', 'authorize-url', 'parse-callback', 'basic-auth', 'client-assertion'])
      .describe('What to make or to read.'),
    clientId: line(500).optional().describe('Client id, for all ops but pkce and parse-callback.'),
    redirectUri: line(2_048)
      .regex(/^[a-z][a-z\d+.-]*:/i, { error: 'must be an absolute address' })
      .optional()
      .describe('Redirect URI after the login; own schemes of apps are allowed.'),
    authorizeUrl: webUrl().optional().describe('Authorisation endpoint, for authorize-url.'),
    scope: line(2_000).optional().describe('Scopes with spaces between.'),
    callbackUrl: text(8_192).optional().describe('Callback URL as it was received.'),
    state: line(500)
      .optional()
      .describe('State to send, or the state that the callback must have.'),
    issuer: line(2_048).optional().describe('The iss that a callback must have (RFC 9207).'),
    verifier: z
      .string()
      .regex(VERIFIER, { error: 'must be 43 to 128 letters, digits and - . _ ~' })
      .optional()
      .describe('Code verifier to use. Default: a fresh one of 256 random bits.'),
    clientSecret: text(4_096).optional().describe('Client secret, for basic-auth.'),
    privateKey: text(16_384)
      .optional()
      .describe('PEM or JWK, for client-assertion: Ed25519, P-256, P-384, P-521 or RSA.'),
    keyId: line(200).optional().describe('kid of the assertion.'),
    tokenUrl: webUrl().optional().describe('Token endpoint: the audience of the assertion.'),
  }),
  output: z.object({
    verifier: z.string().optional().describe('Code verifier; keep it until the code is exchanged.'),
    challenge: z.string().optional(),
    state: z.string().optional(),
    url: z.string().optional(),
    parameters: z.record(z.string(), z.string()).optional(),
    valid: z
      .boolean()
      .optional()
      .describe('Whether the callback has a code and passes the checks.'),
    problems: z.array(z.string()).optional(),
    header: z.string().optional().describe('Value of the Authorization header.'),
    assertion: z.string().optional().describe('Value of client_assertion; valid for five minutes.'),
  }),
  examples: [
    {
      input: { op: 'pkce', verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' },
      output: {
        verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        parameters: {
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
        },
      },
    },
    {
      input: { op: 'basic-auth', clientId: 's6BhdRkqt3', clientSecret: '7Fjfp0ZBr1KtDRbnfVdmIw' },
      output: { header: 'Basic czZCaGRSa3F0Mzo3RmpmcDBaQnIxS3REUmJuZlZkbUl3' },
    },
    {
      input: {
        op: 'parse-callback',
        callbackUrl: 'https://client.example/cb?code=SplxlOBeZQQYbYS6WxSbIA&state=xyz',
        state: 'xyz',
      },
      output: {
        parameters: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'xyz' },
        valid: true,
        problems: [],
      },
    },
  ],

  async run(input, context) {
    const { op } = input
    if (op === 'pkce') return pkce(input.verifier)
    if (op === 'authorize-url') return authorizeUrl(input)
    if (op === 'parse-callback') return parseCallback(input)
    const clientId = required('clientId', input.clientId)
    if (op === 'basic-auth') {
      // RFC 6749, 2.3.1: both are encoded as in a form before they are joined.
      const secret = required('clientSecret', input.clientSecret)
      const pair = `${formEncoded(clientId)}:${formEncoded(secret)}`
      return { header: `Basic ${Buffer.from(pair).toString('base64')}` }
    }
    const key = privateKeyOf('privateKey', required('privateKey', input.privateKey))
    const audience = required('tokenUrl', input.tokenUrl)
    const seconds = Math.floor(context.now() / 1000)
    const { SignJWT } = await import('jose')
    const { keyId: kid } = input
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: algorithmOf(key), typ: 'JWT', ...(kid && { kid }) })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ASSERTION_SECONDS)
      .sign(key)
    const parameters = {
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }
    return { assertion, parameters }
  },
})

interface OauthInput {
  readonly clientId?: string | undefined
  readonly redirectUri?: string | undefined
  readonly authorizeUrl?: string | undefined
  readonly scope?: string | undefined
  readonly state?: string | undefined
  readonly issuer?: string | undefined
  readonly verifier?: string | undefined
  readonly callbackUrl?: string | undefined
}

function required(field: string, value: string | undefined): string {
  if (value === undefined || value === '') throw badInput(`${field}: is required for this op`)
  return value
}

const random = (): string => randomBytes(32).toString('base64url')

function pkce(given: string | undefined) {
  const verifier = given ?? random()
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const parameters = { code_challenge: challenge, code_challenge_method: 'S256' }
  return { verifier, challenge, parameters }
}

function authorizeUrl(given: OauthInput) {
  const { verifier, challenge, parameters: proof } = pkce(given.verifier)
  const state = given.state ?? random()
  const { redirectUri, scope } = given
  const parameters = {
    response_type: 'code',
    client_id: required('clientId', given.clientId),
    ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
    ...(scope !== undefined && { scope }),
    state,
    ...proof,
  }
  const url = new URL(required('authorizeUrl', given.authorizeUrl))
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { verifier, challenge, state, url: url.href, parameters }
}

function parseCallback(given: OauthInput) {
  const url = URL.parse(required('callbackUrl', given.callbackUrl))
  if (!url) throw badInput('callbackUrl: must be an absolute address')
  const pairs = [...url.searchParams, ...new URLSearchParams(url.hash.slice(1))]
  const names = pairs.map(([name]) => name)
  const parameters = Object.fromEntries(pairs)
  const { code, error, error_description: told, state, iss } = parameters
  const { redirectUri, state: wanted, issuer } = given
  const isElsewhere =
    redirectUri !== undefined &&
    !url.href.split(/[?#]/)[0]?.startsWith(redirectUri.split(/[?#]/)[0] ?? '')
  const problems = [
    ...(error === undefined ? [] : [`the server says ${error}${told ? `: ${told}` : ''}`]),
    ...(code === undefined && error === undefined ? ['has no code'] : []),
    ...(new Set(names).size < names.length ? ['a parameter stands twice'] : []),
    ...(wanted === undefined ? ['state was not compared, because none was given'] : []),
    ...(wanted !== undefined && !sameText(wanted, state ?? '') ? ['state differs'] : []),
    ...(issuer !== undefined && iss !== issuer ? ['iss differs or is missing'] : []),
    ...(isElsewhere ? ['the address is not redirectUri'] : []),
    ...(url.hash.includes('access_token=')
      ? ['a token stands in the address (implicit flow)']
      : []),
  ]
  return { parameters, valid: problems.length === 0, problems }
}

const formEncoded = (value: string): string => String(new URLSearchParams({ '': value })).slice(1)

function algorithmOf(key: KeyObject): string {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if ((details?.modulusLength ?? 2_048) < 2_048)
    throw badInput('privateKey: must be RSA of at least 2048 bits')
  const name = type === 'ec' ? details?.namedCurve : type
  const found = ALGORITHMS[name ?? '']
  if (!found) throw badInput('privateKey: must be Ed25519, P-256, P-384, P-521 or RSA')
  return found
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  ed25519: 'EdDSA',
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
  rsa: 'RS256',
  'rsa-pss': 'PS256',
}
