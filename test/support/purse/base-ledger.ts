import type { Eip3009 } from '../../../src/outside/chains/evm/eip3009.ts'
import type { Ledger, LedgerParts } from './ledger.ts'

const VALID_MS = 60_000
const FINAL_MS = 30_000
const NETWORK = 'eip155:8453'
const ASSET = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const ADDRESS = '0x00000000000000000000000000000000000000fe'

/** What a token does with signed transfers. */
export function createBaseLedger({ seed, now }: LedgerParts): Ledger {
  const moved = new Map<string, bigint>()
  let nonces = 0
  return {
    moved,
    keyOf: (nonce) => nonce,
    offer: { network: NETWORK, asset: ASSET },
    payTos: [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`],
    transfer({ authorization }) {
      const { nonce, value, validBefore } = authorization as Eip3009
      if (moved.has(nonce) || now() >= Number(validBefore) * 1000) return false
      moved.set(nonce, BigInt(value))
      return true
    },
    wallet: {
      chain: 'base',
      network: NETWORK,
      labels: [NETWORK],
      wire: 'x402',
      scheme: 'exact',
      asset: ASSET,
      decimals: 6,
      address: ADDRESS,
      isPayable: () => true,
      objection: () => null,
      balance: async () => 10n ** 12n,
      async sign({ payTo, units }, at) {
        const nonce = `0x${seed}:${(nonces += 1)}`
        const expires = Math.floor((at + VALID_MS) / 1000) * 1000
        const authorization = {
          from: ADDRESS,
          to: payTo,
          value: String(units),
          validAfter: '0',
          validBefore: String(expires / 1000),
          nonce,
        }
        return { payload: { signature: '0x00', authorization }, nonce, expires }
      },
      async stateOf({ nonce, expires }) {
        if (moved.has(nonce)) return 'settled'
        return now() > expires + FINAL_MS ? 'dead' : 'unknown'
      },
    },
  }
}
