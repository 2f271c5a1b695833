import { createHmac, hash } from 'node:crypto'

const BLOCK = 64
const DIGEST = 32
/** Longer texts are signed the ordinary way. */
const LENGTH_MAX = 4096
const INNER = 0x36
const OUTER = 0x5c

/**
 * HMAC-SHA256 in base64url, out of two digests. An object of `createHmac` is freed only by a slow
 * garbage collection, and a busy service would create tens of thousands in a second.
 */
export function createSigner(key: string): (text: string) => string {
  const bytes = Buffer.from(key)
  const secret = bytes.length > BLOCK ? hash('sha256', bytes, 'buffer') : bytes
  const padded = (pad: number, length: number): Buffer => {
    const block = Buffer.alloc(BLOCK + length, pad)
    for (const [at, byte] of secret.entries()) block[at] = byte ^ pad
    return block
  }
  const inner = padded(INNER, LENGTH_MAX * 3)
  const outer = padded(OUTER, DIGEST)

  return (text) => {
    if (text.length > LENGTH_MAX) return createHmac('sha256', key).update(text).digest('base64url')
    const end = BLOCK + inner.write(text, BLOCK)
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK, 'latin1')
    return hash('sha256', outer, 'base64url')
  }
}
