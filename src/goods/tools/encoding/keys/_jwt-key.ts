import { createSecretKey, verify, type KeyObject } from 'node:crypto'
import type { JWTPayload, JWTVerifyOptions } from 'jose'
import { badInput } from '../../../../base/core/fault.ts'
import { bareDerKey, jwkOf, kindOf, octBytes, readKey, type Jwk } from './_key.ts'

const HMAC = ['HS256', 'HS384', 'HS512']
export const RSA_ALGS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']

export const CURVE_ALGS: Readonly<Record<string, readonly string[]>> = {
  p256: ['ES256'],
  p384: ['ES384'],
  p521: ['ES512'],
  secp256k1: ['ES256K'],
  ed25519: ['EdDSA', 'Ed25519'],
}

/** A key and the algorithms that it may be used with, whatever a token claims about itself. */
export interface JwtKey {
  readonly key: KeyObject
  readonly algs: readonly string[]
}

/**
 * Text that reads as a public or private key is never accepted as a shared secret: otherwise anyone
 * who knows a public key could sign with it.
 */
export function readJwtKey(field: string, text: string): JwtKey {
  const jwk = jwkOf(text)
  if (jwk?.['kty'] === 'oct') return secret(field, octBytes(field, jwk))
  const key = asymmetric(field, text)
  if (!key) return secret(field, Buffer.from(text))
  const kind = kindOf(key) ?? ''
  const rsa = key.asymmetricKeyType === 'rsa-pss' ? RSA_ALGS.slice(3) : RSA_ALGS
  return { key, algs: kind.startsWith('rsa') ? rsa : (CURVE_ALGS[kind] ?? []) }
}

/** A key in any public or private form that could otherwise be mistaken for a secret. */
function asymmetric(field: string, text: string): KeyObject | undefined {
  if (/^\s*(ssh|ecdsa|sk)-[\w@.-]+\s+AAAA|---- BEGIN SSH2/.test(text)) {
    throw badInput(`${field}: is an SSH key; give it as PEM or JWK.`)
  }
  if (/^\s*\{[^]*"keys"\s*:\s*\[/.test(text))
    throw badInput(`${field}: is a set of keys; give it as jwks.`)
  const isKey = text.includes('-----BEGIN ') || jwkOf(text) || bareDerKey(text)
  return isKey ? readKey(field, text) : undefined
}

function secret(field: string, bytes: Buffer): JwtKey {
  if (bytes.length === 0) throw badInput(`${field}: must not be empty.`)
  return { key: createSecretKey(bytes), algs: HMAC }
}

/** The keys that may have signed the token: those with its `kid`, else those without one. */
export function keysFor(set: Jwk, { alg, kid }: Jwk): readonly KeyObject[] {
  const fitting = (jwks: readonly Jwk[]) => jwks.filter((jwk) => isFor(jwk, String(alg)))
  // For a single key the kid does not matter: it is the key that the caller trusts.
  if ('kty' in set) return fitting([set]).map(publicKeyOf)
  const keys = fitting(set['keys'] as readonly Jwk[])
  const named = keys.filter((jwk) => jwk['kid'] === kid)
  const others = kid === undefined ? keys : keys.filter((jwk) => jwk['kid'] === undefined)
  return (named.length > 0 && kid !== undefined ? named : others).map(publicKeyOf)
}

const KEY_TYPES: Readonly<Record<string, readonly [kty: string, crv?: string]>> = {
  ES256: ['EC', 'P-256'],
  ES256K: ['EC', 'secp256k1'],
  ES384: ['EC', 'P-384'],
  ES512: ['EC', 'P-521'],
  EdDSA: ['OKP', 'Ed25519'],
  Ed25519: ['OKP', 'Ed25519'],
}

/** Whether a key states that it verifies signatures of this algorithm. */
function isFor(jwk: Jwk, alg: string): boolean {
  const [kty, crv] = KEY_TYPES[alg] ?? ['RSA']
  const { use = 'sig', alg: only = alg, key_ops: uses } = jwk
  const verifies = !Array.isArray(uses) || uses.includes('verify') || uses.includes('sign')
  return jwk['kty'] === kty && jwk['crv'] === crv && use === 'sig' && only === alg && verifies
}

function publicKeyOf(jwk: Jwk): KeyObject {
  if (jwk['d'] !== undefined) throw badInput('jwks: must hold valid public keys only.')
  try {
    return readJwtKey('jwks', JSON.stringify(jwk)).key
  } catch {
    throw badInput('jwks: must hold valid public keys only.')
  }
}

/** RFC 8812. The library leaves secp256k1 out, because the Web Crypto API does. */
export async function verifyEs256k(
  token: string,
  key: KeyObject,
  options: JWTVerifyOptions,
): Promise<{ payload: JWTPayload }> {
  const { errors, UnsecuredJWT, decodeProtectedHeader } = await import('jose')
  const [header, payload, signature = ''] = token.split('.')
  if ('crit' in decodeProtectedHeader(token))
    throw new errors.JOSENotSupported('crit is not supported')
  const signed = Buffer.from(`${header}.${payload}`)
  const bytes = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes))
    throw new errors.JWSSignatureVerificationFailed()
  // The same checks of claims apply, whatever the signature.
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  return UnsecuredJWT.decode(`${none}.${payload}.`, options)
}
