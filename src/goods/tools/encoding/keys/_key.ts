import {
  createPrivateKey,
  createPublicKey,
  X509Certificate,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'

const KEY_MAX = 16_384
const DER_SEQUENCE = 0x30
const DER_KEY_BYTES_MIN = 32
const RSA_BITS_MIN = 512
const RSA_BITS_MAX = 8192

const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'p256',
  secp384r1: 'p384',
  secp521r1: 'p521',
  secp256k1: 'secp256k1',
}

export type Jwk = Readonly<Record<string, unknown>>

/** A key as PEM, or as a JWK: an object, or the JSON text of one. */
export const keyField = () =>
  z
    .union([z.string().max(KEY_MAX), z.record(z.string(), z.unknown())])
    .refine(isShort, {
      error: `must be PEM text or a JWK of at most ${KEY_MAX} characters`,
    })
    .meta({ type: ['string', 'object'] })

function isShort(key: string | Jwk): boolean {
  try {
    return (typeof key === 'string' ? key : JSON.stringify(key)).length <= KEY_MAX
  } catch {
    return false
  }
}

/** A public or private key that is valid, of a supported type, and not too large. */
export function readKey(field: string, given: string | Jwk): KeyObject {
  const jwk = jwkOf(given)
  const key = jwk ? fromJwk(field, jwk) : fromPem(field, given as string)
  if (kindOf(key) === undefined) {
    throw badInput(
      `${field}: must be RSA of ${RSA_BITS_MIN} to ${RSA_BITS_MAX} bits, P-256, P-384, P-521, ` +
        `secp256k1, Ed25519, Ed448, X25519 or X448.`,
    )
  }
  return key
}

/** The JWK that was given, as an object or as JSON text; undefined for any other text. */
export function jwkOf(given: string | Jwk): Jwk | undefined {
  if (typeof given !== 'string') return given
  if (!given.trimStart().startsWith('{')) return undefined
  try {
    const parsed = JSON.parse(given) as Jwk
    return typeof parsed['kty'] === 'string' ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Names a key as `keypair-generate` does: ed25519, p256, rsa2048 and so on. */
export function kindOf({ asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject) {
  if (type === 'ec') return CURVES[asymmetricKeyDetails?.namedCurve ?? '']
  if (type === 'rsa' || type === 'rsa-pss') {
    const { modulusLength: bits = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {}
    const isSound = bits >= RSA_BITS_MIN && bits <= RSA_BITS_MAX && publicExponent > 2n
    return isSound ? `rsa${bits}` : undefined
  }
  return /^(ed|x)(25519|448)$/.test(type ?? '') ? type : undefined
}

/** The bytes of a shared secret that is written as a JWK. */
export function octBytes(field: string, { k }: Jwk): Buffer {
  const bytes = typeof k === 'string' ? bytesOfBase64(`${field}.k`, k) : Buffer.alloc(0)
  if (bytes.length === 0) throw badInput(`${field}.k: must be the secret as base64url.`)
  return bytes
}

export const publicHalf = (key: KeyObject): KeyObject =>
  key.type === 'private' ? createPublicKey(key) : key

function fromJwk(field: string, jwk: Jwk): KeyObject {
  const isPrivate = jwk['d'] !== undefined
  try {
    const key = { key: jwk as JsonWebKey, format: 'jwk' } as const
    return isPrivate ? createPrivateKey(key) : createPublicKey(key)
  } catch {
    throw badInput(
      `${field}: is not a valid JWK; kty must be RSA, EC or OKP, with the members that it needs.`,
    )
  }
}

/** PEM that was JSON-encoded once too often has its line ends written as 
. */
function fromPem(field: string, given: string): KeyObject {
  const pem = given.includes('\n') ? given : given.replaceAll(String.raw`\n`, '\n')
  const label = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(pem)?.[1]
  if (label === undefined) {
    const key = bareDerKey(pem)
    if (key) return key
    throw badInput(`${field}: must be a PEM key or certificate, or a JWK.`)
  }
  if (label === 'OPENSSH PRIVATE KEY') {
    throw badInput(`${field}: is an OpenSSH private key; convert it with ssh-keygen -p -m PKCS8.`)
  }
  if (/ENCRYPTED/.test(pem)) {
    throw badInput(`${field}: is encrypted; give it decrypted, or as a JWK.`)
  }
  try {
    return label.endsWith('PRIVATE KEY') ? createPrivateKey(pem) : createPublicKey(pem)
  } catch {
    throw badInput(`${field}: is not a valid PEM ${label.toLowerCase()}.`)
  }
}

const DER_FORMS: readonly ((key: Buffer) => KeyObject)[] = [
  (key) => createPublicKey({ key, format: 'der', type: 'spki' }),
  (key) => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
  (key) => new X509Certificate(key).publicKey,
  (key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  (key) => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
  (key) => createPrivateKey({ key, format: 'der', type: 'sec1' }),
]

/** The body of a PEM block without its first and last line; undefined for other text. */
export function bareDerKey(text: string): KeyObject | undefined {
  const der = Buffer.from(text, 'base64')
  if (der.length < DER_KEY_BYTES_MIN || der[0] !== DER_SEQUENCE) return undefined
  for (const read of DER_FORMS) {
    try {
      return read(der)
    } catch {
      continue
    }
  }
  return undefined
}
