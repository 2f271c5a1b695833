import type { Chain } from './chain.ts'

/** The fees of an EIP-1559 transaction, in wei per unit of gas. */
export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

const KNOWN_MS = 5_000

/** The current fees, read every few seconds. The maximum allows for a doubled base fee. */
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
