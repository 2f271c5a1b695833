import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'

/** An Ed25519 signature, as used by Solana, Algorand and Stellar. */
export interface Ed25519Signature {
  readonly key: Buffer
  readonly message: Buffer
  readonly signature: Buffer
}

/** The DER prefix of a public key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
export const KEY_BYTES = 32
export const SIGNATURE_BYTES = 64

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

/** A private key. */
export interface Ed25519Key {
  readonly publicKey: Buffer
  sign(message: Buffer): Buffer
}

/** Reads the 64 bytes of a private and a public key; null if they do not belong together. */
export function ed25519KeyOf(pair: Uint8Array): Ed25519Key | null {
  if (pair.length !== 2 * KEY_BYTES) return null
  const der = Buffer.concat([PKCS8, pair.subarray(0, KEY_BYTES)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = publicKeyOf(key)
  if (!publicKey.equals(pair.subarray(KEY_BYTES))) return null
  return { publicKey, sign: (message) => sign(null, message, key) }
}

const publicKeyOf = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)

/** Reads 64 bytes in base58, as wallets export them, or as JSON, as `solana-keygen` writes them. */
export function solanaKeyIn(text: string): Ed25519Key | null {
  try {
    const bytes = text.trimStart().startsWith('[')
      ? Uint8Array.from(JSON.parse(text) as readonly number[])
      : base58.decode(text)
    return ed25519KeyOf(bytes)
  } catch {
    return null
  }
}

/** Reads 64 bytes in base64. */
export const algorandKeyIn = (text: string): Ed25519Key | null =>
  ed25519KeyOf(Buffer.from(text, 'base64'))
