import type { Chain } from './chain.ts'

/** Wei per unit of gas, as an EIP-1559 transaction bids them. */
export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

const KNOWN_MS = 5_000

/** What gas costs now, asked every few seconds. The maximum leaves room for a doubled base fee. */
export function createFees(chain: Pick<Chain, 'estimateFeesPerGas'>): () => Promise<Fees> {
  let known: (Fees & { readonly until: number }) | null = null

  return async () => {
    if (known && performance.now() < known.until) return known
    const { maxFeePerGas, maxPriorityFeePerGas } = await chain.estimateFeesPerGas()
    const until = performance.now() + KNOWN_MS
    known = { maxFeePerGas: maxFeePerGas * 2n, maxPriorityFeePerGas, until }
    return known
  }
}
