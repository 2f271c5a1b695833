import { generateKeyPairSync } from 'node:crypto'

/** A new key as wallets write it: the secret half, then the public one. */
export function freshPair(): Buffer {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
}
