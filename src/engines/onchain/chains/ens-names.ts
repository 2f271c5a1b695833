import { base32, base58 } from '@scure/base'
import { checksummed } from '../account-address.ts'
import { lazily } from '../../../base/lib/lazily.ts'

const ens = lazily(async () => import('viem/ens'))

export interface EnsName {
  /** The name normalised by ENSIP-15. */
  readonly name: string
  readonly node: string
  /** Its labels in DNS wire format. */
  readonly packed: string
}

const NAME_MAX = 255
/**
 * Names that are already normalised. They need no tables of ENSIP-15, which would take 20 MB for
 * the rest of the process.
 */
const PLAIN = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/

/** The normalised name; null if it is not valid. */
export async function ensName(text: string): Promise<EnsName | null> {
  const { normalize, namehash, packetToBytes } = await ens()
  try {
    const name = PLAIN.test(text) ? text : normalize(text)
    if (name.length > NAME_MAX || name.split('.').some((label) => label === '')) return null
    return { name, node: namehash(name), packed: hexOf(packetToBytes(name)) }
  } catch {
    return null
  }
}

export async function labelHash(label: string): Promise<bigint> {
  const { labelhash } = await ens()
  return BigInt(labelhash(label))
}

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`

/** ENSIP-11: networks of the EVM, other than Ethereum, by their chain id. */
export const coinOfChain = (chainId: number): bigint =>
  chainId === 1 ? 60n : BigInt(chainId) + 2n ** 31n

/**
 * Decodes the address in a record (ENSIP-9) of an EVM chain or of Solana; null for other chains.
 */
export function recordAddress(kind: 'evm' | 'solana', bytes: Buffer): string | null {
  if (bytes.every((byte) => byte === 0)) return null
  if (kind === 'evm') return bytes.length === 20 ? checksummed(`0x${bytes.toString('hex')}`) : null
  return bytes.length === 32 ? base58.encode(bytes) : null
}

const NAMESPACES: readonly (readonly [prefix: string, (rest: Buffer) => string])[] = [
  ['e301', (rest) => `ipfs://b${base32.encode(rest).replace(/=+$/, '').toLowerCase()}`],
  ['e501', (rest) => `ipns://b${base32.encode(rest).replace(/=+$/, '').toLowerCase()}`],
  ['e40101fa011b20', (rest) => `bzz://${rest.toString('hex')}`],
  ['b29910', (rest) => `ar://${rest.toString('base64url')}`],
]

/** A content hash (ENSIP-7) as an address if its protocol is known, else as bytes. */
export function contentOf(bytes: Buffer): string | null {
  if (bytes.length === 0) return null
  const digits = bytes.toString('hex')
  const known = NAMESPACES.find(([prefix]) => digits.startsWith(prefix))
  return known ? known[1](bytes.subarray(known[0].length / 2)) : `0x${digits}`
}
