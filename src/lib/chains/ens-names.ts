import { base32, base58 } from '@scure/base'
import { checksummed } from '../account-address.ts'
import { lazily } from '../lazily.ts'

const ens = lazily(async () => import('viem/ens'))

export interface EnsName {
  /** As ENSIP-15 writes it. */
  readonly name: string
  readonly node: string
  /** Its labels as the DNS packs them. */
  readonly packed: string
}

const NAME_MAX = 255
/**
 * Labels that are their own normal form: they spare the 20 MB that the tables of ENSIP-15 take for
 * as long as the process lives.
 */
const PLAIN = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/

/** A name in its normal form; null where it has none. */
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

/** An address as records hold it (ENSIP-9): for chains of the EVM and Solana; null for others. */
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

/** ENSIP-7: an address of the content where its kind is known, else the bytes. */
export function contentOf(bytes: Buffer): string | null {
  if (bytes.length === 0) return null
  const digits = bytes.toString('hex')
  const known = NAMESPACES.find(([prefix]) => digits.startsWith(prefix))
  return known ? known[1](bytes.subarray(known[0].length / 2)) : `0x${digits}`
}
