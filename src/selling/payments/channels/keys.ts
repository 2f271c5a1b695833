import type { Hex } from 'viem'
import { curve } from '../../../outside/chains/evm/curve.ts'
import { keccak } from '../../../outside/chains/evm/keccak.ts'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** Signs claims and refunds. The first key is the one of new channels; old ones end theirs. */
export interface ChannelKeys {
  /** In lower case. */
  readonly current: string
  readonly all: readonly string[]
  has(address: string): boolean
  /** Throws for an address whose key is not here. */
  sign(address: string, digest: Uint8Array): Hex
}

export function createChannelKeys(keys: readonly Hex[]): ChannelKeys {
  const byAddress = new Map(keys.map((key) => [addressOf(key), key]))
  const all = [...byAddress.keys()]
  return {
    current: all[0] ?? '',
    all,
    has: (address) => byAddress.has(address),
    sign(address, digest) {
      const key = byAddress.get(address)
      if (!key) throw new Error(`CHANNEL_KEY lacks the key of ${address}`)
      const { signature, recovery } = curve.sign(digest, bytesOf(key))
      return `0x${Buffer.from(signature).toString('hex')}${(27 + recovery).toString(16)}`
    },
  }
}

const bytesOf = (key: Hex): Uint8Array => Buffer.from(key.slice(2), 'hex')

function addressOf(key: Hex): string {
  const point = secp256k1.getPublicKey(bytesOf(key), false)
  return `0x${Buffer.from(keccak(point.subarray(1)).subarray(12)).toString('hex')}`
}
