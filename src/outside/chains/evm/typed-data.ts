import { keccak } from './keccak.ts'

/** The hashes of typed data that wallets sign (EIP-712). */
const PREFIX = Buffer.from([0x19, 0x01])

export const typeHash = (text: string): Uint8Array => keccak(Buffer.from(text, 'utf8'))

export const structHash = (type: Uint8Array, ...members: readonly Uint8Array[]): Uint8Array =>
  keccak(Buffer.concat([type, ...members]))

export const signedDigest = (separator: Uint8Array, struct: Uint8Array): Uint8Array =>
  keccak(Buffer.concat([PREFIX, separator, struct]))

/** The bytes of ABI words. */
export const bytesOf = (words: string): Buffer => Buffer.from(words, 'hex')
