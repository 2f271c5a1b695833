import type { KeyObject } from 'node:crypto'
import type { JWTPayload, JWTVerifyOptions } from 'jose'
import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { CURVE_ALGS, keysFor, readJwtKey, RSA_ALGS, verifyEs256k } from './_jwt-key.ts'
import { publicHalf } from './_key.ts'
import { instantOf, isShallow, readToken, type Claims } from './_token.ts'

const KEYS_MAX = 100
const SET_MAX = 262_144
const PUBLIC_ALGS = [...RSA_ALGS, ...Object.values(CURVE_ALGS).flat()]

const name = () => z.string().max(1024).optional()

export default defineTool({
  route: 'POST /api/jwt-verify',
  name: 'JWT verify',
  description:
    "Check a JWT's signature, times, issuer and audience with a secret, a public key or a JWKS.",
  asks: [
    'validate a JWT signature',
    'is this JSON web token still valid',
    'is the token of the user real',
    'may I trust this bearer token',
    'check a token against the key set',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    token: z
      .string()
      .max(32_768)
      .describe('The token, up to 32768 characters; a leading Bearer is ignored.'),
    key: z
      .string()
      .min(1)
      .max(32_768)
      .optional()
      .describe(
        'The shared secret as text, or a public key or certificate as PEM or as JSON of a JWK. ' +
          'The kind of key decides which algorithms are accepted. Give this or jwks.',
      ),
    jwks: z
      .record(z.string(), z.unknown())
      .refine(isKeySet, { error: `must be {"keys": [...]} with at most ${KEYS_MAX} public JWKs` })
      .optional()
      .describe('A JSON Web Key Set of up to 100 public keys, or one JWK. Give this or key.'),
    issuer: name().describe('Required value of `iss`.'),
    audience: name().describe('Value that `aud` must equal or contain.'),
    clockToleranceSeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(0)
      .describe('Tolerance for clock differences when times are checked, up to a day.'),
  }),
  output: z.object({
    valid: z.boolean().describe('Whether signature, times and names are all valid.'),
    payload: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Claims, if the signature is valid; left out for a forged token.'),
    header: z.record(z.string(), z.unknown()).optional().describe('The decoded header.'),
    reason: z.string().optional().describe('Why the token is not valid.'),
  }),
  examples: [
    {
      at: '2026-01-02T00:00:00Z',
      input: {
        token:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIiwibmFtZSI6IkFkYSIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwfQ.x2MEKh2pfCuv1-ALDEkFZMwi-g0G9PR8CNsq4nbDp9I',
        key: 'secret-of-at-least-32-bytes-long!!',
      },
      output: {
        valid: true,
        payload: { sub: '1', name: 'Ada', iat: 1767225600, exp: 4102444800 },
        header: { alg: 'HS256', typ: 'JWT' },
      },
    },
    {
      at: '2026-01-02T00:00:00Z',
      input: {
        token:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIiwibmFtZSI6IkFkYSIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwfQ.x2MEKh2pfCuv1-ALDEkFZMwi-g0G9PR8CNsq4nbDp9I',
        key: 'another-secret-of-at-least-32-bytes',
      },
      output: {
        valid: false,
        header: { alg: 'HS256', typ: 'JWT' },
        reason: 'The signature does not match.',
      },
    },
  ],

  async run({ token: given, key: text, jwks, clockToleranceSeconds, ...expected }, context) {
    if ((text === undefined) === (jwks === undefined)) {
      throw badInput('key, jwks: give exactly one of them.')
    }
    const compact = given.trim().replace(/^bearer\s+/i, '')
    const token = readToken(compact)
    if ('reason' in token) return { valid: false, reason: `The token ${token.reason}.` }
    const { header } = token
    const read = text === undefined ? undefined : readJwtKey('key', text)
    const algorithms = [...(read?.algs ?? PUBLIC_ALGS)]
    if (!algorithms.includes(header['alg'] as string)) {
      return { valid: false, header, reason: unfit(header['alg'], algorithms) }
    }
    const options = {
      algorithms,
      currentDate: new Date(context.now()),
      clockTolerance: clockToleranceSeconds,
      ...(expected.issuer === undefined ? {} : { issuer: expected.issuer }),
      ...(expected.audience === undefined ? {} : { audience: expected.audience }),
    }
    try {
      const keys = read ? [read.key] : keysFor(jwks!, header)
      if (keys.length === 0) return { valid: false, header, reason: NO_KEY }
      return { valid: true, payload: await verified(compact, header, keys, options), header }
    } catch (error) {
      if (error instanceof Fault) throw error
      return { valid: false, header, ...refusal(error) }
    }
  },
})

function isKeySet(set: Claims): boolean {
  const { keys } = 'kty' in set ? { keys: [set] } : set
  return (
    Array.isArray(keys) &&
    keys.length <= KEYS_MAX &&
    keys.every((key) => typeof key === 'object' && key !== null) &&
    isShallow(set) &&
    JSON.stringify(set).length <= SET_MAX
  )
}

const NO_KEY = 'No key of the set fits the kid and alg of the token.'

/** Says which algorithms this key is for, so that a mistake can be told from an attack. */
function unfit(alg: unknown, accepted: readonly string[]): string {
  const named = typeof alg === 'string' ? `alg ${alg.slice(0, 20)}` : 'A token without alg'
  if (accepted.length === 0) return 'This kind of key signs no JWT.'
  return `${named} is not accepted with this kind of key, which is for ${accepted.join(', ')}.`
}

async function verified(
  token: string,
  header: Claims,
  keys: readonly KeyObject[],
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  const { errors, jwtVerify } = await import('jose')
  const check = header['alg'] === 'ES256K' ? verifyEs256k : jwtVerify
  for (const key of keys) {
    try {
      return (await check(token, publicHalf(key), options)).payload
    } catch (mismatch) {
      if (!(mismatch instanceof errors.JWSSignatureVerificationFailed)) throw mismatch
    }
  }
  throw new errors.JWSSignatureVerificationFailed()
}

interface JoseError {
  readonly code?: string
  readonly message?: string
  readonly claim?: string
  readonly payload?: Claims
}

function refusal(error: unknown): { reason: string; payload?: Claims } {
  const { code, message = 'unreadable', claim = '', payload } = error as JoseError
  switch (code) {
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return { reason: 'The signature does not match.' }
    case 'ERR_JWT_EXPIRED':
      return { reason: `The token expired at ${isoOf(payload?.['exp'])}.`, ...only(payload) }
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return { reason: claimReason(claim, message, payload), ...only(payload) }
    default:
      return { reason: `The token cannot be verified: ${message}.` }
  }
}

function claimReason(claim: string, message: string, payload: Claims | undefined): string {
  if (payload?.[claim] === undefined) return `The claim ${claim} is missing.`
  if (claim !== 'nbf' || typeof payload['nbf'] !== 'number')
    return `The claim ${claim}: ${message}.`
  return `The token is not valid before ${isoOf(payload['nbf'])}.`
}

const isoOf = (seconds: unknown): string => instantOf(seconds)?.toISOString() ?? String(seconds)

const only = (payload: Claims | undefined) => (payload ? { payload } : {})
