import type { KeyObject } from 'node:crypto'

const CURVE_BITS: Readonly<Record<string, number>> = {
  prime256v1: 256,
  secp384r1: 384,
  secp521r1: 521,
  secp256k1: 256,
  ed25519: 256,
  ed448: 448,
}

/** Kind and size of a key; `unknown` for a kind that Node does not support. */
export function keyFacts(key?: KeyObject): { keyType: string; keyBits: number | null } {
  const keyType = key?.asymmetricKeyType ?? 'unknown'
  const { modulusLength, namedCurve } = key?.asymmetricKeyDetails ?? {}
  return { keyType, keyBits: modulusLength ?? CURVE_BITS[namedCurve ?? keyType] ?? null }
}
