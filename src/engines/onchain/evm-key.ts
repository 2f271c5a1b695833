import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** The address of a private key, in lower case. */
export function addressOfKey(key: string): `0x${string}` {
  const point = secp256k1.getPublicKey(Buffer.from(key.slice(2), 'hex'), false)
  const hash = Buffer.from(keccak_256(point.subarray(1)))
  return `0x${hash.subarray(12).toString('hex')}`
}
