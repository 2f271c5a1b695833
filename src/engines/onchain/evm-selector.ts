import { keccak_256 } from '@noble/hashes/sha3.js'

type Hex = `0x${string}`

const SELECTOR_BYTES = 4

const hashOf = (signature: string): Uint8Array => keccak_256(Buffer.from(signature, 'utf8'))
const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

/** The selector of a function such as `balanceOf(address)`: four bytes. */
export const selectorOf = (signature: string): Hex =>
  hexOf(hashOf(signature).subarray(0, SELECTOR_BYTES))

/** The first topic of an event such as `Transfer(address,address,uint256)`. */
export const topicOf = (signature: string): Hex => hexOf(hashOf(signature))
