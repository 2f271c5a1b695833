import type { Hex, TransactionReceipt } from 'viem'
import type { Chain } from './chain.ts'

export interface Receipts {
  /** The receipt of the first of these that is mined; null if none is mined in time. */
  of(transactions: readonly Hex[]): Promise<TransactionReceipt | null>
  close(): void
}

interface Awaited {
  readonly until: number
  resolve(receipt: TransactionReceipt | null): void
}

/**
 * Transactions of one key are mined in the order of their nonces: the oldest are asked for first.
 */
const ASKED_MAX = 4
/** A chain that makes a block for each transaction needs about this long. */
const FIRST_MS = 2

/** Polls for all waiting transactions together. */
export function createReceipts(
  chain: Chain,
  { pollingMs, waitMs }: { readonly pollingMs: number; readonly waitMs: number },
): Receipts {
  const waiting = new Map<readonly Hex[], Awaited>()
  let timer: NodeJS.Timeout | null = null
  let isAsking = false

  function askIn(ms: number): void {
    if (timer || isAsking || waiting.size === 0) return
    timer = setTimeout(() => void ask(), ms)
  }

  async function ask(): Promise<void> {
    timer = null
    isAsking = true
    await Promise.all(
      [...waiting].slice(0, ASKED_MAX).map(async ([transactions, { until, resolve }]) => {
        const receipt = await findReceipt(transactions)
        if (!receipt && performance.now() < until) return
        waiting.delete(transactions)
        resolve(receipt)
      }),
    )
    isAsking = false
    askIn(pollingMs)
  }

  async function findReceipt(transactions: readonly Hex[]): Promise<TransactionReceipt | null> {
    for (const hash of transactions) {
      // Not mined yet, or the node is away: both are a reason to ask again.
      const receipt = await chain.getTransactionReceipt({ hash }).catch(() => null)
      if (receipt) return receipt
    }
    return null
  }

  return {
    of: (transactions) =>
      new Promise((resolve) => {
        waiting.set(transactions, { until: performance.now() + waitMs, resolve })
        askIn(FIRST_MS)
      }),
    close() {
      if (timer) clearTimeout(timer)
      for (const { resolve } of waiting.values()) resolve(null)
      waiting.clear()
    },
  }
}
