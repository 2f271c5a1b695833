import type { KeyObject } from 'node:crypto'
import type { JWK } from 'jose'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jwkOf, keyField, kindOf, octBytes, publicHalf, readKey, type Jwk } from './_key.ts'

const Target = z.enum(['jwk', 'pem', 'jwks'])

export default defineTool({
  route: 'POST /api/jwk-convert',
  name: 'JWK convert',
  description: 'Convert keys between JWK, JWKS and PEM, with the RFC 7638 thumbprint.',
  asks: [
    'turn a PEM public key into a JWK',
    'convert JSON web keys to PEM',
    'key set for my login server',
    'PEM to JSON web key',
  ],
  price: '$0.001',
  uses: {},
  secret: true,
  input: z.object({
    key: keyField().describe(
      'The key: a JWK object, or text that holds a JWK, a PEM key or a PEM certificate. Up to ' +
        '16384 characters; RSA up to 8192 bits.',
    ),
    to: Target.default('jwk').describe(
      'jwk; pem (PKCS#8 of a private key, SPKI of a public one); or jwks, a set to publish, ' +
        'which holds the public half only.',
    ),
  }),
  output: z.object({
    jwk: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The JWK; for jwks the set, as `{ keys: [...] }`.'),
    pem: z.string().optional().describe('The PEM text, when `to` is pem.'),
    kid: z.string().describe('The key id of the JWK, or else the thumbprint.'),
    thumbprint: z.string().describe('RFC 7638 thumbprint, SHA-256 as base64url.'),
    type: z.string().describe('ed25519, p256, rsa2048 and so on; oct256 for a shared secret.'),
    private: z.boolean().describe('Whether the given key is private or a shared secret.'),
  }),
  examples: [
    {
      input: {
        key: { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
        to: 'pem',
      },
      output: {
        pem: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n',
        kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
        thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
        type: 'ed25519',
        private: false,
      },
    },
    {
      input: {
        key: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n',
      },
      output: {
        jwk: {
          crv: 'Ed25519',
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
          kty: 'OKP',
          kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
        },
        kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
        thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
        type: 'ed25519',
        private: false,
      },
    },
  ],

  async run({ key: given, to }) {
    const source = jwkOf(given)
    const isSecret = source?.['kty'] === 'oct'
    if (isSecret && to !== 'jwk') {
      throw badInput(`to: must be jwk for an oct key; a shared secret has no ${to} form.`)
    }
    const key = isSecret ? undefined : readKey('key', given)
    const secret = isSecret ? octBytes('key', source) : Buffer.alloc(0)
    const members = key ? jwkMembers(key) : { kty: 'oct', k: secret.toString('base64url') }
    const { calculateJwkThumbprint } = await import('jose')
    const thumbprint = await calculateJwkThumbprint(members)
    const kid = typeof source?.['kid'] === 'string' ? source['kid'] : thumbprint
    const notes = { ...notesOf(source), kid }
    return {
      ...(to === 'jwk' ? { jwk: { ...members, ...notes } } : {}),
      ...(to === 'jwks' ? { jwk: { keys: [{ ...jwkMembers(publicHalf(key!)), ...notes }] } } : {}),
      ...(to === 'pem' ? { pem: pemOf(key!) } : {}),
      kid,
      thumbprint,
      type: key ? kindOf(key)! : `oct${secret.length * 8}`,
      private: key?.type !== 'public',
    }
  },
})

function jwkMembers(key: KeyObject): JWK {
  try {
    return key.export({ format: 'jwk' })
  } catch {
    throw badInput('key: is of a kind that has no JWK form.')
  }
}

/**
 * The members of a JWK that describe its use and apply to both halves; PEM has no place for them.
 */
const notesOf = (jwk: Jwk = {}): Jwk =>
  Object.fromEntries(
    ['use', 'alg'].flatMap((name) => (typeof jwk[name] === 'string' ? [[name, jwk[name]]] : [])),
  )

function pemOf(key: KeyObject): string {
  const type = key.type === 'private' ? 'pkcs8' : 'spki'
  return key.export({ format: 'pem', type } as never) as string
}
