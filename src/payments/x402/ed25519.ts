import { createPublicKey, verify } from 'node:crypto'

/** A signature by a plain key, as Solana, Algorand and Stellar have them. */
export interface Ed25519Signature {
  readonly key: Buffer
  readonly message: Buffer
  readonly signature: Buffer
}

/** What stands before the bytes of a key in its DER form. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

export function isSignedByKey({ key, message, signature }: Ed25519Signature): boolean {
  if (key.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false
  const spki = Buffer.concat([SPKI, key])
  return verify(
    null,
    message,
    createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    signature,
  )
}
