import type { Capability, Host } from '../../base/core/capability.ts'
import { badInput, Fault } from '../../base/core/fault.ts'
import type { Setting } from '../../base/core/setting.ts'
import type { Source } from '../../base/lib/cross-check.ts'
import { httpUrl } from '../../base/lib/fields.ts'
import {
  EVM_NETWORK_NAMES,
  EVM_NETWORKS,
  evmNetworkNamed,
  nodeSettingOf,
  type EvmNetwork,
} from '../../engines/onchain/chains/evm-networks.ts'
import { holdsText } from '../../engines/onchain/chains/public-text.ts'
import { createClient } from '../../outside/net/request.ts'
import { createCounting } from './_counting.ts'
import { createNode, type NodeAnswer, type EvmNode } from './_evm-nodes.ts'
import { awaitReceipt, readTransaction, type ReadTransaction } from './_evm-transactions.ts'
import type { EvmReceipt } from './_evm-shapes.ts'
import { askAny, openState, type BlockName, type EvmState, type Reached } from './_evm-state.ts'

export type { NodeAnswer } from './_evm-nodes.ts'
export type { BlockName, EvmState } from './_evm-state.ts'
export type { CallOutcome, EvmCall } from '../../engines/onchain/chains/state.ts'
export type { EvmBlock, EvmLog } from './_evm-shapes.ts'
export type { ReadTransaction } from './_evm-transactions.ts'

/** Reads of one chain, from several nodes or from one. */
export interface EvmReads {
  /** The chain at one block, by default the newest. A missing block is a 404. */
  at(block?: BlockName): Promise<EvmState>
  /** One request that needs no block, such as a transaction by its hash. */
  ask(method: string, params: readonly unknown[]): Promise<NodeAnswer>
  /** A transaction with its receipt and block; null if no node knows it. */
  transaction(hash: string): Promise<ReadTransaction | null>
}

/** One chain, in the form that tools read. */
export interface EvmChain extends EvmReads {
  readonly network: EvmNetwork
  /** Addresses of the public nodes, without the operator's own nodes. */
  readonly publicNodes: readonly string[]
  /** Each node by itself, the best first. */
  readonly nodes: readonly Source<EvmReads>[]
  /**
   * Opens the newest state. To compare nodes, each of them opens the same block, which is some
   * seconds old, so that all may have it.
   */
  states(compare: boolean): Promise<readonly Source<() => Promise<EvmState>>[]>
  /** The receipt of a transaction that was just sent; null if it is in no block in time. */
  receipt(hash: string, withinMs: number): Promise<EvmReceipt | null>
}

export interface Evm {
  /**
   * Finds a chain by name, chain id or CAIP-2 id; an unknown one is a fault in the caller's field
   * `network`.
   */
  on(network: string): EvmChain
}

/** Code and blocks are never read as text. */
const TEXTLESS: ReadonlySet<string> = new Set([
  'eth_getCode',
  'eth_getStorageAt',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
])

const TERMS = 'https://ethereum.org/developers/docs/nodes-and-clients/nodes-as-a-service/'

const settingOf = (network: EvmNetwork): Setting => ({
  name: nodeSettingOf(network),
  description:
    `Nodes of ${network.name}, for tools and payments, separated by commas, the best first. ` +
    `Default: ${network.nodes.join(', ')}`,
  schema: httpUrl,
})

/**
 * Nodes of EVM chains. Each chain has several: if one is unreachable, behind, or lacks the data,
 * the next one is asked. All reads of one state are of one block.
 */
export const evm: Capability<Evm> = {
  name: 'evm',
  texts: 'some',
  settings: EVM_NETWORKS.map(settingOf),
  live: true,
  providers: [{ title: 'EVM node', terms: TERMS, setting: 'EVM_RPC_BASE_URL' }],
  open(host) {
    const client = createClient({ policy: 'trusted' })
    host.onClose(() => client.close())
    const opened = new Map<EvmNetwork, readonly EvmNode[]>()
    const nodesOf = (network: EvmNetwork): readonly EvmNode[] => {
      const nodes = opened.get(network) ?? nodesFor(network, host, client)
      opened.set(network, nodes)
      return nodes
    }
    const { counted } = createCounting(host)
    return (call) => {
      const { signal, sources } = call
      /** The same node, with its answers counted. */
      const countedNode = (node: EvmNode): EvmNode => ({
        ...node,
        async ask(method, params, until) {
          const answer = await counted(node.title, call, () => node.ask(method, params, until))
          if (!TEXTLESS.has(method) && holdsText(answer)) sources?.readPublicText()
          return answer
        },
      })
      const noted = (node: EvmNode): (() => void) => sources?.asked(node.title) ?? (() => {})
      return {
        on(name) {
          const network = evmNetworkNamed(name)
          if (!network)
            throw badInput(
              `network: ${name} is not known; the networks are ${EVM_NETWORK_NAMES}, by name or chain id.`,
            )
          const nodes = nodesOf(network).map(countedNode)
          const readsOf = (some: readonly EvmNode[]) =>
            readsFrom({ network, nodes: some, signal, noted, now: () => host.now() })
          const reads = readsOf(nodes)
          const each = nodes.map((node) => ({ title: node.title, provider: readsOf([node]) }))
          return {
            ...reads,
            network,
            publicNodes: nodes.flatMap(({ publicUrl }) => publicUrl ?? []),
            nodes: each,
            states: async (compare) =>
              compare
                ? statesAtOnce(network, await reads.at(), each)
                : [{ title: `EVM node of ${network.name}`, provider: () => reads.at() }],
            receipt: (hash, withinMs) => awaitReceipt(reads, hash, { withinMs, signal }),
          }
        },
      }
    }
  },
}

function readsFrom(reached: Reached): EvmReads {
  const { signal } = reached
  const chain: Omit<EvmReads, 'transaction'> = {
    at: (block = 'latest') => openState(reached, block),
    ask: (method, params) => askAny(reached, (node) => node.ask(method, params, signal)),
  }
  return { ...chain, transaction: (hash) => readTransaction(chain, hash) }
}

/** Within so many seconds, nodes have learnt of a block. */
const SPREAD_SECONDS = 6

function statesAtOnce(
  { name, blockSeconds }: EvmNetwork,
  { block }: EvmState,
  nodes: readonly Source<EvmReads>[],
): readonly Source<() => Promise<EvmState>>[] {
  const number = Math.max(0, block.number - Math.ceil(SPREAD_SECONDS / blockSeconds))
  return nodes.map(({ title, provider }) => ({
    title,
    provider:
      provider &&
      (() =>
        provider.at(number).catch((thrown: unknown) => {
          if (!(thrown instanceof Fault) || thrown.code !== 'not_found') throw thrown
          throw new Fault('upstream_failed', `${title} does not have block ${number} of ${name}.`)
        })),
  }))
}

function nodesFor(
  network: EvmNetwork,
  host: Host,
  client: ReturnType<typeof createClient>,
): readonly EvmNode[] {
  const own = (host.setting(nodeSettingOf(network)) ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  const urls = own.length > 0 ? own : network.nodes
  return urls.map((url) => createNode({ network, url, isPublic: own.length === 0, client }))
}
