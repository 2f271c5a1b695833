import type { Hex, TransactionReceipt } from 'viem'
import type { Chain } from './chain.ts'

export interface Receipts {
  /** Null when there is none in time. */
  of(transaction: Hex): Promise<TransactionReceipt | null>
  close(): void
}

interface Awaited {
  readonly until: number
  resolve(receipt: TransactionReceipt | null): void
}

/** One poll for all transactions that wait: their questions travel as one batch. */
export function createReceipts(
  chain: Chain,
  { pollingMs, confirmMs }: { readonly pollingMs: number; readonly confirmMs: number },
): Receipts {
  const waiting = new Map<Hex, Awaited>()
  let timer: NodeJS.Timeout | null = null

  function beat(): void {
    if (timer || waiting.size === 0) return
    timer = setTimeout(() => void poll(), pollingMs)
  }

  async function poll(): Promise<void> {
    await Promise.all(
      [...waiting].map(async ([transaction, { until, resolve }]) => {
        const receipt = await found(transaction)
        if (!receipt && performance.now() < until) return
        waiting.delete(transaction)
        resolve(receipt)
      }),
    )
    timer = null
    beat()
  }

  async function found(transaction: Hex): Promise<TransactionReceipt | null> {
    try {
      return await chain.getTransactionReceipt({ hash: transaction })
    } catch {
      // Not mined yet, or the node is away: both are a reason to ask again.
      return null
    }
  }

  return {
    of: (transaction) =>
      new Promise((resolve) => {
        waiting.set(transaction, { until: performance.now() + confirmMs, resolve })
        beat()
      }),
    close() {
      if (timer) clearTimeout(timer)
      for (const { resolve } of waiting.values()) resolve(null)
      waiting.clear()
    },
  }
}
