import { createPrivateKey, randomBytes, type KeyObject } from 'node:crypto'

/** Creates the `Authorization` header of one request; null if none is needed. */
export type Authorize = (method: 'GET' | 'POST', url: string) => Promise<string | null>

export interface TokenKey {
  readonly keyId: string
  /** An Ed25519 key as base64 of seed and public key, or an EC P-256 key as PEM. */
  readonly keySecret: string
  now(): number
}

const ISSUER = 'cdp'
const LIFE_SECONDS = 120
const SEED_BYTES = 32
const NONCE_BYTES = 16

/**
 * A fresh signed token (JWT) for each request, bound to its method, host and path, as the Coinbase
 * Developer Platform asks for. Throws when the key cannot be read.
 */
export function createTokenAuthorizer({ keyId, keySecret, now }: TokenKey): Authorize {
  const key = privateKeyOf(keySecret)
  const alg = key.asymmetricKeyType === 'ec' ? 'ES256' : 'EdDSA'

  return async (method, url) => {
    const { host, pathname } = new URL(url)
    const seconds = Math.floor(now() / 1000)
    const nonce = randomBytes(NONCE_BYTES).toString('hex')
    const { SignJWT } = await import('jose')
    const token = await new SignJWT({ uris: [`${method} ${host}${pathname}`] })
      .setProtectedHeader({ alg, kid: keyId, typ: 'JWT', nonce })
      .setSubject(keyId)
      .setIssuer(ISSUER)
      .setIssuedAt(seconds)
      .setNotBefore(seconds)
      .setExpirationTime(seconds + LIFE_SECONDS)
      .sign(key)
    return `Bearer ${token}`
  }
}

function privateKeyOf(secret: string): KeyObject {
  // A setting in one line writes the line breaks of a PEM file as `\n`.
  if (secret.startsWith('-----')) return createPrivateKey(secret.replaceAll('\\n', '\n'))
  const bytes = Buffer.from(secret, 'base64')
  const [d, x] = [bytes.subarray(0, SEED_BYTES), bytes.subarray(SEED_BYTES)]
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: d.toString('base64url'), x: x.toString('base64url') }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}
