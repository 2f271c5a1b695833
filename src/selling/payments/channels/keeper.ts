import { HOUR_MS } from '../../../base/core/milliseconds.ts'
import { owedOn, type Channel } from '../../../stores/channel-rows.ts'
import type { ChannelStore } from '../../../stores/channels.ts'
import type { EscrowNode } from '../x402/evm/escrow-node.ts'
import type { Claims } from './claims.ts'
import { seenOf } from './reserve.ts'

/** Watches the chain for withdrawals, and claims in time. */
export interface ChannelKeeper {
  /** One look at every network, and what is due there. */
  work(signal?: AbortSignal): Promise<void>
}

export interface KeeperParts {
  readonly channels: ChannelStore
  readonly claims: Claims
  readonly nodes: readonly EscrowNode[]
  readonly policy: ClaimPolicy
  now(): number
  onTrouble(what: string, cause: unknown): void
}

export interface ClaimPolicy {
  /** A channel that owes so much is claimed from, in base units. */
  readonly threshold: number
  /** What a channel has owed for so long is claimed, in milliseconds. */
  readonly ageMs: number
  /** Less than this is claimed only while its payer withdraws, in base units. */
  readonly least: number
  /** The time from the start of a withdrawal to its end, in milliseconds. */
  readonly withdrawDelayMs: number
}

/** Blocks that the chain may take back are read again. */
const REORG_BLOCKS = 64n
/** Without an earlier scan, events of so many blocks are read. */
const FIRST_BLOCKS = 5_000n
/** More than this is not read at once, so a node that was away for long is caught up in steps. */
const BLOCKS_MAX = 20_000n
const CLAIMED_AT_ONCE = 500
const FORGET_MS = HOUR_MS

export function createChannelKeeper(parts: KeeperParts): ChannelKeeper {
  const { channels, claims, nodes, policy, now, onTrouble } = parts
  /** When a network that cannot be read was last reported. */
  const reported = new Map<string, number>()

  /** Reads the state of all channels of which events tell, and of those that are young. */
  async function scan(node: EscrowNode): Promise<void> {
    const { id: network } = node.network
    const at = now()
    const latest = await node.latestBlock()
    const before = await channels.scan(network)
    const first = before ? BigInt(before.block) - REORG_BLOCKS : latest - FIRST_BLOCKS
    // A chain that begins anew, as a sandbox does, has fewer blocks than were read.
    const from = first > latest ? latest - REORG_BLOCKS : first
    const start = from > 0n ? from : 0n
    const to = latest - start > BLOCKS_MAX ? start + BLOCKS_MAX : latest
    const touched = await node.touched(start, to)
    const known = await channels.toRead(network, [...touched], at)
    const states = await node.states(known.map(({ id }) => id))
    for (const [index, channel] of known.entries()) {
      const state = states[index]
      if (!state) continue
      const seen = seenOf(state)
      if (seen.withdrawAt > 0 && channel.withdrawAt === 0 && owedOn(channel) > seen.claimed)
        onTrouble('a payer withdraws from a payment channel that owes', new Error(channel.id))
      await channels.see(channel, seen, at)
    }
    // Only a look up to the last block says that nobody withdraws.
    await channels.scanned(network, Number(to), to === latest ? at : (before?.at ?? 0))
    reported.delete(network)
  }

  function isDue(channel: Channel): boolean {
    const unclaimed = owedOn(channel) - channel.claimed
    if (channel.withdrawAt > 0) return true
    if (unclaimed < policy.least) return false
    return unclaimed >= policy.threshold || channel.unclaimedSince + policy.ageMs <= now()
  }

  async function keep(node: EscrowNode): Promise<void> {
    await scan(node)
    const open = await channels.unclaimed(node.network.id, CLAIMED_AT_ONCE)
    const due = open.filter(isDue)
    if (due.length > 0) await claims.claim(node, due)
  }

  /**
   * What is at risk is told at once, and then every quarter of the time that is left for a claim.
   */
  async function away(node: EscrowNode, thrown: unknown): Promise<void> {
    const { id: network } = node.network
    const last = reported.get(network) ?? 0
    if (now() - last < policy.withdrawDelayMs / 4) return
    reported.set(network, now())
    const open = await channels.unclaimed(network, CLAIMED_AT_ONCE)
    const owed = open.reduce((sum, channel) => sum + owedOn(channel) - channel.claimed, 0)
    onTrouble(
      `the payment channels on ${network} cannot be watched; ${owed} base units are not claimed`,
      thrown,
    )
  }

  return {
    async work(signal) {
      for (const node of nodes) {
        if (signal?.aborted) return
        await keep(node).catch((thrown: unknown) => away(node, thrown))
      }
      await channels.forget(now() - FORGET_MS)
    },
  }
}
