import { createHash, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'

const Type = z.enum(['ed25519', 'x25519', 'p256', 'p384', 'secp256k1', 'rsa2048', 'rsa4096'])
const Format = z.enum(['pem', 'jwk', 'hex'])
type Type = z.output<typeof Type>

const generate = promisify(generateKeyPair)

const MAKERS: Readonly<Record<Type, () => Promise<Pair>>> = {
  ed25519: () => generate('ed25519', {}),
  x25519: () => generate('x25519', {}),
  p256: () => generate('ec', { namedCurve: 'P-256' }),
  p384: () => generate('ec', { namedCurve: 'P-384' }),
  secp256k1: () => generate('ec', { namedCurve: 'secp256k1' }),
  rsa2048: () => generate('rsa', { modulusLength: 2048 }),
  rsa4096: () => generate('rsa', { modulusLength: 4096 }),
}

interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

const keyOutput = () => z.union([z.string(), z.record(z.string(), z.unknown())])

export default defineTool({
  route: 'POST /api/keypair-generate',
  name: 'Key pair generate',
  description:
    'Fresh Ed25519, X25519, P-256, P-384, secp256k1 or RSA key pair as PEM, JWK or hex, for ' +
    'tests and services; nothing is kept.',
  asks: [
    'generate an RSA key pair',
    'I need a fresh public and private key',
    'new RSA keys',
    'public and private key for signing',
    'ssh or web push keys',
  ],
  price: '$0.002',
  uses: {},
  secret: true,
  input: z.object({
    type: Type.default('ed25519').describe('Kind of key.'),
    format: Format.default('pem').describe(
      'pem: PKCS#8 and SPKI. jwk: objects. hex: the bare keys (an EC point uncompressed); for ' +
        'RSA the DER of PKCS#8 and SPKI.',
    ),
  }),
  output: z.object({
    type: Type.describe('Kind of key.'),
    publicKey: keyOutput().describe('The public key.'),
    privateKey: keyOutput().describe('The private key; keep it secret.'),
    fingerprint: z.string().describe('SHA-256 of the public key as SPKI DER, in hex.'),
  }),
  examples: [{ input: { type: 'ed25519' } }, { input: { type: 'p256', format: 'jwk' } }],

  async run({ type, format }) {
    const { publicKey, privateKey } = await MAKERS[type]()
    const spki = publicKey.export({ format: 'der', type: 'spki' })
    return {
      type,
      publicKey: encodeKey(publicKey, format),
      privateKey: encodeKey(privateKey, format),
      fingerprint: createHash('sha256').update(spki).digest('hex'),
    }
  },
})

function encodeKey(
  key: KeyObject,
  format: z.output<typeof Format>,
): string | Record<string, unknown> {
  const type = key.type === 'private' ? 'pkcs8' : 'spki'
  if (format === 'pem') return key.export({ format, type } as never) as string
  const jwk = key.export({ format: 'jwk' })
  if (format === 'jwk') return { ...jwk }
  if (jwk.kty === 'RSA') return key.export({ format: 'der', type } as never).toString('hex')
  return key.type === 'private'
    ? hexOf(jwk.d)
    : `${jwk.y ? '04' : ''}${hexOf(jwk.x)}${hexOf(jwk.y)}`
}

const hexOf = (member = ''): string => Buffer.from(member, 'base64url').toString('hex')
