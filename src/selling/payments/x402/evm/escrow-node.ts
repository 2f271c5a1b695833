import type { Hex } from 'viem'
import type { Chain } from '../../../../outside/chains/evm/chain.ts'
import {
  CHANNEL_EVENTS,
  stateCalls,
  stateIn,
  type ChannelState,
} from '../../../../outside/chains/evm/escrow-state.ts'
import { COLLECTOR, ESCROW } from '../../../../outside/chains/evm/escrow.ts'
import type { Eip3009 } from '../../../../outside/chains/evm/eip3009.ts'
import { aggregateCall, aggregated, MULTICALL3 } from '../../../../outside/chains/evm/multicall.ts'
import { isAnswer } from '../../../../outside/chains/evm/node-error.ts'
import type { PayableEvmNetwork } from '../../../../outside/chains/networks.ts'
import type { TransferQueue } from './transfer-queue.ts'
import { traceTransfer, type TransferState } from './trace.ts'

/** What became of a transaction. `lost`: it was sent, and nobody knows. */
export type Mined =
  | { readonly state: 'mined'; readonly transaction: Hex; readonly gas: bigint }
  | { readonly state: 'reverted'; readonly transaction: Hex }
  | { readonly state: 'rejected'; readonly reason: string }
  | { readonly state: 'lost'; readonly transaction: Hex }

/** The escrow of payment channels on a network where this process settles. */
export interface EscrowNode {
  readonly network: PayableEvmNetwork
  /** Whether the contracts are there. Throws when the node cannot be asked. */
  isThere(): Promise<boolean>
  /** Throws when the node cannot be asked. */
  states(ids: readonly string[]): Promise<readonly ChannelState[]>
  /** The gas of a call; null if it would fail. Throws when the node cannot be asked. */
  rehearse(data: Hex): Promise<bigint | null>
  send(data: Hex, gas: bigint): Promise<Mined>
  /** What became of a signed deposit, whoever submitted it. */
  trace(deposit: Eip3009): Promise<TransferState>
  latestBlock(): Promise<bigint>
  /** Ids of the channels of which events tell, in a range of blocks that includes both. */
  touched(from: bigint, to: bigint): Promise<ReadonlySet<string>>
  /** Whether a block has the transaction. Throws when the node cannot be asked. */
  stands(transaction: string): Promise<boolean>
}

/** Providers refuse wider ranges of logs. */
const BLOCKS_AT_ONCE = 2_000n
/** Three reads each. */
const STATES_AT_ONCE = 100

export interface EscrowNodeParts {
  readonly chain: Chain
  readonly network: PayableEvmNetwork
  readonly queue: Pick<TransferQueue, 'transact'>
  stands(transaction: string): Promise<boolean>
}

export function createEscrowNode({ chain, network, queue, stands }: EscrowNodeParts): EscrowNode {
  async function someStates(ids: readonly string[]): Promise<readonly ChannelState[]> {
    const data = aggregateCall(ids.flatMap(stateCalls))
    const call = { to: MULTICALL3, data }
    const said = await chain.request({ method: 'eth_call', params: [call, 'latest'] })
    const answers = aggregated(said)
    return ids.map((id, at) => {
      const own = answers?.slice(at * 3, at * 3 + 3) ?? []
      if (own.length < 3 || own.includes(null)) throw new Error(`the escrow tells nothing of ${id}`)
      return stateIn(own as string[])
    })
  }

  return {
    network,
    async isThere() {
      const codes = await Promise.all(
        [ESCROW, COLLECTOR].map((address) => chain.getCode({ address })),
      )
      return codes.every((code) => code !== undefined && code !== '0x')
    },
    async states(ids) {
      const states: ChannelState[] = []
      for (let at = 0; at < ids.length; at += STATES_AT_ONCE)
        states.push(...(await someStates(ids.slice(at, at + STATES_AT_ONCE))))
      return states
    },
    async rehearse(data) {
      try {
        return await chain.estimateGas({ account: chain.account, to: ESCROW, data })
      } catch (thrown) {
        if (isAnswer(thrown)) return null
        throw thrown
      }
    },
    async send(data, gas) {
      const sent = await queue.transact({ to: ESCROW, data, gas }).catch((thrown: Error) => thrown)
      if (sent instanceof Error) return { state: 'rejected', reason: sent.message }
      const receipt = await sent.receipt
      if (!receipt) return { state: 'lost', transaction: sent.hash }
      const { transactionHash: transaction, gasUsed } = receipt
      return receipt.status === 'success'
        ? { state: 'mined', transaction, gas: gasUsed }
        : { state: 'reverted', transaction }
    },
    trace: (deposit) => traceTransfer(chain, network, deposit),
    latestBlock: () => chain.getBlockNumber(),
    async touched(from, to) {
      const ids = new Set<string>()
      for (let at = from; at <= to; at += BLOCKS_AT_ONCE) {
        const last = at + BLOCKS_AT_ONCE - 1n < to ? at + BLOCKS_AT_ONCE - 1n : to
        const range = { fromBlock: hexOf(at), toBlock: hexOf(last) }
        const filter = { address: ESCROW, topics: [[...CHANNEL_EVENTS]], ...range }
        for (const { topics } of await chain.request({ method: 'eth_getLogs', params: [filter] }))
          if (topics[1]) ids.add(topics[1].toLowerCase())
      }
      return ids
    },
    stands,
  }
}

const hexOf = (block: bigint): Hex => `0x${block.toString(16)}`
