import { keccak256, type Hex } from 'viem'
import type { Chain } from './chain.ts'

export type Sent =
  | { readonly state: 'sent'; readonly transaction: Hex }
  /** The node refused it: it is in no block and never will be. */
  | { readonly state: 'rejected'; readonly reason: string }

export interface Sender {
  send(call: { readonly to: Hex; readonly data: Hex; readonly gas: bigint }): Promise<Sent>
}

interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly until: number
}

const TRIES_MAX = 4
const FEES_MS = 5_000
const STALE_NONCE =
  /nonce too low|nonce.*lower|replacement transaction underpriced|already imported/i
const NO_GAS = /insufficient funds/i

/**
 * Hands out the nonces of one key. Transactions are signed and sent one after the other, so that none
 * can leave a gap; a nonce that the chain knows better is asked for again.
 */
export function createSender(
  chain: Chain,
  onTrouble: (what: string, cause: unknown) => void,
): Sender {
  let next: number | null = null
  let fees: Fees | null = null
  let turn: Promise<unknown> = Promise.resolve()

  async function feesNow(): Promise<Fees> {
    if (fees && performance.now() < fees.until) return fees
    const { maxFeePerGas, maxPriorityFeePerGas } = await chain.estimateFeesPerGas()
    fees = {
      maxFeePerGas: maxFeePerGas * 2n,
      maxPriorityFeePerGas,
      until: performance.now() + FEES_MS,
    }
    return fees
  }

  async function attempt(call: { to: Hex; data: Hex; gas: bigint }): Promise<Sent | 'again'> {
    const { maxFeePerGas, maxPriorityFeePerGas } = await feesNow()
    next ??= await chain.getTransactionCount({
      address: chain.account.address,
      blockTag: 'pending',
    })
    const signed = await chain.account.signTransaction({
      ...call,
      chainId: chain.chain.id,
      type: 'eip1559',
      nonce: next,
      maxFeePerGas,
      maxPriorityFeePerGas,
    })
    const transaction = keccak256(signed)
    try {
      await chain.sendRawTransaction({ serializedTransaction: signed })
      next += 1
      return { state: 'sent', transaction }
    } catch (thrown) {
      next = null
      return rejectionOf(thrown, transaction)
    }
  }

  /** A node that said no is believed; one that did not answer may have taken it. */
  function rejectionOf(thrown: unknown, transaction: Hex): Sent | 'again' {
    const text = thrown instanceof Error ? thrown.message : String(thrown)
    if (/already known/i.test(text)) return { state: 'sent', transaction }
    if (STALE_NONCE.test(text)) return 'again'
    if (!isAnswer(thrown)) return { state: 'sent', transaction }
    onTrouble('sending a settlement', thrown)
    return {
      state: 'rejected',
      reason: NO_GAS.test(text) ? 'settler_out_of_gas' : 'settlement_rejected',
    }
  }

  async function sendNow(call: { to: Hex; data: Hex; gas: bigint }): Promise<Sent> {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const sent = await attempt(call)
      if (sent !== 'again') return sent
    }
    return { state: 'rejected', reason: 'settlement_nonce' }
  }

  return {
    send(call) {
      const mine = turn
        .then(() => sendNow(call))
        .catch((thrown: unknown): Sent => {
          onTrouble('preparing a settlement', thrown)
          return { state: 'rejected', reason: 'settlement_unavailable' }
        })
      turn = mine
      return mine
    },
  }
}

/** True for an error that the node itself answered with. */
function isAnswer(thrown: unknown): boolean {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause as Error) {
    if ('code' in cause && typeof cause.code === 'number') return true
  }
  return false
}
