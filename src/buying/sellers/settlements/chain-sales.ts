import type { PayableEvmNetwork } from '../../../outside/chains/networks.ts'
import { partKey } from '../../../base/core/parts.ts'
import type { Client } from '../../../outside/net/request.ts'
import type { SettlementStore } from '../../../stores/settlements.ts'
import type { Seller } from '../routes.ts'
import { createBoard, type Board } from './board.ts'
import { createFollower } from './follow.ts'
import { nodesOf } from './nodes.ts'
import { createPeriods, type Periods } from './periods.ts'

/** What sellers were paid, by the chain itself. */
export interface ChainSales {
  readonly board: Board
  readonly periods: Periods
  state(): {
    readonly network: string | null
    /** Whether a second provider is known, of which chunks can be asked. */
    readonly hasSecond: boolean
    /** Why the last look at the chain failed; null if it did not. */
    readonly error: string | null
    readonly refreshMs: number
  }
  /** Reads on, and counts again. */
  follow(signal: AbortSignal): Promise<void>
}

/** What the chain of this instance says of sellers. */
export const CHAIN_SALES = partKey<ChainSales>('chain-sales')

export interface ChainSalesParts {
  /** Null where no node is known: the board stays empty, and says why. */
  readonly chain: {
    readonly network: PayableEvmNetwork
    /** The first node is read; the others replace it when it fails, and are compared with it. */
    readonly nodes: readonly [string, ...string[]]
  } | null
  readonly client: Client
  readonly store: SettlementStore
  sellers(): Promise<readonly Seller[]>
  readonly own: {
    readonly name: string
    readonly origin: string
    readonly wallets: readonly string[]
  }
  /** Blocks that may still change, where the node calls none final. */
  readonly depth: number
  now(): number
}

export const FOLLOW_MS = 15_000
const DAY_SECONDS = 86_400
const WINDOW_MS = 30 * DAY_SECONDS * 1_000

export function createChainSales(parts: ChainSalesParts): ChainSales {
  const { chain, client, store, sellers, own, now } = parts
  const board = createBoard({ store, sellers, own, now })
  let error = chain ? null : 'No node of Base is set: EVM_RPC_BASE_URL names none.'
  const nodes = chain && nodesOf(chain.nodes, client)
  const follower =
    chain &&
    nodes &&
    createFollower({
      ...nodes,
      store,
      token: chain.network.asset,
      depth: parts.depth,
      backBlocks: Math.ceil(DAY_SECONDS / chain.network.blockSeconds),
      windowMs: WINDOW_MS,
      now,
      async wallets() {
        const known = await sellers()
        const evm = known.flatMap(({ wallets }) => [...wallets].filter(isEvm))
        return [...new Set([...evm, ...own.wallets])]
      },
    })
  return {
    board,
    periods: createPeriods({ store, sellers, own, windowMs: WINDOW_MS, now }),
    state: () => ({
      network: chain?.network.id ?? null,
      hasSecond: nodes !== null && 'others' in nodes,
      error,
      refreshMs: FOLLOW_MS,
    }),
    async follow(signal) {
      if (!follower) return
      try {
        await follower.follow(signal)
        error = null
      } catch (thrown) {
        // Nodes may fail for a while; the leaderboard shows the error, and the next read is soon.
        error = thrown instanceof Error ? thrown.message.slice(0, 200) : 'The chain cannot be read.'
      }
      await board.refresh()
    },
  }
}

const isEvm = (wallet: string): boolean => wallet.startsWith('0x')
