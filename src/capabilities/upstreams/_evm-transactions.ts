import type { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { refusedFault, type NodeAnswer } from './_evm-nodes.ts'
import { polled } from './_polling.ts'
import { EvmReceipt, EvmTransaction, type EvmBlock } from './_evm-shapes.ts'
import type { BlockName, EvmState } from './_evm-state.ts'

export interface ReadTransaction {
  readonly transaction: EvmTransaction
  /** Null while the transaction waits. */
  readonly receipt: EvmReceipt | null
  readonly block: EvmBlock | null
  /** The chain at that block. */
  readonly state: EvmState | null
  readonly confirmations: number | null
}

interface Chain {
  at(block?: BlockName): Promise<EvmState>
  ask(method: string, params: readonly unknown[]): Promise<NodeAnswer>
}

/** A transaction with its receipt and block; null if no node knows it. */
export async function readTransaction(chain: Chain, hash: string): Promise<ReadTransaction | null> {
  const [found, mined] = await Promise.all([
    chain.ask('eth_getTransactionByHash', [hash]),
    chain.ask('eth_getTransactionReceipt', [hash]),
  ])
  const transaction = read(EvmTransaction, found)
  if (!transaction) return null
  const receipt = read(EvmReceipt, mined)
  const waiting = { transaction, receipt: null, block: null, state: null, confirmations: null }
  if (!receipt) return waiting
  const [{ block: newest }, state] = await Promise.all([chain.at(), chain.at(receipt.blockNumber)])
  const { block } = state
  if (block.hash.toLowerCase() !== receipt.blockHash.toLowerCase())
    throw new Fault('upstream_failed', 'EVM node: the chain was reorganised just now; ask again.')
  const confirmations = Math.max(1, newest.number - block.number + 1)
  return { transaction, receipt, block, state, confirmations }
}

/** The receipt of a transaction that was just sent; null if there is none in time. */
export const awaitReceipt = (
  { ask }: Pick<Chain, 'ask'>,
  hash: string,
  wait: Parameters<typeof polled>[1],
): Promise<EvmReceipt | null> =>
  polled(async () => read(EvmReceipt, await ask('eth_getTransactionReceipt', [hash])), wait)

function read<S extends z.ZodType>(shape: S, answered: NodeAnswer): z.output<S> | null {
  if ('refused' in answered) throw refusedFault('EVM node', 'the transaction', answered.refused)
  if (answered.result === null) return null
  const { data, error } = shape.safeParse(answered.result)
  if (error)
    throw new Fault('upstream_failed', 'EVM node answered in an unknown shape.', { cause: error })
  return data ?? null
}
