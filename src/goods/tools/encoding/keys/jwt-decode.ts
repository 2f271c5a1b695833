import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { instantOf, readToken, type Claims } from './_token.ts'

const YEAR_SECONDS = 366 * 86_400
const SECRETIVE =
  /^(pass(word|wd)?|pwd|secret|client_secret|api_?key|private_?key|ssn|card_?number)$/i

export default defineTool({
  route: 'POST /api/jwt-decode',
  name: 'JWT decode',
  description:
    'Read a JWT without verifying it: header, claims, issue and expiry times, and weak points ' +
    'such as alg none.',
  asks: [
    'show the payload of a JWT',
    'read the header and expiry of a JSON web token',
    'what is in this login token',
    'when does my access token expire',
    'who is the token for',
    'eyJ string',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    token: z
      .string()
      .max(32_768)
      .describe('The token, up to 32768 characters; a leading Bearer is ignored.'),
  }),
  output: z.object({
    header: z.record(z.string(), z.unknown()).describe('The decoded header.'),
    payload: z.record(z.string(), z.unknown()).describe('The claims. They are not verified.'),
    signature: z.string().describe('As in the token: base64url; empty if it is not signed.'),
    issuedIso: z.string().optional().describe('`iat` as an instant.'),
    expiresIso: z.string().optional().describe('`exp` as an instant.'),
    expired: z.boolean().optional().describe('Whether `exp` has passed, if there is one.'),
    warnings: z.array(z.string()).describe('Weak points that can be seen without a key.'),
  }),
  examples: [
    {
      at: '2026-01-02T00:00:00Z',
      input: {
        token:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIiwibmFtZSI6IkFkYSIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwfQ.x2MEKh2pfCuv1-ALDEkFZMwi-g0G9PR8CNsq4nbDp9I',
      },
      output: {
        header: { alg: 'HS256', typ: 'JWT' },
        payload: { sub: '1', name: 'Ada', iat: 1767225600, exp: 4102444800 },
        signature: 'x2MEKh2pfCuv1-ALDEkFZMwi-g0G9PR8CNsq4nbDp9I',
        issuedIso: '2026-01-01T00:00:00.000Z',
        expiresIso: '2100-01-01T00:00:00.000Z',
        expired: false,
        warnings: ['exp: is more than a year after it was issued.'],
      },
    },
    {
      at: '2026-01-01T00:00:00Z',
      input: { token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
      output: {
        header: { alg: 'none' },
        payload: { sub: '1' },
        signature: '',
        warnings: [
          'alg: none means that anyone can forge this token.',
          'signature: is empty.',
          'exp: is missing, so the token never expires.',
        ],
      },
    },
  ],

  run({ token: given }, context) {
    const token = readToken(given.trim().replace(/^bearer\s+/i, ''))
    if ('reason' in token) throw badInput(`token: ${token.reason}.`)
    const { header, payload, signature } = token
    const [issued, expires] = [instantOf(payload['iat']), instantOf(payload['exp'])]
    return {
      header,
      payload,
      signature,
      ...(issued ? { issuedIso: issued.toISOString() } : {}),
      ...(expires
        ? { expiresIso: expires.toISOString(), expired: expires.getTime() <= context.now() }
        : {}),
      warnings: [
        ...headerWarnings(header),
        ...(signature === '' ? ['signature: is empty.'] : []),
        ...timeWarnings(payload, context.now() / 1000),
        ...Object.keys(payload)
          .filter((name) => SECRETIVE.test(name))
          .map((name) => `${name}: looks like a secret, and anyone can read a JWT.`),
      ],
    }
  },
})

function headerWarnings(header: Claims): string[] {
  const { alg, kid } = header
  const sources = ['jku', 'x5u', 'jwk', 'x5c'].filter((name) => name in header)
  return [
    ...(typeof alg === 'string' ? [] : ['alg: is missing or not a text.']),
    ...(typeof alg === 'string' && /^none$/i.test(alg)
      ? ['alg: none means that anyone can forge this token.']
      : []),
    ...sources.map((name) => `${name}: offers a key with the token, which no verifier may trust.`),
    ...(typeof kid === 'string' && /\.\.|[/\\'"`;|\s]/.test(kid)
      ? ['kid: holds characters that have a meaning in paths, SQL or shells.']
      : []),
  ]
}

function timeWarnings({ iat, nbf, exp }: Claims, nowSeconds: number): string[] {
  const odd = Object.entries({ iat, nbf, exp })
    .filter(([, value]) => value !== undefined && !isPlausible(value))
    .map(([name]) => `${name}: is not a time in seconds since 1970.`)
  const isAfterNow = (value: unknown) => isPlausible(value) && value > nowSeconds
  const from = isPlausible(iat) ? iat : nowSeconds
  return [
    ...odd,
    ...(isAfterNow(iat) ? ['iat: is in the future.'] : []),
    ...(isAfterNow(nbf) ? ['nbf: the token is not valid yet.'] : []),
    ...(exp === undefined ? ['exp: is missing, so the token never expires.'] : []),
    ...(isPlausible(exp) && exp - from > YEAR_SECONDS
      ? ['exp: is more than a year after it was issued.']
      : []),
  ]
}

/** Milliseconds instead of seconds would be tens of thousands of years ahead. */
const isPlausible = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < 1e11
