import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  scrypt,
  timingSafeEqual,
  type CipherGCMTypes,
} from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { bytesOfBase64, bytesOfHex } from '../../../../base/lib/bytes.ts'

export const Cipher = z.enum(['aes-256-gcm', 'aes-128-gcm', 'chacha20-poly1305', 'aes-256-cbc'])
export type Cipher = z.output<typeof Cipher>

export const KeyFormat = z.enum(['passphrase', 'hex', 'base64'])

interface Sizes {
  readonly keyBytes: number
  /** Allowed lengths; encrypt uses the first. */
  readonly ivBytes: readonly number[]
  readonly tagBytes: number
}

export const SIZES: Readonly<Record<Cipher, Sizes>> = {
  'aes-256-gcm': { keyBytes: 32, ivBytes: [12, 16], tagBytes: 16 },
  'aes-128-gcm': { keyBytes: 16, ivBytes: [12, 16], tagBytes: 16 },
  'chacha20-poly1305': { keyBytes: 32, ivBytes: [12], tagBytes: 16 },
  'aes-256-cbc': { keyBytes: 32, ivBytes: [16], tagBytes: 32 },
}

export const SALT_BYTES = 16
const SCRYPT = { N: 16_384, r: 8, p: 1 }

/** Parameters of an encryption or decryption. */
export interface Envelope {
  readonly algo: Cipher
  readonly key: Buffer
  readonly iv: Buffer
  readonly aad: Buffer
}

interface GivenKey {
  readonly key: string
  readonly keyFormat: z.output<typeof KeyFormat>
}

export async function cipherKey({ key, keyFormat }: GivenKey, algo: Cipher, salt: Buffer) {
  const { keyBytes } = SIZES[algo]
  if (keyFormat === 'passphrase') return stretched(key, salt, keyBytes)
  const bytes = keyFormat === 'hex' ? bytesOfHex('key', key) : bytesOfBase64('key', key)
  if (bytes.length !== keyBytes) {
    throw badInput(`key: must be ${keyBytes} bytes for ${algo}, but has ${bytes.length}.`)
  }
  return bytes
}

function stretched(passphrase: string, salt: Buffer, keyBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, keyBytes, SCRYPT, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

export function seal(envelope: Envelope, plain: Buffer): { ciphertext: Buffer; tag: Buffer } {
  const { algo, key, iv, aad } = envelope
  if (algo === 'aes-256-cbc') {
    const cipher = createCipheriv(algo, key, iv)
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
    return { ciphertext, tag: cbcTag(envelope, ciphertext) }
  }
  const cipher = createCipheriv(algo as CipherGCMTypes, key, iv, { authTagLength: 16 })
  cipher.setAAD(aad)
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return { ciphertext, tag: cipher.getAuthTag() }
}

/** Undefined if the key, the tag or anything else differs from the encryption. */
export function open(
  envelope: Envelope,
  ciphertext: Buffer,
  tag: Buffer | undefined,
): Buffer | undefined {
  const { algo, key, iv, aad } = envelope
  try {
    if (algo === 'aes-256-cbc') {
      if (tag && !timingSafeEqual(tag, cbcTag(envelope, ciphertext))) return undefined
      const decipher = createDecipheriv(algo, key, iv)
      return Buffer.concat([decipher.update(ciphertext), decipher.final()])
    }
    const decipher = createDecipheriv(algo as CipherGCMTypes, key, iv, { authTagLength: 16 })
    decipher.setAAD(aad)
    decipher.setAuthTag(tag!)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    return undefined
  }
}

/**
 * CBC has no tag, so this adds one: HMAC-SHA256 over the additional data, its length, the iv and
 * the ciphertext, with a key derived from that of the cipher.
 */
function cbcTag({ key, iv, aad }: Envelope, ciphertext: Buffer): Buffer {
  const macKey = createHmac('sha256', key).update('v1.aes-256-cbc.tag').digest()
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(aad.length))
  const mac = createHmac('sha256', macKey)
  for (const part of [length, aad, iv, ciphertext]) mac.update(part)
  return mac.digest()
}
