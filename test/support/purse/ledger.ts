import type { Eip3009 } from '../../../src/chains/evm/eip3009.ts'
import type { SpendWallet } from '../../../src/purse/chains.ts'

/** What a token does with signed transfers: each nonce moves money once, and before its end. */
export interface Ledger {
  readonly wallet: SpendWallet
  /** Amounts by nonce. */
  readonly moved: ReadonlyMap<string, bigint>
  readonly signed: readonly string[]
  /** False where it takes no such transfer. */
  transfer(authorization: Pick<Eip3009, 'nonce' | 'value' | 'validBefore'>): boolean
}

export interface LedgerParts {
  readonly network: string
  readonly asset: string
  readonly address: string
  nonce(): string
  now(): number
}

const VALID_MS = 60_000
const FINAL_MS = 30_000

export function createLedger({ network, asset, address, nonce, now }: LedgerParts): Ledger {
  const moved = new Map<string, bigint>()
  const signed: string[] = []
  return {
    moved,
    signed,
    transfer({ nonce: key, value, validBefore }) {
      if (moved.has(key) || now() >= Number(validBefore) * 1000) return false
      moved.set(key, BigInt(value))
      return true
    },
    wallet: {
      chain: 'base',
      network,
      labels: [network],
      asset,
      decimals: 6,
      address,
      isPayable: () => true,
      balance: async () => 10n ** 12n,
      async sign({ payTo, units }, at) {
        const key = nonce()
        signed.push(key)
        const expires = Math.floor((at + VALID_MS) / 1000) * 1000
        const authorization = {
          from: address,
          to: payTo,
          value: String(units),
          validAfter: '0',
          validBefore: String(expires / 1000),
          nonce: key,
        }
        return { payload: { signature: '0x00', authorization }, nonce: key, expires }
      },
      async fate({ nonce: key, expires }) {
        if (moved.has(key)) return 'moved'
        return now() > expires + FINAL_MS ? 'dead' : 'open'
      },
    },
  }
}
