import { createPrivateKey, type KeyObject } from 'node:crypto'
import { badInput } from '../../../../base/core/fault.ts'
import { objectIn } from '../../../../base/lib/json-object.ts'

/** A private key as PEM (without a password) or as JSON of a JWK. */
export function privateKeyOf(field: string, text: string): KeyObject {
  const jwk = objectIn(text)
  try {
    return jwk ? createPrivateKey({ key: jwk, format: 'jwk' }) : createPrivateKey(text.trim())
  } catch {
    throw badInput(`${field}: must be a private key as PEM without a password, or as a JWK`)
  }
}

export const isPrivateKey = (text: string): boolean =>
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text) || objectIn(text)?.['d'] !== undefined
