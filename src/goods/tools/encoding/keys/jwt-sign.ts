import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { readJwtKey, type JwtKey } from './_jwt-key.ts'
import { isShallow, type Claims } from './_token.ts'

const Algorithm = z.enum(['HS256', 'HS384', 'HS512', 'RS256', 'PS256', 'ES256', 'EdDSA'])
type Algorithm = z.output<typeof Algorithm>

const PAYLOAD_MAX = 16_384
const SECRET_BYTES: Readonly<Record<string, number>> = { HS256: 32, HS384: 48, HS512: 64 }
const RSA_BITS_MIN = 2048
const TEN_YEARS_SECONDS = 10 * 366 * 86_400

const claims = () =>
  z.record(z.string(), z.unknown()).refine(isShort, {
    error: `must be at most ${PAYLOAD_MAX} characters of JSON, nested at most 64 deep`,
  })

export default defineTool({
  route: 'POST /api/jwt-sign',
  name: 'JWT sign',
  description: 'Make a signed JWT from claims and a shared secret or a private key.',
  asks: [
    'create a JWT',
    'issue a signed JSON web token with my secret',
    'make a token for my API',
    'create a signed login token',
  ],
  price: '$0.001',
  uses: {},
  secret: true,
  input: z.object({
    payload: claims().describe(
      'The claims, up to 16384 characters of JSON. `iat` is set to now unless given.',
    ),
    key: z
      .string()
      .min(1)
      .max(16_384)
      .describe(
        'For HS256, HS384, HS512: a secret of at least 32, 48, 64 bytes, as text or as an oct ' +
          'JWK. Else a private key as PEM or as JSON of a JWK, RSA with at least 2048 bits. Up ' +
          'to 16384 characters.',
      ),
    alg: Algorithm.default('HS256').describe('Signature algorithm.'),
    expiresInSeconds: z
      .int()
      .min(1)
      .max(TEN_YEARS_SECONDS)
      .optional()
      .describe('Sets `exp` to so many seconds from now, up to ten years.'),
    header: claims().optional().describe('Further header members, such as kid.'),
  }),
  output: z.object({
    token: z.string().describe('The signed token.'),
    header: z.record(z.string(), z.unknown()).describe('The header as signed.'),
    payload: z.record(z.string(), z.unknown()).describe('The claims as signed.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { payload: { sub: '1' }, key: 'secret-of-at-least-32-bytes-long!!' },
      output: {
        token:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIiwiaWF0IjoxNzY3MjI1NjAwfQ.Oq4-MfP26ETfXZYJn_Eq_OWBwUUOptVt0B_XDHVj6W0',
        header: { alg: 'HS256', typ: 'JWT' },
        payload: { sub: '1', iat: 1767225600 },
      },
    },
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        payload: { sub: '1', iss: 'https://example.com' },
        key: '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
        alg: 'EdDSA',
        expiresInSeconds: 3600,
        header: { kid: 'key-1' },
      },
      output: {
        token:
          'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCIsImtpZCI6ImtleS0xIn0.eyJzdWIiOiIxIiwiaXNzIjoiaHR0cHM6Ly9leGFtcGxlLmNvbSIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjoxNzY3MjI5MjAwfQ.FhiLB155Uc5AWZ2kyA19SItG9g-UIMhuWKGd-xjlBMKMShimz-P7RsMQQN-pcvGvWPgOqkOo3Vg6w5Lj_Am7Ag',
        header: { alg: 'EdDSA', typ: 'JWT', kid: 'key-1' },
        payload: {
          sub: '1',
          iss: 'https://example.com',
          iat: 1767225600,
          exp: 1767229200,
        },
      },
    },
  ],

  async run({ payload: given, key: text, alg, expiresInSeconds, header: extra = {} }, context) {
    const { key } = signingKey(text, alg)
    const payload = completed(given, Math.floor(context.now() / 1000), expiresInSeconds)
    assertHeader(extra, alg)
    const header = { alg, typ: 'JWT', ...extra }
    const { SignJWT } = await import('jose')
    try {
      const token = await new SignJWT(payload).setProtectedHeader(header).sign(key)
      return { token, header, payload }
    } catch (error) {
      throw badInput(`key, header: cannot sign (${error instanceof Error ? error.message : '?'}).`)
    }
  },
})

function isShort(value: Claims): boolean {
  return isShallow(value) && JSON.stringify(value).length <= PAYLOAD_MAX
}

function signingKey(text: string, alg: Algorithm): JwtKey {
  const read = readJwtKey('key', text)
  const { key, algs } = read
  const bytesMin = SECRET_BYTES[alg]
  if (bytesMin !== undefined && key.type !== 'secret') {
    throw badInput(`key: is a public or private key, and ${alg} takes a shared secret.`)
  }
  if (bytesMin !== undefined && (key.symmetricKeySize ?? 0) < bytesMin) {
    throw badInput(`key: must have at least ${bytesMin} bytes for ${alg}.`)
  }
  if (bytesMin === undefined && key.type !== 'private') {
    throw badInput(`key: must be a private key as PEM or JWK for ${alg}.`)
  }
  if (!algs.includes(alg)) throw badInput(`key: cannot be used with ${alg}.`)
  if ((key.asymmetricKeyDetails?.modulusLength ?? RSA_BITS_MIN) < RSA_BITS_MIN) {
    throw badInput(`key: must be RSA of at least ${RSA_BITS_MIN} bits.`)
  }
  return read
}

function completed(given: Claims, nowSeconds: number, expiresIn: number | undefined): Claims {
  for (const name of ['iat', 'nbf', 'exp']) {
    if (given[name] !== undefined && typeof given[name] !== 'number') {
      throw badInput(`payload: ${name} must be a number of seconds since 1970.`)
    }
  }
  for (const name of ['iss', 'sub', 'jti']) {
    if (given[name] !== undefined && typeof given[name] !== 'string') {
      throw badInput(`payload: ${name} must be a string.`)
    }
  }
  const { aud = '' } = given
  if (![aud].flat().every((name) => typeof name === 'string')) {
    throw badInput('payload: aud must be a string or an array of strings.')
  }
  const payload = { ...given, iat: given['iat'] ?? nowSeconds }
  if (expiresIn === undefined) return payload
  if (given['exp'] !== undefined) {
    throw badInput('expiresInSeconds: cannot be given together with exp in payload.')
  }
  return { ...payload, exp: nowSeconds + expiresIn }
}

function assertHeader(header: Claims, alg: Algorithm): void {
  if (header['alg'] !== undefined && header['alg'] !== alg) {
    throw badInput(`header: alg is ${alg} by the field alg, and cannot be another.`)
  }
  if ('crit' in header || 'b64' in header) {
    throw badInput('header: crit and b64 are not supported.')
  }
}
