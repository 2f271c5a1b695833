import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { isTheirs } from '../../base/core/failover.ts'
import type { EvmNetwork } from '../../engines/onchain/chains/evm-networks.ts'
import type { ChainState } from '../../engines/onchain/chains/state.ts'
import { isRunOutcome } from '../../engines/onchain/chains/run-outcome.ts'
import { refusedFault, type NodeAnswer, type EvmNode } from './_evm-nodes.ts'
import { readLogs, type FoundLogs, type LogQuery } from './_evm-logs.ts'
import { EvmBlock, EvmHex, EvmQuantity } from './_evm-shapes.ts'

export type BlockTag = 'latest' | 'safe' | 'finalized' | 'earliest'
/** A block by number, by tag, or by its hash. */
export type BlockName = number | BlockTag | `0x${string}`

/**
 * The chain at one block: all reads of an answer use it. Reads of the same turn are sent as one
 * batch.
 */
export interface EvmState extends ChainState {
  readonly block: EvmBlock
  balance(address: string): Promise<bigint>
  /** Transactions that it sent up to this block. */
  nonce(address: string): Promise<number>
  logs(query: LogQuery): Promise<FoundLogs>
  /** Any other read, at the same node; `params` name the block themselves, by `tag`. */
  ask(method: string, params: readonly unknown[]): Promise<NodeAnswer>
  /** False if the chain has replaced this block since, so that the reads are invalid. */
  isCanonical(): Promise<boolean>
}

export interface Reached {
  readonly network: EvmNetwork
  readonly nodes: readonly EvmNode[]
  readonly signal: AbortSignal
  noted(node: EvmNode): () => void
  now(): number
}

const LATE_MS = 60_000
const LATE_BLOCKS = 20

/** The first node that answers; paused ones are tried last. */
export async function askAny(
  reached: Reached,
  attempt: (node: EvmNode) => Promise<NodeAnswer>,
): Promise<NodeAnswer> {
  let first: unknown
  for (const node of inOrder(reached.nodes)) {
    try {
      const answered = reached.noted(node)
      const told = await attempt(node)
      answered()
      return told
    } catch (thrown) {
      if (!isTheirs(thrown) || reached.signal.aborted) throw thrown
      first ??= thrown
    }
  }
  throw first
}

export const inOrder = (nodes: readonly EvmNode[]): readonly EvmNode[] => [
  ...nodes.filter((node) => !node.isResting()),
  ...nodes.filter((node) => node.isResting()),
]

interface Head {
  readonly node: EvmNode
  readonly block: EvmBlock
}

export async function openState(reached: Reached, name: BlockName): Promise<EvmState> {
  const { node, block } = await head(reached, name)
  return stateOf(reached, node, block)
}

/** If the newest block of a node is old, a node that is further ahead is used, if there is one. */
async function head(reached: Reached, name: BlockName): Promise<Head> {
  const { network } = reached
  const lateMs = LATE_MS + network.blockSeconds * 1_000 * LATE_BLOCKS
  let best: Head | undefined
  let isMissing = false
  let first: unknown
  for (const node of inOrder(reached.nodes)) {
    try {
      const answered = reached.noted(node)
      const block = await blockOf(node, name, reached.signal)
      answered()
      if (!block) {
        isMissing = true
        continue
      }
      if (!best || block.number > best.block.number) best = { node, block }
      const isLate = name === 'latest' && reached.now() - block.timestamp * 1_000 > lateMs
      if (!isLate) break
      if (best.node !== node) node.rest()
    } catch (thrown) {
      if (!isTheirs(thrown) || reached.signal.aborted) throw thrown
      first ??= thrown
    }
  }
  if (best) return best
  if (isMissing) throw notFound(`block: ${network.name} has no block ${String(name)}.`)
  throw first
}

async function blockOf(node: EvmNode, name: BlockName, signal: AbortSignal) {
  const isHash = typeof name === 'string' && /^0x[0-9a-f]{64}$/i.test(name)
  const [method, which] = isHash
    ? ['eth_getBlockByHash', name]
    : ['eth_getBlockByNumber', typeof name === 'number' ? hexOf(name) : name]
  const answered = await node.ask(method, [which, false], signal)
  if ('refused' in answered) return null
  return shaped(node.title, EvmBlock.nullable(), answered.result)
}

function stateOf(reached: Reached, first: EvmNode, block: EvmBlock): EvmState {
  const { network, signal } = reached
  const tag = hexOf(block.number)
  const others = reached.nodes.filter((node) => node !== first)
  let node = first

  /** Another node takes over only if it knows the same block. */
  async function ask(method: string, params: readonly unknown[]): Promise<NodeAnswer> {
    const asked = node
    try {
      return await asked.ask(method, params, signal)
    } catch (thrown) {
      if (!isTheirs(thrown) || signal.aborted) throw thrown
      for (const other of others) {
        const told = await takeOver(other, method, params)
        if (!told) continue
        node = other
        return told
      }
      throw thrown
    }
  }

  async function takeOver(other: EvmNode, method: string, params: readonly unknown[]) {
    try {
      const same = await blockOf(other, block.number, signal)
      if (same?.hash !== block.hash) return null
      const answered = reached.noted(other)
      const told = await other.ask(method, params, signal)
      answered()
      return told
    } catch (thrown) {
      if (isTheirs(thrown)) return null
      throw thrown
    }
  }

  async function read<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: S,
  ): Promise<z.output<S>> {
    const answered = await ask(method, params)
    if ('refused' in answered) throw refusedFault(node.title, method, answered.refused)
    return shaped(node.title, answer, answered.result)
  }

  const isCanonical = async (): Promise<boolean> =>
    (await blockOf(node, block.number, signal))?.hash === block.hash

  return {
    network,
    block,
    tag,
    ask,
    read,
    isCanonical,
    async call({ value, ...call }) {
      const sent = value === undefined ? call : { ...call, value: `0x${value.toString(16)}` }
      const answered = await ask('eth_call', [sent, tag])
      if ('result' in answered)
        return { isOk: true, data: shaped(node.title, EvmHex, answered.result) }
      const { refused } = answered
      if (!isRunOutcome(refused)) throw refusedFault(node.title, 'eth_call', refused)
      return { isOk: false, data: refused.data, message: refused.message }
    },
    code: (address) => read('eth_getCode', [address, tag], EvmHex),
    storage: (address, slot) => read('eth_getStorageAt', [address, slot, tag], EvmHex),
    balance: (address) => read('eth_getBalance', [address, tag], EvmQuantity),
    nonce: async (address) =>
      Number(await read('eth_getTransactionCount', [address, tag], EvmQuantity)),
    logs: (query) => readLogs({ ask, isCanonical, title: node.title, block }, query),
  }
}

export function shaped<S extends z.ZodType>(title: string, schema: S, value: unknown): z.output<S> {
  const { data, error } = schema.safeParse(value)
  if (error)
    throw new Fault('upstream_failed', `${title} answered in an unknown shape.`, { cause: error })
  return data
}

export const hexOf = (whole: number | bigint): string => `0x${whole.toString(16)}`
